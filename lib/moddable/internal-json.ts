/**
 * The entry "records-client/internal/json" in apps of the SDK: lib/shared/json-scan.ts in C.
 * @module
 */
/** How XS names a function that is written in C. xsc puts that in place of a function which only calls it, with its own `this`. */
declare function native(name: string): { call(self: unknown, ...given: readonly unknown[]): number };

/** As lib/shared/json-scan.ts has it. */
export function levelsOf(this: unknown, text: string): number {
	return native("records_client_json_levels").call(this, text);
}

/** As lib/shared/json-scan.ts has it. */
export function valuesIn(this: unknown, json: string | Uint8Array, state: number): number {
	return native("records_client_json_values").call(this, json, state);
}
