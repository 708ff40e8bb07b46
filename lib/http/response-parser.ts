import type { BodySink, ByteBuffer, Text } from "../platform.js";
import { COLON, CR, LF, SPACE, TAB } from "./ascii.js";
import { framing, FRAMING_CHUNKED, FRAMING_FIXED, FRAMING_NONE } from "./framing.js";
import { HeadFields } from "./head-fields.js";
import { HeaderCollector } from "./header-collector.js";
import { KnownHead } from "./known-head.js";
import { chunkSize, statusLine } from "./lines.js";
import { LINE_FAULT, LINE_FOUND, LINE_MORE, ReceiveBuffer } from "./receive-buffer.js";
import { NONE } from "../words.js";

/** What `next` found: more bytes are needed. */
export const EVENT_MORE = 0;
/** The head of the final response is complete: `status` and `headers` are there. */
export const EVENT_HEAD = 1;
/** `available` bytes of the body can be taken. */
export const EVENT_BODY = 2;
/** The response is complete. */
export const EVENT_DONE = 3;
/** The bytes are no HTTP/1.1 response; `error` says why. */
export const EVENT_ERROR = 4;

const STATE_STATUS = 0;
const STATE_HEADER = 1;
const STATE_FIXED = 2;
const STATE_TO_END = 3;
const STATE_CHUNK_SIZE = 4;
const STATE_CHUNK_DATA = 5;
const STATE_CHUNK_END = 6;
const STATE_TRAILER = 7;
const STATE_DONE = 8;
const STATE_FAILED = 9;

const CHUNK_OVERRUN = "response has a chunk longer than announced";

/**
 * Reads HTTP/1.1 responses (RFC 9112, sections 4 to 7) from bytes that come in any fragments. It calls nobody: the owner
 * asks `next` what there is. Folded lines, other transfer codings than chunked and doubtful framing are errors.
 */
export class ResponseParser {
	/** Status code of the response. */
	status = 0;
	/** Set after EVENT_ERROR. */
	error = "";

	readonly #buffer: ReceiveBuffer;
	readonly #collector: HeaderCollector;
	readonly #fields = new HeadFields();
	readonly #known: KnownHead;
	#state = STATE_DONE;
	#head = false;
	#remaining = 0;
	#reusable = false;

	/**
	 * @param text decodes header values
	 * @param size bytes of the buffer: the longest line that is understood. Longer header lines are passed over
	 */
	constructor(text: Text, size: number) {
		this.#buffer = new ReceiveBuffer(size);
		this.#collector = new HeaderCollector(text);
		this.#known = new KnownHead(text);
	}

	/** Header fields of the response, by name in lower case; the receiver may keep the map. */
	get headers(): ReadonlyMap<string, string> {
		return this.#collector.headers;
	}

	/** Bytes of the body that can be taken now. */
	get available(): number {
		const buffered = this.#buffer.end - this.#buffer.start;
		return this.#state === STATE_TO_END || buffered < this.#remaining ? buffered : this.#remaining;
	}

	/** Whether any byte of a response has been seen since `reset`. */
	get begun(): boolean {
		return this.#state !== STATE_STATUS || this.#buffer.lineBytes > 0 || this.#buffer.end > 0;
	}

	/** After EVENT_DONE: whether the connection can carry another request. Bytes past the end spoil it. */
	get reusable(): boolean {
		return this.#reusable && this.#buffer.start === this.#buffer.end;
	}

	/**
	 * Makes ready for the response to the next request. The buffer is emptied.
	 * @param head whether the request's method is HEAD
	 * @param mask names of the headers wanted, in lower case; all when undefined
	 */
	reset(head: boolean, mask: readonly string[] | undefined): void {
		this.#buffer.reset();
		this.#collector.reset(mask);
		this.#state = STATE_STATUS;
		this.#head = head;
		this.#remaining = 0;
		this.error = NONE;
	}

	/** Returns the place for bytes just received, at most `count` long; `filled` must follow. Only after EVENT_MORE. */
	space(count: number): Uint8Array {
		return this.#buffer.space(count);
	}

	/** `count` bytes were written to what `space` returned. */
	filled(count: number): void {
		this.#buffer.filled(count);
	}

	/** Goes on as far as the bytes allow and returns one of the EVENT_ constants. */
	next(): number {
		const buffer = this.#buffer;
		for (;;) {
			const state = this.#state;
			switch (state) {
				case STATE_STATUS:
					if (buffer.end === 0)
						return EVENT_MORE;
					if (buffer.lineBytes === 0 && this.#recognised())
						return EVENT_HEAD;
					break;
				case STATE_FIXED:
				case STATE_CHUNK_DATA:
					if (this.#remaining > 0)
						return buffer.start < buffer.end ? EVENT_BODY : EVENT_MORE;
					this.#state = state === STATE_FIXED ? STATE_DONE : STATE_CHUNK_END;
					continue;
				case STATE_TO_END:
					return buffer.start < buffer.end ? EVENT_BODY : EVENT_MORE;
				case STATE_CHUNK_END:
					// What follows a chunk need not hold a line's end that could be waited for.
					if (buffer.start === buffer.end || buffer.bytes[buffer.start] === CR || buffer.bytes[buffer.start] === LF)
						break;
					this.#fail(CHUNK_OVERRUN);
					return EVENT_ERROR;
				case STATE_DONE:
					return EVENT_DONE;
				case STATE_FAILED:
					return EVENT_ERROR;
			}
			switch (buffer.line(state === STATE_HEADER || state === STATE_TRAILER)) {
				case LINE_MORE:
					return EVENT_MORE;
				case LINE_FAULT:
					this.#fail(buffer.fault);
					continue;
				case LINE_FOUND:
					if (this.#line(buffer.lineStart, buffer.lineEnd))
						return EVENT_HEAD;
			}
		}
	}

	/**
	 * The connection has ended. Returns EVENT_DONE when that is a proper end, else EVENT_ERROR.
	 * @param broken whether it failed; a body that lasts to the end is not known to be whole then (RFC 9112, section 8)
	 */
	end(broken = false): number {
		if (this.#state === STATE_TO_END && !broken)
			this.#state = STATE_DONE;
		if (this.#state === STATE_DONE)
			return EVENT_DONE;
		if (this.#state !== STATE_FAILED)
			this.#fail(this.begun ? "response ended early" : "connection closed before the response");
		return EVENT_ERROR;
	}

	/**
	 * Takes bytes of the body.
	 * @param target how many bytes, or the buffer to fill as far as there are bytes; not more than `available` are taken
	 * @returns a new ArrayBuffer for a number; for a buffer the number of bytes
	 */
	take(target: number | ByteBuffer): ArrayBuffer | number {
		const { available } = this;
		const { bytes, start } = this.#buffer;
		const wanted = typeof target === "number" ? target : target.byteLength;
		const count = wanted < available ? wanted : available;
		this.#buffer.start = start + count;
		if (this.#state !== STATE_TO_END)
			this.#remaining -= count;
		if (typeof target === "number")
			return bytes.buffer.slice(start, start + count);
		const into = target instanceof Uint8Array ? target : new Uint8Array(target);
		into.set(bytes.subarray(start, start + count));
		return count;
	}

	/** Hands the bytes of the body that are `available` over where they are. */
	give(sink: BodySink): void {
		const { available } = this;
		if (available === 0)
			return;
		const buffer = this.#buffer;
		const { start } = buffer;
		buffer.start = start + available;
		if (this.#state !== STATE_TO_END)
			this.#remaining -= available;
		sink.take(buffer.bytes, start, buffer.start, this.#state === STATE_FIXED && this.#remaining === 0);
	}

	#fail(error: string): void {
		this.#state = STATE_FAILED;
		this.error = error;
	}

	/** Takes a line. Returns whether the final head is complete with it. */
	#line(start: number, end: number): boolean {
		switch (this.#state) {
			case STATE_STATUS:
				this.#statusLine(start, end);
				break;
			case STATE_HEADER:
				if (start === end)
					return this.#headRead();
				this.#headerLine(start, end);
				break;
			case STATE_CHUNK_SIZE:
				this.#chunkSize(start, end);
				break;
			case STATE_CHUNK_END:
				if (start === end)
					this.#state = STATE_CHUNK_SIZE;
				else
					this.#fail(CHUNK_OVERRUN);
				break;
			case STATE_TRAILER:
				if (start === end)
					this.#state = STATE_DONE;
		}
		return false;
	}

	#statusLine(start: number, end: number): void {
		const line = statusLine(this.#buffer.bytes, start, end);
		if (line < 0)
			return this.#fail("response is not HTTP/1.1");
		this.status = Math.floor(line / 10);
		if (this.status === 101)
			return this.#fail("response switches protocols");
		this.#fields.reset(line % 10);
		this.#state = STATE_HEADER;
	}

	#headerLine(start: number, end: number): void {
		const { bytes } = this.#buffer;
		const colon = bytes.indexOf(COLON, start);
		if (colon <= start || colon >= end || bytes[start] <= SPACE || bytes[colon - 1] <= SPACE)
			return this.#fail("response has a bad header line");
		let from = colon + 1;
		while (from < end && (bytes[from] === SPACE || bytes[from] === TAB))
			from++;
		while (end > from && (bytes[end - 1] === SPACE || bytes[end - 1] === TAB))
			end--;
		if (this.status < 200)
			return;
		const fault = this.#fields.take(bytes, start, colon, from, end);
		if (fault === NONE)
			this.#collector.take(bytes, start, colon, from, end);
		else
			this.#fail(fault);
	}

	/** A head has been read in full. Learns it when it is still in the buffer, whole. */
	#headRead(): boolean {
		const buffer = this.#buffer;
		if (buffer.start === buffer.lineBytes && this.status >= 200 && !this.#collector.active)
			this.#known.learn(buffer.bytes, buffer.start, this.status, this.#fields);
		return this.#headEnd();
	}

	/** Takes a whole head that is known from the response before. Returns whether it did. */
	#recognised(): boolean {
		const buffer = this.#buffer;
		const known = this.#known;
		if (this.#collector.active)
			return false;
		const size = known.recognise(buffer.bytes, buffer.end);
		if (size < 0)
			return false;
		this.status = known.status;
		this.#fields.reset(1);
		this.#fields.length = size;
		buffer.start = buffer.lineBytes = known.length;
		return this.#headEnd();
	}

	/** The head is complete. An interim response (1xx) is passed over: returns false. */
	#headEnd(): boolean {
		if (this.status < 200) {
			this.#state = STATE_STATUS;
			return false;
		}
		const fields = this.#fields;
		this.#reusable = fields.keepAlive;
		switch (framing(this.#head, this.status, fields.chunked, fields.length)) {
			case FRAMING_NONE:
				this.#state = STATE_DONE;
				return true;
			case FRAMING_FIXED:
				this.#remaining = fields.length;
				this.#state = STATE_FIXED;
				return true;
			case FRAMING_CHUNKED:
				this.#state = STATE_CHUNK_SIZE;
				return true;
		}
		this.#reusable = false;
		this.#state = STATE_TO_END;
		return true;
	}

	#chunkSize(start: number, end: number): void {
		const size = chunkSize(this.#buffer.bytes, start, end);
		if (size < 0)
			return this.#fail("response has a bad chunk size");
		this.#remaining = size;
		this.#state = size === 0 ? STATE_TRAILER : STATE_CHUNK_DATA;
	}
}
