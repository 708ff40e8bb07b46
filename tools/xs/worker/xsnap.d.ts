/** What the worker has beside XS itself. Modules of the device bundle see none of it. */

/** Calls Node and waits for its answer. */
declare function issueCommand(command: ArrayBuffer): ArrayBuffer;
declare function gc(): void;
/** The worker's counters (tools/xs/meter.c takes this function's place). */
declare function currentMeterLimit(step: -2 | -1 | 0 | 1): void;
declare function currentMeterLimit(buffer: ArrayBuffer, sockets: number): void;

declare function records_client_json_levels(text: string): number;
declare function records_client_json_values(json: string | Uint8Array, state: number): number;

declare class TextEncoder {
	encode(text: string): Uint8Array<ArrayBuffer>;
	encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
	constructor(encoding: "utf-8", options: { fatal: boolean; ignoreBOM: boolean });
	decode(bytes: Uint8Array): string;
}

declare const ModuleSource: new (source: string) => object;

interface ModuleDescriptor {
	readonly source?: object;
	readonly namespace?: object;
}

declare class Compartment {
	constructor(options: {
		readonly globals: object;
		readonly modules: Readonly<Record<string, ModuleDescriptor>>;
		resolveHook(specifier: string, referrer: string): string;
		loadNowHook(specifier: string): ModuleDescriptor;
	});
	evaluate(script: string): unknown;
	importNow(specifier: string): Record<string, unknown>;
}

/** Part of XS 17; see boot.ts. */
interface Uint8ArrayConstructor {
	fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
