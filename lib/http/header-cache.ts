import type { Text } from "../platform.js";
import { HeadLines } from "./head-lines.js";
import { FIELD_AGE, FIELD_DATE, type ResponseHead } from "./response-head.js";

/** Bytes of hh:mm:ss, and of what is before it in a Date field. */
const TIME = 8;
const DATE_BEFORE = 17;
const DATE_LENGTH = 29;
/** High bits of four bytes that are digits or colons. */
const TIME_MASK = -252645136;
const TIME_BITS = 0x30303030;
const ZERO = "0".charCodeAt(0);
const CR = "\r".charCodeAt(0);
const LF = "\n".charCodeAt(0);
/** Bytes of the end of a head: two CRLF. */
const END = 4;
/** Bytes for the size of the first chunk and what is around it. */
const CHUNK_LINES = 16;
const HEAD_END = "\r\n\r\n";
/** Heads in a row that are not the cached one again, after which lines are compared: some field differs each time. */
const MISSES_MAXIMUM = 4;

// docs/decisions/0018-cached-response-head.md
/**
 * The head of the last response, to recognise the next by comparison: a server's heads are mostly the same, except for the time
 * of day in the Date field and the digits of the Content-Length. On XS three comparisons of text cost a fifteenth of what
 * reading the lines costs. A head that does not match is read in full. Where some do not again and again, they are compared
 * line by line.
 */
export class HeaderCache {
	/** Bytes of the head that was stored or matched last. */
	length = 0;
	/** Content-Length of the head that matched last, -1 without one. */
	contentLength = -1;
	/** Bytes to read of the next response at first: few after a head whose body comes in chunks, which would have to be moved. */
	expected = Infinity;

	private readonly text: Text;
	private readonly bytes: Uint8Array;
	private readonly data: DataView;
	/** Offsets of the time of day, and of the digits of the Content-Length. */
	private time = 0;
	private digits = 0;
	private digitsEnd = 0;
	/** Where the text before ends, the one between begins and ends, and the one after begins. */
	private beforeEnd = 0;
	private betweenAt = 0;
	private betweenEnd = 0;
	private behindAt = 0;
	/** The texts before, between and after the two; undefined without a head that is cached so. */
	private before: string | undefined;
	private between: string | undefined;
	private behind: string | undefined;
	/** Status of the head that was stored last, and how many in a row have had it and did not match. */
	private status = 0;
	private misses = 0;
	/** Whether it comes out of a cache (RFC 9111, section 5.1), so that its Date is not the time. */
	private isAged = false;
	private lines: HeadLines | undefined;

	/** @param bytes the receive buffer, kept: heads are compared where they begin it */
	constructor(text: Text, bytes: Uint8Array<ArrayBuffer>) {
		this.text = text;
		this.bytes = bytes;
		this.data = new DataView(bytes.buffer);
	}

	/**
	 * Stores a head that was read in full, if it is of the usual kind. The one before has been dropped.
	 * @param length its bytes
	 */
	store(length: number, head: ResponseHead): void {
		const { isChunked, status, timeAt, values } = head;
		if (status === this.status)
			this.misses++;
		// Two dates, or one in characters of several bytes, would not be recognised.
		if (!head.isSteady || this.dateAt(timeAt) !== values[FIELD_DATE])
			return;
		// Without a body the Content-Length says nothing, as any field (RFC 9110, section 8.6).
		const hasLength = head.length >= 0 && status !== 204 && status !== 304;
		this.length = length;
		this.status = status;
		this.isAged = values[FIELD_AGE] !== undefined;
		if (this.misses < MISSES_MAXIMUM) {
			this.expected = isChunked ? length + CHUNK_LINES : Infinity;
			// Without a Content-Length it has no digits, at the end of the head.
			return hasLength ? this.storeTexts(length, timeAt, head.digitsAt, head.digitsEnd) : this.storeTexts(length, timeAt, length, length);
		}
		const text = this.headText(length);
		if (text.length + END === length)
			this.lines = new HeadLines(text, hasLength ? head.length : -1, this.dateAt(timeAt));
	}

	/** Forgets the head: another is going to be read. */
	drop(): void {
		this.before = this.lines = undefined;
		this.expected = Infinity;
	}

	private storeTexts(length: number, time: number, digits: number, digitsEnd: number): void {
		const { bytes, text } = this;
		const timeEnd = time + TIME;
		const timeFirst = time < digits;
		this.time = time;
		this.digits = digits;
		this.digitsEnd = digitsEnd;
		this.beforeEnd = timeFirst ? time : digits;
		this.betweenAt = timeFirst ? timeEnd : digitsEnd;
		this.betweenEnd = timeFirst ? digits : time;
		this.behindAt = timeFirst ? digitsEnd : timeEnd;
		this.between = text.decode(bytes, this.betweenAt, this.betweenEnd - this.betweenAt);
		this.behind = text.decode(bytes, this.behindAt, length - this.behindAt);
		if (this.between !== undefined && this.behind !== undefined)
			this.before = text.decode(bytes, 0, this.beforeEnd);
	}

	/**
	 * Compares, and reads the `contentLength`.
	 * @param end bytes that have been received
	 * @returns whether they begin with the cached head
	 */
	match(end: number): boolean {
		const before = this.before;
		if (before === undefined)
			return this.lines !== undefined && this.matchLines(this.lines, end);
		const bytes = this.bytes;
		const length = this.length;
		if (end < length || bytes[length - 1] !== LF || bytes[length - 2] !== CR || bytes[length - 3] !== LF || bytes[length - 4] !== CR)
			return false;
		let contentLength = 0;
		const digitsEnd = this.digitsEnd;
		for (let at = this.digits; at < digitsEnd; at++) {
			const digit = bytes[at] - ZERO;
			if (digit < 0 || digit > 9)
				return false;
			contentLength = contentLength * 10 + digit;
		}
		// Digits and colons, and the five codes after them: nothing that a value can't hold.
		const time = this.time;
		if ((this.data.getInt32(time) & TIME_MASK) !== TIME_BITS || (this.data.getInt32(time + 4) & TIME_MASK) !== TIME_BITS)
			return false;
		const text = this.text;
		const behindAt = this.behindAt;
		const betweenAt = this.betweenAt;
		if (text.decode(bytes, betweenAt, this.betweenEnd - betweenAt) === this.between
			&& text.decode(bytes, 0, this.beforeEnd) === before
			&& (behindAt + END === length || text.decode(bytes, behindAt, length - behindAt) === this.behind)) {
			this.misses = 0;
			this.contentLength = this.digits === digitsEnd ? -1 : contentLength;
			return true;
		}
		return false;
	}

	/** The Date field of a head that matches, "" when it is not text or comes out of a cache. */
	date(): string {
		return this.isAged ? "" : this.lines === undefined ? this.dateAt(this.time) : this.lines.date;
	}

	private dateAt(time: number): string {
		return this.text.decode(this.bytes, time - DATE_BEFORE, DATE_LENGTH) ?? "";
	}

	private matchLines(lines: HeadLines, end: number): boolean {
		const head = this.headText(end);
		if (head === "" || !lines.match(head))
			return false;
		this.length = head.length + END;
		this.contentLength = lines.contentLength;
		return true;
	}

	/** The head that the bytes begin with as text, without the two CRLF at its end; "" if it is not complete or not ASCII. */
	private headText(end: number): string {
		const { bytes, text } = this;
		const length = text.decode(bytes, 0, end)?.indexOf(HEAD_END) ?? -1;
		const head = length > 0 ? text.decode(bytes, 0, length) : undefined;
		return head?.length === length ? head : "";
	}
}
