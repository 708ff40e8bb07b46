import type { ByteBuffer } from "../platform.js";
import { CR, isText, LF } from "./ascii.js";
import { HeadFields } from "./head-fields.js";
import { BAD_HEADER_LINE, fieldColon } from "./lines.js";

/** What `line` found: no whole line yet. */
export const LINE_MORE = 0;
/** A line from `lineStart` to `lineEnd`; its CRLF is passed over. */
export const LINE_FOUND = 1;
/** The rest of a header line that was too long and decides nothing: passed over. */
export const LINE_SKIPPED = 2;
/** No line can be had; `fault` says why. */
export const LINE_FAULT = 3;

/** Bytes of all head, chunk-size and trailer lines of one exchange; more is an attack or garbage. */
const LINES_MAXIMUM = 65536;

/**
 * The bytes received and not yet taken, in one buffer that is owned here and reused, and the lines in them. Lines end in
 * CRLF (RFC 9112, section 2.2); a lone LF is a fault, and a lone CR to whoever reads the line, because guessing would let a
 * broken or hostile peer pass one thing off as another. Lines are found by native searches: a loop over the bytes costs an XS engine ten times as much.
 */
export class ReceiveBuffer {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** First byte not taken. */
	start = 0;
	/** Byte after the last received. */
	end = 0;
	/** Bytes of the lines seen since `reset`. */
	lineBytes = 0;
	lineStart = 0;
	lineEnd = 0;
	fault = "";
	private skipping = false;
	/** The last view of the buffer's beginning; the next response is mostly as long. */
	private view: Uint8Array | undefined;

	/** @param size bytes; the longest line that is understood */
	constructor(size: number) {
		this.bytes = new Uint8Array(size);
	}

	reset(): void {
		this.start = this.end = this.lineBytes = 0;
		this.skipping = false;
	}

	/** Returns the place for bytes just received, at most `count` long; `filled` must follow. */
	space(count: number): Uint8Array {
		const bytes = this.bytes;
		if (this.start > 0) {
			bytes.copyWithin(0, this.start, this.end);
			this.end -= this.start;
			this.start = 0;
		}
		const room = bytes.length - this.end;
		const length = count < room ? count : room;
		if (this.end > 0)
			return new Uint8Array(bytes.buffer, this.end, length);
		if (this.view?.length !== length)
			this.view = new Uint8Array(bytes.buffer, 0, length);
		return this.view;
	}

	/** `count` bytes were written to what `space` returned. */
	filled(count: number): void {
		this.end += count;
	}

	/**
	 * Takes bytes out.
	 * @param target buffer to fill, at least `count` long; undefined for a new one
	 * @param count not more than there are
	 * @returns the new ArrayBuffer, or `count`
	 */
	take(target: ByteBuffer | undefined, count: number): ArrayBuffer | number {
		const from = this.start;
		this.start = from + count;
		if (target === undefined)
			return this.bytes.buffer.slice(from, this.start);
		(target instanceof Uint8Array ? target : new Uint8Array(target)).set(this.bytes.subarray(from, this.start));
		return count;
	}

	/**
	 * Looks for the next line and returns one of the LINE_ constants.
	 * @param header whether it is a header or trailer line, which may be passed over when it is too long
	 */
	line(header: boolean): number {
		const { bytes, start, end } = this;
		const lineFeed = start < end ? bytes.indexOf(LF, start) : -1;
		if (lineFeed < 0 || lineFeed >= end)
			return end - start < bytes.length ? LINE_MORE : this.overlong(header);
		if (lineFeed === start || bytes[lineFeed - 1] !== CR)
			return this.fail("response has a line that does not end in CRLF");
		if (!this.count(lineFeed + 1 - start))
			return LINE_FAULT;
		this.start = lineFeed + 1;
		if (this.skipping) {
			this.skipping = false;
			return isText(bytes, start, lineFeed - 1) ? LINE_SKIPPED : this.fail(BAD_HEADER_LINE);
		}
		this.lineStart = start;
		this.lineEnd = lineFeed - 1;
		return LINE_FOUND;
	}

	/** A line fills the buffer: all but its last byte, which the CRLF check needs, is dropped. */
	private overlong(header: boolean): number {
		const { bytes } = this;
		const last = bytes.length - 1;
		if (!this.skipping) {
			const colon = header ? fieldColon(bytes, 0, last) : -1;
			if (colon < 0 || HeadFields.matters(bytes, 0, colon))
				return this.fail("response has a line that is too long");
			this.skipping = true;
		}
		else if (!isText(bytes, 0, last))
			return this.fail(BAD_HEADER_LINE);
		this.start = last;
		return this.count(last) ? LINE_MORE : LINE_FAULT;
	}

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
