import type { Text } from "../platform.js";
import { SPACE, TAB } from "./ascii.js";

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Keeps the header fields that a request asked for, as text. A response that has none of them costs no allocation.
 * Fields of one name are joined by a comma (RFC 9110, section 5.2); a value that is not UTF-8 is kept as "".
 */
export class HeaderCollector {
	/** Names wanted, in lower case; all when undefined. */
	mask: readonly string[] | undefined;
	/** The fields kept since `reset`; whoever takes the map may keep it. */
	headers: ReadonlyMap<string, string> = NONE;

	private readonly text: Text;
	private collected: Map<string, string> | undefined;

	constructor(text: Text) {
		this.text = text;
	}

	/** Whether heads that differ in date and content-length only have the same fields for this mask, now and later. */
	get steady(): boolean {
		const { mask } = this;
		return mask !== undefined && Object.isFrozen(mask) && !mask.includes("date") && !mask.includes("content-length");
	}

	/** @param mask see there */
	reset(mask: readonly string[] | undefined): void {
		this.mask = mask;
		this.headers = NONE;
		this.collected = undefined;
	}

	/**
	 * Takes one field: its name from `start` to `colon`, its value from `from` to `to`, less the white space behind it. The
	 * bytes are not kept.
	 */
	take(bytes: Uint8Array, start: number, colon: number, from: number, to: number): void {
		if (this.mask?.length === 0)
			return;
		const name = this.text.decode(bytes, start, colon - start)?.toLowerCase();
		if (name === undefined || this.mask?.includes(name) === false)
			return;
		while (to > from && (bytes[to - 1] === SPACE || bytes[to - 1] === TAB))
			to--;
		const value = this.text.decode(bytes, from, to - from) ?? "";
		const headers = this.collected ??= new Map<string, string>();
		this.headers = headers;
		const earlier = headers.get(name);
		headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
	}
}
