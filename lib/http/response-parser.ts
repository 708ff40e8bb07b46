import { NO_CONTENT, NOT_MODIFIED, OK } from "../http-statuses.js";
import { CR, LF, NINE, ZERO } from "../characters.js";
import type { Text } from "../platform.js";
import { FIELD_DATE } from "../request/head-fields.js";
import { chunkSize, framesMessage, isFieldLine } from "./lines.js";
import { EVENT_BODY, EVENT_DONE, EVENT_ERROR, EVENT_HEAD, EVENT_MORE } from "./parser-events.js";
import { LINE_FAULT, LINE_FOUND, LINE_MORE, LINES_MAXIMUM, ReceiveBuffer } from "./receive-buffer.js";
import { ResponseHead } from "./response-head.js";

const STATE_STATUS = 0;
const STATE_FIELD = 1;
const STATE_FIXED = 2;
const STATE_TO_END = 3;
const STATE_CHUNK_SIZE = 4;
const STATE_CHUNK_DATA = 5;
const STATE_CHUNK_END = 6;
const STATE_TRAILER = 7;
const STATE_DONE = 8;
const STATE_FAILED = 9;

/** Bytes of a chunk's end and the size of the next one, with four digits as most have; and as many as are read where that was not all. */
export const LINES_BETWEEN = 8;
const LINES_MORE = 16;
/** The bit that makes a letter small. */
const SMALL = 0x20;
const LETTER_A = 0x61;
/** Digits of a chunk's size that are read without a text. */
const DIGITS = 6;
/** What was there was looked at: what comes then is the next state's. */
const GO_ON = -1;
/** It is to be read as lines. */
const AS_LINES = -2;
const CHUNK_OVERRUN = "response has a chunk longer than announced";

// docs/decisions/0021-strict-framing.md
/**
 * Reads HTTP/1.1 responses (RFC 9112, sections 4 to 7) from bytes that come in any fragments. It calls nobody: its owner
 * asks `next` what there is. Folded lines, other transfer codings than chunked and ambiguous framing are errors.
 */
export class ResponseParser {
	/** Set after EVENT_ERROR. */
	error = "";
	/** Status and fields of the response, after EVENT_HEAD. */
	readonly head: ResponseHead;
	/** Where received bytes are put. */
	readonly buffer: ReceiveBuffer;

	/**
	 * Bytes of the body, or of its chunk, that are still to be taken; Infinity for a body that ends with the connection. 0 while lines are
	 * expected.
	 */
	remaining = 0;

	private state = STATE_DONE;
	private keepsAlive = false;

	/**
	 * @param text decodes lines
	 * @param size bytes of the buffer: the longest line that is understood. Longer header lines are skipped
	 * @param names of the header fields whose text is kept; see `ResponseHead`
	 */
	constructor(text: Text, size: number, names?: readonly string[]) {
		this.buffer = new ReceiveBuffer(text, size);
		this.head = new ResponseHead(names);
	}

	/** Bytes of the body that the buffer holds. */
	get available(): number {
		const buffered = this.buffer.end - this.buffer.start;
		return buffered < this.remaining ? buffered : this.remaining;
	}

	/** Whether bytes of a chunk are taken: lines follow them. */
	get isInChunk(): boolean {
		return this.state === STATE_CHUNK_DATA;
	}

	/** How many of `count` bytes to read at once into the buffer: few between chunks, because what is not a line has to be moved. */
	lineBytes(count: number): number {
		if (this.state !== STATE_CHUNK_SIZE && this.state !== STATE_CHUNK_DATA && this.state !== STATE_CHUNK_END)
			return count;
		const missing = LINES_BETWEEN - this.buffer.end + this.buffer.start;
		const most = missing > 0 ? missing : LINES_MORE;
		return count < most ? count : most;
	}

	/** Whether any byte of a response has been seen since `reset`. */
	get hasBegun(): boolean {
		return this.state !== STATE_STATUS || this.buffer.lineBytes > 0 || this.buffer.end > 0;
	}

	/** Whether the status line of the final response has been read. */
	get isFinal(): boolean {
		return this.state !== STATE_STATUS && this.head.status >= OK;
	}

	/** After EVENT_DONE: whether the connection can carry another request. Bytes past the end spoil it. */
	get isReusable(): boolean {
		return this.keepsAlive && this.buffer.start === this.buffer.end;
	}

	/** Makes ready for the response that the buffer begins with. */
	begin(): void {
		this.buffer.begin();
		this.state = STATE_STATUS;
		this.remaining = 0;
		this.error = "";
	}

	/**
	 * Prepares for what follows a head that is known, except for its Content-Length and Date; `head` stands for it.
	 * @param bytes of the head, which the buffer begins with
	 * @param length -1 without a Content-Length
	 */
	resume(bytes: number, length: number, date: string | undefined): void {
		this.begin();
		this.buffer.start = this.buffer.lineBytes = bytes;
		this.head.length = length;
		this.head.values[FIELD_DATE] = date;
		if (length <= 0) {
			this.headEnd();
			return;
		}
		this.state = STATE_FIXED;
		this.remaining = length;
		this.keepsAlive = true;
	}

	/** Goes on as far as the bytes allow and returns one of the EVENT_ constants. */
	next(): number {
		for (;;) {
			const { state } = this;
			let event = AS_LINES;
			switch (state) {
				case STATE_FIXED:
				case STATE_CHUNK_DATA:
				case STATE_TO_END:
					if (this.remaining > 0)
						return this.buffer.start < this.buffer.end ? EVENT_BODY : EVENT_MORE;
					this.state = state === STATE_FIXED ? STATE_DONE : STATE_CHUNK_END;
					continue;
				case STATE_CHUNK_END:
					event = this.chunkEnd();
					break;
				case STATE_DONE:
					return EVENT_DONE;
				case STATE_FAILED:
					return EVENT_ERROR;
			}
			if (event === AS_LINES)
				event = this.readLine(state === STATE_FIELD || state === STATE_TRAILER);
			if (event !== GO_ON)
				return event;
		}
	}

	/** @param isField whether it may be skipped where it is too long @returns an event, or GO_ON */
	private readLine(isField: boolean): number {
		switch (this.buffer.nextLine(isField)) {
			case LINE_MORE:
				return EVENT_MORE;
			case LINE_FAULT:
				return this.fail(this.buffer.fault);
			case LINE_FOUND:
				return this.takeLine(this.buffer.line) ? EVENT_HEAD : GO_ON;
			default:
				return GO_ON;
		}
	}

	/**
	 * The connection has ended. Returns EVENT_DONE when that is a proper end, else EVENT_ERROR.
	 * @param isBroken whether it failed; a body that lasts to the end is not known to be complete then (RFC 9112, section 8)
	 */
	end(isBroken = false): number {
		if (this.state === STATE_TO_END && !isBroken)
			this.state = STATE_DONE;
		this.remaining = 0;
		if (this.state === STATE_DONE)
			return EVENT_DONE;
		if (this.state !== STATE_FAILED)
			this.fail(this.hasBegun ? "response ended early" : "connection closed before the response");
		return EVENT_ERROR;
	}

	/** Takes bytes of the body out of the buffer, as many as there is room for. Returns how many. */
	take(target: Uint8Array): number {
		const { available, buffer } = this;
		const count = target.length < available ? target.length : available;
		target.set(buffer.bytes.subarray(buffer.start, buffer.start + count));
		buffer.start += count;
		this.remaining -= count;
		return count;
	}

	/**
	 * Looks at what follows a chunk: its end and the size of the next one, as servers write them. No text is made here: what is allocated
	 * after the body's buffer would have that copied when it grows.
	 * @returns GO_ON where that chunk begins, AS_LINES where it is written otherwise, or an event
	 */
	private chunkEnd(): number {
		const { bytes, end, start } = this.buffer;
		const first = start < end ? bytes[start] : CR;
		// What follows a chunk need not hold a line's end that could be waited for.
		if (first !== CR)
			return first === LF ? AS_LINES : this.fail(CHUNK_OVERRUN);
		if (start + 1 < end && bytes[start + 1] !== LF)
			return AS_LINES;
		let at = start + 2;
		let size = 0;
		for (let digit; at < end && at < start + 2 + DIGITS && (digit = hexDigit(bytes[at])) >= 0; at++)
			size = size << 4 | digit;
		const lines = at + 2 - start;
		if (at >= end || at + 1 >= end && bytes[at] === CR)
			return EVENT_MORE;
		if (size === 0 || !isCRLF(bytes, at) || this.buffer.lineBytes + lines > LINES_MAXIMUM)
			return AS_LINES;
		this.buffer.start += lines;
		this.buffer.lineBytes += lines;
		this.remaining = size;
		this.state = STATE_CHUNK_DATA;
		return GO_ON;
	}

	/** The head is complete. Returns false for an interim response (1xx), which is skipped unless it closes the connection. */
	private headEnd(): boolean {
		const { isChunked, keepsAlive, length, status } = this.head;
		if (status < OK)
			return this.goOn(keepsAlive ? "" : "interim response closes the connection", STATE_STATUS);
		// RFC 9112, section 6.3.
		this.keepsAlive = keepsAlive;
		if (status === NO_CONTENT || status === NOT_MODIFIED)
			this.state = STATE_DONE;
		else if (isChunked)
			this.state = STATE_CHUNK_SIZE;
		else if (length >= 0) {
			this.state = STATE_FIXED;
			this.remaining = length;
		}
		else {
			this.state = STATE_TO_END;
			this.remaining = Infinity;
			this.keepsAlive = false;
		}
		return true;
	}

	private fail(error: string): typeof EVENT_ERROR {
		this.state = STATE_FAILED;
		this.error = error;
		return EVENT_ERROR;
	}

	/** Returns whether the final head is complete with this line. */
	private takeLine(line: string): boolean {
		switch (this.state) {
			case STATE_STATUS:
				return this.goOn(this.head.statusLine(line), STATE_FIELD);
			case STATE_FIELD:
				return line === "" ? this.headEnd() : this.goOn(this.head.fieldLine(line, this.buffer.lineStart), STATE_FIELD);
			case STATE_CHUNK_SIZE: {
				const size = chunkSize(line);
				this.remaining = size;
				return this.goOn(size < 0 ? "response has a bad chunk size" : "", size === 0 ? STATE_TRAILER : STATE_CHUNK_DATA);
			}
			case STATE_CHUNK_END:
				return this.goOn(line === "" ? "" : CHUNK_OVERRUN, STATE_CHUNK_SIZE);
			case STATE_TRAILER:
				if (line === "")
					this.state = STATE_DONE;
				// Nobody reads trailers, but one that frames the body is an attempt to have it read in two ways (RFC 9110, section 6.5.1).
				else if (!isFieldLine(line) || framesMessage(line.slice(0, line.indexOf(":")).toLowerCase()))
					this.fail("response has a bad trailer line");
		}
		return false;
	}

	/** A line that is not the head's last has been read: goes on in a state, or fails. */
	private goOn(fault: string, state: number): false {
		this.state = state;
		if (fault !== "")
			this.fail(fault);
		return false;
	}
}

/** The number that a character stands for, less than 0 for none. */
function hexDigit(code: number): number {
	if (code <= NINE)
		return code - ZERO;
	const digit = (code | SMALL) - LETTER_A + 10;
	return digit >= 10 && digit < 16 ? digit : -1;
}

function isCRLF(bytes: Uint8Array, at: number): boolean {
	return bytes[at] === CR && bytes[at + 1] === LF;
}
