import { GrowingBuffer } from "./growing-buffer.js";
import type { BodySink, HTTPRequest, Text } from "./platform.js";
import { NONE } from "./words.js";

const FIRST_SIZE = 1024;
/** First byte of a byte order mark. */
const MARK = 0xef;
const SPACE = 0x20;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * Reads a response's body from a request into one bounded buffer that it owns and reuses. What goes over the limit is read
 * and thrown away, so that the connection stays usable. A body that comes in one piece from this library's HTTP client is
 * read where it is, without a copy.
 */
export class BodyReader implements BodySink {
	/** Whether the body is longer than the limit; what was kept of it is of no use then. */
	overflowed = false;
	/** Bytes read past the limit and thrown away. */
	discarded = 0;

	private readonly text: Text;
	private readonly limit: number;
	/** Empty until it is needed. */
	private readonly buffer: GrowingBuffer;
	private length = 0;
	/** Of a body that came in one piece. */
	private whole = false;
	private wholeBody: string | undefined;
	private wholeCloses = false;

	/** @param limit bytes of the longest body that is kept */
	constructor(text: Text, limit: number) {
		this.text = text;
		this.limit = limit;
		this.buffer = new GrowingBuffer(0, limit);
	}

	/** Makes ready for a body. */
	reset(): void {
		this.length = this.discarded = 0;
		this.overflowed = this.whole = false;
		this.wholeBody = undefined;
	}

	/** Takes `count` bytes from `request`, which has announced them. */
	read(request: HTTPRequest, count: number): void {
		if (request.drain !== undefined)
			return request.drain(this);
		while (count > 0) {
			const room = this.room();
			const from = this.overflowed ? 0 : this.length;
			const taken = request.read(new Uint8Array(this.buffer.bytes.buffer, from, count < room ? count : room));
			if (typeof taken !== "number" || taken <= 0)
				return;
			count -= taken;
			this.took(taken);
		}
	}

	/** Takes a piece of the body; see `BodySink`. */
	take(bytes: Uint8Array, start: number, end: number, last: boolean): void {
		if (last && this.length === 0 && !this.overflowed && end - start <= this.limit) {
			this.whole = true;
			if (bytes[start] === MARK)
				start += markLength(bytes, start, end);
			this.wholeBody = this.text.decode(bytes, start, end - start);
			this.wholeCloses = closesJSON(bytes, start, end);
			return;
		}
		while (start < end) {
			const room = this.room();
			const count = end - start < room ? end - start : room;
			if (!this.overflowed)
				this.buffer.bytes.set(bytes.subarray(start, start + count), this.length);
			start += count;
			this.took(count);
		}
	}

	/** The body as text, undefined when it is not UTF-8. */
	get body(): string | undefined {
		if (this.whole)
			return this.wholeBody;
		const { buffer: { bytes }, length } = this;
		const start = length === 0 ? 0 : markLength(bytes, 0, length);
		return length === start ? NONE : this.text.decode(bytes, start, length - start);
	}

	/** Whether the body ends as JSON's objects and lists do. */
	get closes(): boolean {
		return this.whole ? this.wholeCloses : closesJSON(this.buffer.bytes, 0, this.length);
	}

	/** Forgets a body that came in one piece: its text is the caller's now. */
	release(): void {
		this.wholeBody = undefined;
	}

	/** Bytes that can be taken into the buffer, or thrown away through it. */
	private room(): number {
		const { buffer, length } = this;
		if (!this.overflowed && length === buffer.bytes.length)
			this.overflowed = !buffer.reserve(length === 0 ? Math.min(FIRST_SIZE, this.limit) : length + 1);
		return this.overflowed ? buffer.bytes.length : buffer.bytes.length - length;
	}

	private took(count: number): void {
		if (this.overflowed)
			this.discarded += count;
		else
			this.length += count;
	}
}

/** Bytes of a byte order mark, which a body need not have and JSON.parse does not take (RFC 8259, section 8.1). */
function markLength(bytes: Uint8Array, start: number, end: number): number {
	return end - start >= 3 && bytes[start] === MARK && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? 3 : 0;
}

/** Whether the last byte that is no white space closes an object or a list. */
function closesJSON(bytes: Uint8Array, start: number, end: number): boolean {
	let last = end - 1;
	while (last > start && bytes[last] <= SPACE)
		last--;
	return bytes[last] === CLOSING_BRACE || bytes[last] === CLOSING_BRACKET;
}
