import { CR, LF } from "../characters.js";
import type { Text } from "../platform.js";
import { BAD_HEADER_LINE, framesMessage, isFieldLine, isFieldValue } from "./lines.js";

/** What `nextLine` found: no complete line yet. */
export const LINE_MORE = 0;
/** A complete line: `line` is its text, its CRLF is consumed. */
export const LINE_FOUND = 1;
/** The rest of a header line that was too long and does not frame the body: consumed. */
export const LINE_SKIPPED = 2;
/** A line that breaks the protocol; `fault` says why. */
export const LINE_FAULT = 3;

/** Maximum bytes of all head, chunk-size and trailer lines of one response; more is an attack or garbage. */
export const LINES_MAXIMUM = 65536;
/** Bytes of the buffer at first: most answers to a create, head and body. */
const FIRST_SIZE = 512;
/** Bytes that the buffer may grow to for a whole answer. */
export const GROWN_SIZE = 1536;
/** Bytes that are turned into characters by one call. */
const PIECE = 32;

// docs/decisions/0036-natives-instead-of-loops.md
/**
 * The bytes that have been received and not consumed, in one buffer that is owned here and reused, and the lines in them.
 * A line ends in CRLF (RFC 9112, section 2.2). A lone LF is a fault, because a guess would let a hostile peer pass one
 * message off as another; a lone CR is refused by whoever reads the line.
 */
export class ReceiveBuffer {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** First byte that is not consumed. */
	start = 0;
	/** Byte after the last received. */
	end = 0;
	/** Bytes of the lines consumed since `begin`. */
	lineBytes = 0;
	/** Text of the line that `nextLine` found, without its CRLF, and the offset of its first byte. */
	line = "";
	lineStart = 0;
	fault = "";

	/** Bytes of the longest line that is understood. */
	private readonly longest: number;
	private readonly text: Text;
	/** The bytes from `textStart` to `textEnd` as text, if they are ASCII: then an offset in one is an offset in the other. */
	private ascii: string | undefined;
	private textStart = 0;
	private textEnd = 0;
	private isSkipping = false;
	/** The last view of the buffer's beginning; the next response is usually as long. */
	private view: Uint8Array | undefined;

	/** @param size bytes of the buffer, the longest line that is understood */
	constructor(text: Text, size: number) {
		this.text = text;
		this.longest = size;
		this.bytes = new Uint8Array(new ArrayBuffer(size < FIRST_SIZE ? size : FIRST_SIZE,
			{ maxByteLength: size < GROWN_SIZE ? GROWN_SIZE : size }));
	}

	/**
	 * Makes the buffer longer where it is too short. Returns whether it has grown.
	 * @param wanted bytes of room
	 * @param most bytes that it may have then
	 */
	grow(wanted: number, most: number): boolean {
		if (this.bytes.length >= wanted || this.bytes.length >= most)
			return false;
		this.bytes.buffer.resize(wanted < most ? wanted + 15 & -16 : most);
		return true;
	}

	/** Makes ready for the lines of a response. */
	begin(): void {
		this.lineBytes = this.textEnd = 0;
		this.isSkipping = false;
	}

	/** Forgets the text that was read. */
	release(): void {
		this.ascii = undefined;
		this.line = "";
		this.textEnd = 0;
	}

	/** Puts bytes that were read elsewhere into the buffer, which is empty. */
	put(bytes: Uint8Array): void {
		this.bytes.set(bytes);
		this.start = this.textEnd = 0;
		this.end = bytes.length;
	}

	/** Returns the place for bytes from the socket, at most `count`; `end` must be moved by what was read. */
	space(count: number): Uint8Array {
		if (this.start > 0) {
			this.bytes.copyWithin(0, this.start, this.end);
			this.end -= this.start;
			this.start = this.textEnd = 0;
		}
		const room = this.bytes.length - this.end;
		const length = count < room ? count : room;
		if (this.end > 0)
			return new Uint8Array(this.bytes.buffer, this.end, length);
		if (this.view?.length !== length)
			this.view = new Uint8Array(this.bytes.buffer, 0, length);
		return this.view;
	}

	/**
	 * Looks for the next line. Returns one of the LINE_ constants.
	 * @param isField whether it is a header or trailer line, which may be skipped when it is longer than the buffer
	 */
	nextLine(isField: boolean): number {
		const { end, start } = this;
		const lineFeed = start < end ? this.lineFeed() : -1;
		if (lineFeed < 0)
			return end - start < this.bytes.length || this.grow(this.longest, this.longest) ? LINE_MORE : this.overlong(isField);
		if (lineFeed === start || this.bytes[lineFeed - 1] !== CR)
			return this.fail("response has a line that does not end in CRLF");
		if (!this.count(lineFeed + 1 - start))
			return LINE_FAULT;
		this.start = lineFeed + 1;
		this.lineStart = start;
		this.line = this.decode(start, lineFeed - 1);
		if (!this.isSkipping)
			return LINE_FOUND;
		this.isSkipping = false;
		return isFieldValue(this.line) ? LINE_SKIPPED : this.fail(BAD_HEADER_LINE);
	}

	/** Offset of the next LF, -1 for none. XS searches a text at a tenth of what a search in bytes costs. */
	private lineFeed(): number {
		const { end, start } = this;
		if (this.textEnd !== end) {
			const found = this.text.decode(this.bytes, start, end - start);
			this.ascii = found?.length === end - start ? found : undefined;
			this.textStart = start;
			this.textEnd = end;
		}
		if (this.ascii !== undefined) {
			const at = this.ascii.indexOf("\n", start - this.textStart);
			return at < 0 ? at : at + this.textStart;
		}
		const at = this.bytes.indexOf(LF, start);
		return at < end ? at : -1;
	}

	/** Bytes as text: UTF-8, or ISO-8859-1 if they are not UTF-8. */
	private decode(start: number, end: number): string {
		if (this.ascii !== undefined)
			return this.ascii.slice(start - this.textStart, end - this.textStart);
		if (start === end)
			return "";
		// XS ends a text at a NUL, which no line may hold.
		const found = this.bytes.subarray(start, end).includes(0) ? undefined : this.text.decode(this.bytes, start, end - start);
		return found ?? latin1(this.bytes, start, end);
	}

	/** A line fills the buffer: all of it is dropped but its last byte, which the check of the CRLF needs. */
	private overlong(isField: boolean): number {
		const last = this.bytes.length - 1;
		const beginning = this.decode(0, last);
		if (this.isSkipping && !isFieldValue(beginning))
			return this.fail(BAD_HEADER_LINE);
		if (!this.isSkipping && !(isField && isFieldLine(beginning) && !framesMessage(beginning.slice(0, beginning.indexOf(":")).toLowerCase())))
			return this.fail("response has a line that is too long");
		this.isSkipping = true;
		this.start = last;
		return this.count(last) ? LINE_MORE : LINE_FAULT;
	}

	/** Counts bytes of lines. Returns whether they are not too many. */
	private count(bytes: number): boolean {
		this.lineBytes += bytes;
		if (this.lineBytes <= LINES_MAXIMUM)
			return true;
		this.fault = "response head is too long";
		return false;
	}

	private fail(fault: string): number {
		this.fault = fault;
		return LINE_FAULT;
	}
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
	let text = "";
	for (let at = start; at < end; at += PIECE)
		text += String.fromCharCode.apply(null, bytes.subarray(at, at + PIECE < end ? at + PIECE : end) as unknown as number[]);
	return text;
}
