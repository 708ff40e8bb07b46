import type { Text } from "../platform.js";
import { FIELD_CONTENT_TYPE, FIELD_DATE, type ResponseHead } from "./response-head.js";

/** Bytes of hh:mm:ss, and of what is before it in a Date field. */
const TIME = 8;
const DATE_BEFORE = 17;
const DATE_LENGTH = 29;
/** High bits of four bytes that are digits or colons. */
const TIME_MASK = -252645136;
const TIME_BITS = 0x30303030;
const ZERO = 48;
const CR = 13;
const LF = 10;
/** Bytes of the end of a head: two CRLF. */
const END = 4;
/** Heads in a row that look like the cached one and are not, after which none is cached: some field differs each time. */
const MISSES_MAXIMUM = 4;

/**
 * The head of the last response, to recognise the next by comparison: a server's heads are mostly the same but for the time
 * of day in the Date field and the digits of the Content-Length. On XS three comparisons of text cost a fifteenth of what
 * reading the lines costs. A head that does not match is read in full.
 */
export class HeaderCache {
	/** Bytes of the cached head, 0 while there is none. */
	length = 0;
	status = 0;
	isChunked = false;
	contentType: string | undefined;
	/** Content-Length of the head that matched last, -1 without one. */
	contentLength = -1;
	/** Heads in a row that did not match. */
	misses = 0;

	private readonly text: Text;
	private readonly bytes: Uint8Array;
	private readonly data: DataView;
	/** Offsets of the time of day, and of the digits of the Content-Length. */
	private time = 0;
	private digits = 0;
	private digitsEnd = 0;
	/** Where the text before ends, the one between begins and ends, and the one behind begins. */
	private beforeEnd = 0;
	private betweenAt = 0;
	private betweenEnd = 0;
	private behindAt = 0;
	/** The texts before, between and behind the two. */
	private before: string | undefined;
	private between: string | undefined;
	private behind: string | undefined;

	/** @param bytes the receive buffer, kept: heads are compared where they begin it */
	constructor(text: Text, bytes: Uint8Array<ArrayBuffer>) {
		this.text = text;
		this.bytes = bytes;
		this.data = new DataView(bytes.buffer);
	}

	/**
	 * Stores a head that was read in full, if it is of the usual kind.
	 * @param length its bytes
	 */
	store(length: number, head: ResponseHead): void {
		const { bytes, text } = this;
		const { isChunked, status, timeAt, values } = head;
		this.length = 0;
		this.isChunked = false;
		this.time = timeAt;
		// Of two dates, or of one in characters that are several bytes, not all would be told.
		if (this.misses === MISSES_MAXIMUM || !head.isSteady || this.date() !== values[FIELD_DATE])
			return;
		// Without a Content-Length, its digits are none, behind the head.
		const digitsAt = head.length < 0 ? length : head.digitsAt;
		const digitsEnd = head.length < 0 ? length : head.digitsEnd;
		const timeEnd = timeAt + TIME;
		const timeFirst = timeAt < digitsAt;
		this.digits = digitsAt;
		this.digitsEnd = digitsEnd;
		this.beforeEnd = timeFirst ? timeAt : digitsAt;
		this.betweenAt = timeFirst ? timeEnd : digitsEnd;
		this.betweenEnd = timeFirst ? digitsAt : timeAt;
		this.behindAt = timeFirst ? digitsEnd : timeEnd;
		this.before = text.decode(bytes, 0, this.beforeEnd);
		this.between = text.decode(bytes, this.betweenAt, this.betweenEnd - this.betweenAt);
		this.behind = text.decode(bytes, this.behindAt, length - this.behindAt);
		if (this.before === undefined || this.between === undefined || this.behind === undefined)
			return;
		this.length = length;
		this.status = status;
		this.isChunked = isChunked;
		this.contentType = values[FIELD_CONTENT_TYPE];
	}

	/**
	 * Compares, and reads the `contentLength`.
	 * @param end bytes that have been received
	 * @returns whether they begin with the cached head
	 */
	match(end: number): boolean {
		const bytes = this.bytes;
		const length = this.length;
		if (length === 0 || end < length || bytes[length - 1] !== LF || bytes[length - 2] !== CR || bytes[length - 3] !== LF || bytes[length - 4] !== CR)
			return false;
		let contentLength = 0;
		const digitsEnd = this.digitsEnd;
		for (let at = this.digits; at < digitsEnd; at++) {
			const digit = bytes[at] - ZERO;
			if (digit < 0 || digit > 9)
				return false;
			contentLength = contentLength * 10 + digit;
		}
		// Digits and colons, and five codes behind them: nothing that a value can't hold.
		const time = this.time;
		if ((this.data.getInt32(time) & TIME_MASK) !== TIME_BITS || (this.data.getInt32(time + 4) & TIME_MASK) !== TIME_BITS)
			return false;
		const text = this.text;
		const behindAt = this.behindAt;
		const betweenAt = this.betweenAt;
		if (text.decode(bytes, betweenAt, this.betweenEnd - betweenAt) === this.between
			&& text.decode(bytes, 0, this.beforeEnd) === this.before
			&& (behindAt + END === length || text.decode(bytes, behindAt, length - behindAt) === this.behind)) {
			this.misses = 0;
			this.contentLength = this.digits === digitsEnd ? -1 : contentLength;
			return true;
		}
		if (++this.misses === MISSES_MAXIMUM)
			this.length = 0;
		return false;
	}

	/** The Date field of a head that matches, "" when it is not text. */
	date(): string {
		return this.text.decode(this.bytes, this.time - DATE_BEFORE, DATE_LENGTH) ?? "";
	}
}
