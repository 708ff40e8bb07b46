import { closesJSON, decodeBody } from "../shared/body-text.js";
import type { Text } from "../platform.js";
import type { AnsweredRequest, ConnectionParts } from "../request/connection-interface.js";
import { type AnswerHead, FIELD_CONTENT_TYPE, FIELD_LOCATION } from "../request/head-fields.js";
import type { ClientResponse } from "../response.js";
import { ValueCount } from "../shared/safe-json.js";
import { withTarget } from "./redirection.js";
import { LINES_BETWEEN } from "./response-parser.js";

/** The least size of the buffer. */
const FIRST_SIZE = 256;
/** A longer buffer may have to be copied as it grows. */
const LONG = 16_384;
/** Share of its length by which the next long body may be longer, as a shift. */
const LONGER_SHIFT = 4;
/** The longest buffer of XS, less a bit. */
const SIZE_MAXIMUM = 0x7fff0000;

/**
 * Collects a response's body in one buffer, of at most `limits.body` bytes. The rest of a longer one is read and dropped, so that the
 * connection stays usable. It grows to the size that the head or the next chunk gives: XS makes a buffer longer where it is, as
 * long as nothing was allocated after it and the heap is in one piece. Where the heap has grown in pieces, a longer buffer is a copy:
 * a long one grows at once to what the last long one took.
 *
 * The buffer is given back with its body: between two lists the app has that room for other things, and a TLS handshake, too.
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
	/** Bytes of a body that it has room for, LINES_BETWEEN less than its length; 0 where there is none, or bytes are dropped. */
	size = 0;

	private readonly text: Text;
	/** Bytes that the last body of a long buffer took. */
	private last = 0;
	/** Of a body that is too long: its values so far, and how many of its bytes they are of. */
	private counted: ValueCount | undefined;
	private countedBytes = 0;

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

	/** Makes ready for a body: gives the buffer of the one before back. */
	reset(): void {
		if (this.size > LONG)
			this.last = this.length + (this.length >> LONGER_SHIFT);
		this.release();
	}

	/** Gives the buffer back. */
	release(): void {
		this.length = this.size = 0;
		this.bytes = this.counted = undefined;
		this.isOverflowed = false;
	}

	/**
	 * Returns where the next bytes go; `length` must be moved by what was read. Those past the limit go where they are
	 * overwritten.
	 * @param count bytes that are there, at most `remaining`
	 * @param remaining bytes that are known to come; Infinity where that is not known
	 * @param more bytes after them that do not belong to the body, up to LINES_BETWEEN; dropped bytes are returned without
	 */
	space(count: number, remaining: number, more = 0): Uint8Array {
		const length = this.length;
		let bytes = this.bytes;
		if (bytes === undefined || length + count > this.size)
			bytes = this.grow(count, remaining);
		return this.isOverflowed ? bytes.subarray(0, count) : new Uint8Array(bytes.buffer, length, count + more);
	}

	/** The body as text, undefined when it is not UTF-8. */
	body(): string | undefined {
		return this.bytes === undefined || this.length === 0 ? "" : decodeBody(this.text, this.bytes, 0, this.length);
	}

	/**
	 * The response of the answer with this body. Gives the buffer back before the text is read: a refusal is parsed, and the buffer may be
	 * a third of a small heap.
	 * @param isWhole whether all of the body has come, dropped bytes too
	 */
	answer({ status, values }: AnswerHead, { answers, limits, url }: Pick<ConnectionParts, "answers" | "limits" | "url">,
		request: AnsweredRequest, isWhole: boolean): ClientResponse {
		const { bytes, isOverflowed, length } = this;
		const type = values[FIELD_CONTENT_TYPE];
		const isClosed = bytes !== undefined && length > 0 && closesJSON(bytes, 0, length);
		const size = isOverflowed && isWhole ? { length, values: this.countValues() } : undefined;
		const text = isOverflowed ? "" : this.body();
		this.reset();
		if (isOverflowed)
			return answers.tooLarge(status, type, limits, size, request);
		return withTarget(answers.responseOf(status, type, text, isClosed, request), values[FIELD_LOCATION], url, request.path);
	}

	/**
	 * Of a body that is too long: counts the values, as `limits.values` counts them, of what was kept until now, or of the piece that is
	 * dropped next. Returns those so far.
	 */
	countValues(): number {
		const counted = this.counted ??= new ValueCount();
		if (this.bytes !== undefined)
			counted.add(this.bytes.subarray(0, this.length - this.countedBytes));
		this.countedBytes = this.length;
		return counted.count;
	}

	/** Makes room for `count` bytes where there is none, or has them dropped from now on. Returns the buffer. Parameters as of `space`. */
	grow(count: number, remaining: number): Uint8Array<ArrayBuffer> {
		const { bytes, length, limit, size } = this;
		let wanted = length + (remaining === Infinity ? count : remaining);
		if (bytes !== undefined && this.isOverflowed) {
			this.countValues();
			return bytes;
		}
		if (wanted > limit) {
			this.isOverflowed = true;
			this.countedBytes = this.size = 0;
			this.countValues();
			return this.bytes = new Uint8Array(limit < FIRST_SIZE ? limit : FIRST_SIZE);
		}
		// By an eighth at least: where it has to be copied, that is not done for each chunk.
		const least = length > 0 ? size + (size >> 3) : FIRST_SIZE;
		wanted = wanted < least ? least : wanted;
		if (length > 0 && wanted > LONG && wanted < this.last)
			wanted = this.last;
		this.size = wanted < limit ? wanted : limit;
		if (bytes !== undefined) {
			bytes.buffer.resize(this.size + LINES_BETWEEN);
			return bytes;
		}
		const most = limit < SIZE_MAXIMUM ? limit : SIZE_MAXIMUM;
		return this.bytes = new Uint8Array(new ArrayBuffer(this.size + LINES_BETWEEN, { maxByteLength: most + LINES_BETWEEN }));
	}
}
