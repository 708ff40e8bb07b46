import type { BodySink, ByteBuffer, Text } from "../platform.js";
import { CR, LF } from "./ascii.js";
import { framing, FRAMING_CHUNKED, FRAMING_FIXED, FRAMING_NONE } from "./framing.js";
import { HeadFields } from "./head-fields.js";
import { HeadReader } from "./head-reader.js";
import { chunkSize, fieldColon } from "./lines.js";
import { LINE_FAULT, LINE_FOUND, LINE_MORE, ReceiveBuffer } from "./receive-buffer.js";
import { NONE } from "../words.js";

/** What `next` found: more bytes are needed. */
export const EVENT_MORE = 0;
/** The head of the final response is complete: `head` has status and fields. */
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

const BAD_CHUNK_SIZE = "response has a bad chunk size";
const CHUNK_OVERRUN = "response has a chunk longer than announced";

/**
 * Reads HTTP/1.1 responses (RFC 9112, sections 4 to 7) from bytes that come in any fragments. It calls nobody: the owner
 * asks `next` what there is. Folded lines, other transfer codings than chunked and doubtful framing are errors.
 */
export class ResponseParser {
	/** Set after EVENT_ERROR. */
	error = "";
	/** The response's status and header fields, after EVENT_HEAD. */
	readonly head: HeadReader;
	/** Where the bytes received are put, after EVENT_MORE only. */
	readonly buffer: ReceiveBuffer;

	private state = STATE_DONE;
	/** Whether the request's method is HEAD. */
	private bodiless = false;
	private remaining = 0;
	private keepsAlive = false;

	/**
	 * @param text decodes header values
	 * @param size bytes of the buffer: the longest line that is understood. Longer header lines are passed over
	 */
	constructor(text: Text, size: number) {
		this.buffer = new ReceiveBuffer(size);
		this.head = new HeadReader(text);
	}

	/** Bytes of the body that can be taken now. */
	get available(): number {
		const buffered = this.buffer.end - this.buffer.start;
		return this.state === STATE_TO_END || buffered < this.remaining ? buffered : this.remaining;
	}

	/** Whether any byte of a response has been seen since `reset`. */
	get begun(): boolean {
		return this.state !== STATE_STATUS || this.buffer.lineBytes > 0 || this.buffer.end > 0;
	}

	/** After EVENT_DONE: whether the connection can carry another request. Bytes past the end spoil it. */
	get reusable(): boolean {
		return this.keepsAlive && this.buffer.start === this.buffer.end;
	}

	/**
	 * Makes ready for the response to the next request. The buffer is emptied.
	 * @param head whether the request's method is HEAD
	 * @param mask names of the headers wanted, in lower case; all when undefined
	 */
	reset(head: boolean, mask: readonly string[] | undefined): void {
		this.buffer.reset();
		this.head.collector.reset(mask);
		this.state = STATE_STATUS;
		this.bodiless = head;
		this.remaining = 0;
		this.error = NONE;
	}

	/** Goes on as far as the bytes allow and returns one of the EVENT_ constants. */
	next(): number {
		const buffer = this.buffer;
		for (;;) {
			const state = this.state;
			switch (state) {
				case STATE_STATUS:
					if (buffer.end === 0)
						return EVENT_MORE;
					if (buffer.lineBytes === 0 && this.head.recognise(buffer) && this.headEnd())
						return EVENT_HEAD;
					break;
				case STATE_FIXED:
				case STATE_CHUNK_DATA:
					if (this.remaining > 0)
						return buffer.start < buffer.end ? EVENT_BODY : EVENT_MORE;
					this.state = state === STATE_FIXED ? STATE_DONE : STATE_CHUNK_END;
					continue;
				case STATE_TO_END:
					return buffer.start < buffer.end ? EVENT_BODY : EVENT_MORE;
				case STATE_CHUNK_END:
					// What follows a chunk need not hold a line's end that could be waited for.
					if (buffer.start === buffer.end || buffer.bytes[buffer.start] === CR || buffer.bytes[buffer.start] === LF)
						break;
					this.fail(CHUNK_OVERRUN);
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
					this.fail(buffer.fault);
					continue;
				case LINE_FOUND:
					if (this.line(buffer.lineStart, buffer.lineEnd))
						return EVENT_HEAD;
			}
		}
	}

	/**
	 * The connection has ended. Returns EVENT_DONE when that is a proper end, else EVENT_ERROR.
	 * @param broken whether it failed; a body that lasts to the end is not known to be whole then (RFC 9112, section 8)
	 */
	end(broken = false): number {
		if (this.state === STATE_TO_END && !broken)
			this.state = STATE_DONE;
		if (this.state === STATE_DONE)
			return EVENT_DONE;
		if (this.state !== STATE_FAILED)
			this.fail(this.begun ? "response ended early" : "connection closed before the response");
		return EVENT_ERROR;
	}

	/**
	 * Takes bytes of the body.
	 * @param target how many bytes, or the buffer to fill as far as there are bytes; not more than `available` are taken
	 * @returns a new ArrayBuffer for a number; for a buffer the number of bytes
	 */
	take(target: number | ByteBuffer): ArrayBuffer | number {
		const { available } = this;
		const wanted = typeof target === "number" ? target : target.byteLength;
		const count = wanted < available ? wanted : available;
		this.passed(count);
		return this.buffer.take(typeof target === "number" ? undefined : target, count);
	}

	/** Hands the bytes of the body that are `available` over where they are. */
	give(sink: BodySink): void {
		const { available, buffer } = this;
		if (available === 0)
			return;
		const { start } = buffer;
		buffer.start = start + available;
		this.passed(available);
		sink.take(buffer.bytes, start, buffer.start, this.state === STATE_FIXED && this.remaining === 0);
	}

	private passed(count: number): void {
		if (this.state !== STATE_TO_END)
			this.remaining -= count;
	}

	private fail(error: string): void {
		this.state = STATE_FAILED;
		this.error = error;
	}

	/** Takes a line. Returns whether the final head is complete with it. */
	private line(start: number, end: number): boolean {
		const { bytes } = this.buffer;
		switch (this.state) {
			case STATE_STATUS:
				return this.judge(this.head.statusLine(bytes, start, end), STATE_HEADER);
			case STATE_HEADER:
				if (start === end) {
					this.head.learn(this.buffer);
					return this.headEnd();
				}
				return this.judge(this.head.headerLine(bytes, start, end), STATE_HEADER);
			case STATE_CHUNK_SIZE: {
				const size = chunkSize(bytes, start, end);
				this.remaining = size;
				return this.judge(size < 0 ? BAD_CHUNK_SIZE : NONE, size === 0 ? STATE_TRAILER : STATE_CHUNK_DATA);
			}
			case STATE_CHUNK_END:
				return this.judge(start === end ? NONE : CHUNK_OVERRUN, STATE_CHUNK_SIZE);
			case STATE_TRAILER:
				if (start === end)
					this.state = STATE_DONE;
				else
					this.trailerLine(bytes, start, end);
		}
		return false;
	}

	/** A trailer field is read by nobody, but one that frames the body is an attempt to have it read in two ways (RFC 9110, section 6.5.1). */
	private trailerLine(bytes: Uint8Array, start: number, end: number): void {
		const colon = fieldColon(bytes, start, end);
		if (colon < 0 || HeadFields.matters(bytes, start, colon))
			this.fail("response has a bad trailer line");
	}

	/** A line that isn't the head's last has been read: goes on in a state, or fails. */
	private judge(fault: string, state: number): false {
		this.state = state;
		if (fault !== NONE)
			this.fail(fault);
		return false;
	}

	/** The head is complete. An interim response (1xx) is passed over, unless it closes the connection: returns false. */
	private headEnd(): boolean {
		const { fields, status } = this.head;
		if (status < 200) {
			return this.judge(fields.keepAlive ? NONE : "interim response closes the connection", STATE_STATUS);
		}
		this.keepsAlive = fields.keepAlive;
		switch (framing(this.bodiless, status, fields.chunked, fields.length)) {
			case FRAMING_NONE:
				this.state = STATE_DONE;
				return true;
			case FRAMING_FIXED:
				this.remaining = fields.length;
				this.state = STATE_FIXED;
				return true;
			case FRAMING_CHUNKED:
				this.state = STATE_CHUNK_SIZE;
				return true;
		}
		this.keepsAlive = false;
		this.state = STATE_TO_END;
		return true;
	}
}
