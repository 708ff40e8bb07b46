import type { Text } from "../platform.js";

/** Size of the buffer to begin with. */
const FIRST_SIZE = 1024;
/** Bodies in a row that would have fit in a quarter of the buffer, after which it is given back. */
const SMALL_MAXIMUM = 8;
/** First byte of a byte order mark. */
const MARK = 0xef;
const SPACE = " ".charCodeAt(0);
const CLOSING_BRACKET = "]".charCodeAt(0);
const CLOSING_BRACE = "}".charCodeAt(0);

/**
 * Collects a response's body in one buffer, of at most `limits.body` bytes. The rest of a longer one is read and dropped, so that the
 * connection stays usable. The buffer is kept for bodies of its size; a few small ones in a row give it back, so that one
 * large answer does not take memory for ever.
 */
export class BodyBuffer {
	/** Whether the body is longer than the limit; what was kept of it is of no use then. */
	isOverflowed = false;
	/** Bytes of the body so far, dropped ones among them. */
	length = 0;
	/** Maximum bytes of a body. */
	readonly limit: number;

	private readonly text: Text;
	private bytes: Uint8Array<ArrayBuffer> | undefined;
	private small = 0;

	/**
	 * @param text kept
	 * @param limit maximum bytes of a body
	 */
	constructor(text: Text, limit: number) {
		this.text = text;
		this.limit = limit;
	}

	/** Whether so much is dropped that the rest is not worth reading. */
	get isEndless(): boolean {
		return this.length > 2 * this.limit;
	}

	/** Makes ready for a body. */
	reset(): void {
		this.length = 0;
		this.isOverflowed = false;
	}

	/**
	 * Returns where the next bytes go; `length` must be moved by what was read. Those past the limit go where they are
	 * overwritten.
	 * @param count bytes that are there, at most `remaining`
	 * @param remaining bytes that are known to come; Infinity where that is not known
	 */
	space(count: number, remaining: number): Uint8Array {
		const from = this.isOverflowed ? 0 : this.length;
		const bytes = this.bytes;
		if (bytes === undefined || from + count > bytes.length)
			return this.grow(count, remaining);
		return new Uint8Array(bytes.buffer, from, count);
	}

	/** A body did without this buffer, which is given back in time. */
	skipped(): void {
		if (this.bytes !== undefined)
			this.shrink(this.bytes, 0);
	}

	/** The body as text, undefined when it is not UTF-8. The bytes may be given back with it: ask `closesJSON` before. */
	body(): string | undefined {
		const { bytes, length } = this;
		if (bytes === undefined || length === 0)
			return "";
		const body = decodeBody(this.text, bytes, 0, length);
		this.shrink(bytes, length);
		return body;
	}

	/** Whether the body ends as JSON's objects and lists do. */
	get closesJSON(): boolean {
		return this.bytes !== undefined && this.length > 0 && closesJSON(this.bytes, 0, this.length);
	}

	/** As `space`, where the buffer is too small. */
	private grow(count: number, remaining: number): Uint8Array {
		const { bytes, length, limit } = this;
		const size = bytes?.length ?? 0;
		let wanted = length + (remaining === Infinity ? count : remaining);
		this.isOverflowed ||= wanted > limit;
		if (this.isOverflowed) {
			const dropped = this.bytes ??= new Uint8Array(limit < FIRST_SIZE ? limit : FIRST_SIZE);
			return dropped.subarray(0, count);
		}
		if (length > 0 && wanted < 2 * size)
			wanted = 2 * size;
		wanted = wanted > FIRST_SIZE ? wanted : FIRST_SIZE;
		const grown = new Uint8Array(wanted < limit ? wanted : limit);
		if (length > 0 && bytes !== undefined)
			grown.set(bytes.subarray(0, length));
		this.bytes = grown;
		return new Uint8Array(grown.buffer, length, count);
	}

	private shrink(bytes: Uint8Array, length: number): void {
		this.small = length * 4 > bytes.length ? 0 : this.small + 1;
		if (this.small >= SMALL_MAXIMUM) {
			this.small = 0;
			this.bytes = undefined;
		}
	}
}

/** Bytes as text without a byte order mark, which JSON.parse does not take (RFC 8259, section 8.1); undefined when they are not UTF-8. */
export function decodeBody(text: Text, bytes: Uint8Array, start: number, end: number): string | undefined {
	if (end - start >= 3 && bytes[start] === MARK && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf)
		start += 3;
	return start === end ? "" : text.decode(bytes, start, end - start);
}

/** Whether the last byte that is no white space closes an object or a list. */
export function closesJSON(bytes: Uint8Array, start: number, end: number): boolean {
	let last = end - 1;
	while (last > start && bytes[last] <= SPACE)
		last--;
	return bytes[last] === CLOSING_BRACE || bytes[last] === CLOSING_BRACKET;
}
