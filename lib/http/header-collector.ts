import type { Text } from "../platform.js";

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Keeps the header fields that a request asked for, as text. A request that asks for none costs no allocation.
 * Fields of one name are joined by a comma (RFC 9110, section 5.2); a value that is not UTF-8 is kept as "".
 */
export class HeaderCollector {
	private readonly text: Text;
	private mask: readonly string[] | undefined;
	private collected: Map<string, string> | undefined;

	constructor(text: Text) {
		this.text = text;
	}

	/** The fields kept since `reset`; whoever takes the map may keep it. */
	get headers(): ReadonlyMap<string, string> {
		return this.collected ?? NONE;
	}

	/** Whether any field is wanted. */
	get active(): boolean {
		return this.collected !== undefined;
	}

	/** @param mask names wanted, in lower case; all when undefined */
	reset(mask: readonly string[] | undefined): void {
		this.mask = mask;
		this.collected = mask?.length === 0 ? undefined : new Map();
	}

	/** Takes one field: its name from `start` to `colon`, its value from `from` to `to`. The bytes are not kept. */
	take(bytes: Uint8Array, start: number, colon: number, from: number, to: number): void {
		const headers = this.collected;
		if (headers === undefined)
			return;
		const name = this.text.decode(bytes, start, colon - start)?.toLowerCase();
		if (name === undefined || this.mask?.includes(name) === false)
			return;
		const value = this.text.decode(bytes, from, to - from) ?? "";
		const earlier = headers.get(name);
		headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
	}
}
