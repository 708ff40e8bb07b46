import type { Text } from "../platform.js";

/** The least size of the buffer; one of no more stays. */
const FIRST_SIZE = 1024;
/** Bytes that may be read after those of a chunk: its end and the size of the next chunk. */
export const CHUNK_LINES = 16;
/** The longest buffer of XS, less a bit. */
const SIZE_MAXIMUM = 0x7fff0000;
/** First byte of a byte order mark. */
const MARK = 0xef;
const SPACE = " ".charCodeAt(0);
const CLOSING_BRACKET = "]".charCodeAt(0);
const CLOSING_BRACE = "}".charCodeAt(0);

/**
 * Collects a response's body in one buffer, of at most `limits.body` bytes. The rest of a longer one is read and dropped, so that the
 * connection stays usable. The buffer is made for a body and given back with it, so that a large answer takes no memory once
 * it has been read; one of 1,024 bytes or fewer stays. It grows to the size that the head or the next chunk gives: XS makes a buffer longer where it
 * is, as long as nothing was allocated after it.
 */
export class BodyBuffer {
	/** Whether the body is longer than the limit; what was kept of it is of no use then. */
	isOverflowed = false;
	/** Bytes of the body so far, dropped ones among them. */
	length = 0;
	/** Maximum bytes of a body. */
	readonly limit: number;

	/** The buffer, undefined before `space`. */
	bytes: Uint8Array<ArrayBuffer> | undefined;

	private readonly text: Text;
	/** Bytes of a body that it has room for, CHUNK_LINES less than its length; 0 where bytes are dropped. */
	private size = 0;

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

	/** Makes ready for a body, and gives a large buffer back. */
	reset(): void {
		if (this.isOverflowed || this.size > FIRST_SIZE) {
			this.size = 0;
			this.bytes = undefined;
		}
		this.length = 0;
		this.isOverflowed = false;
	}

	/**
	 * Returns where the next bytes go; `length` must be moved by what was read. Those past the limit go where they are
	 * overwritten.
	 * @param count bytes that are there, at most `remaining`
	 * @param remaining bytes that are known to come; Infinity where that is not known
	 * @param more bytes that are there and no part of the body, at most CHUNK_LINES; they are left out where bytes are dropped
	 */
	space(count: number, remaining: number, more: number): Uint8Array {
		const bytes = this.bytes;
		const length = this.length;
		if (bytes === undefined || length + count > this.size)
			return this.grow(count, remaining, more);
		return new Uint8Array(bytes.buffer, length, count + more);
	}

	/** The body as text, undefined when it is not UTF-8. */
	body(): string | undefined {
		const { bytes, length } = this;
		return bytes === undefined || length === 0 ? "" : decodeBody(this.text, bytes, 0, length);
	}

	/** Whether the body ends as JSON's objects and lists do. */
	get closesJSON(): boolean {
		return this.bytes !== undefined && this.length > 0 && closesJSON(this.bytes, 0, this.length);
	}

	/** As `space`, where the buffer is too small or bytes are dropped. */
	private grow(count: number, remaining: number, more: number): Uint8Array {
		const { length, limit, size } = this;
		let { bytes } = this;
		let wanted = length + (remaining === Infinity ? count : remaining);
		if (this.isOverflowed || wanted > limit)
			return this.drop(count);
		// By an eighth at least: where it has to be copied, that is not done for each chunk.
		const least = bytes === undefined ? FIRST_SIZE : length > 0 ? size + (size >> 3) : 0;
		wanted = wanted < least ? least : wanted;
		this.size = wanted < limit ? wanted : limit;
		if (bytes === undefined) {
			const most = limit < SIZE_MAXIMUM ? limit : SIZE_MAXIMUM;
			bytes = this.bytes = new Uint8Array(new ArrayBuffer(this.size + CHUNK_LINES, { maxByteLength: most + CHUNK_LINES }));
		}
		else
			bytes.buffer.resize(this.size + CHUNK_LINES);
		return new Uint8Array(bytes.buffer, length, count + more);
	}

	/** Returns a place for bytes that are dropped. */
	private drop(count: number): Uint8Array {
		let { bytes } = this;
		if (bytes === undefined || !this.isOverflowed) {
			this.isOverflowed = true;
			this.size = 0;
			bytes = this.bytes = new Uint8Array(this.limit < FIRST_SIZE ? this.limit : FIRST_SIZE);
		}
		return bytes.subarray(0, count);
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
