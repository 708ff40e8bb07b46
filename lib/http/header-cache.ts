import { NO_CONTENT, NOT_MODIFIED } from "../http-statuses.js";
import { CRLF, ZERO } from "../characters.js";
import { LINES_BETWEEN } from "./response-parser.js";
import type { Text } from "../platform.js";
import { FIELD_AGE, FIELD_CONTENT_TYPE, FIELD_DATE } from "../request/head-fields.js";
import { HeadLines } from "./head-lines.js";
import type { ResponseHead } from "./response-head.js";

/** Bytes of hh:mm:ss, and of what is before it in a Date field. */
const TIME = 8;
const DATE_BEFORE = 17;
const DATE_LENGTH = 29;
/** High bits of four bytes that are digits or colons. */
const TIME_MASK = -252645136;
const TIME_BITS = 0x30303030;
/** Bytes of the end of a head: two CRLF. */
const END = 4;
const HEAD_END = CRLF + CRLF;
const END_BITS = 0x0d0a0d0a;
/** Heads of a kind in a row that are not the cached one again, after which lines are compared: some field differs each time. */
const MISSES_MAXIMUM = 4;
/** Kinds that are kept: records, batches, lists in chunks and refusals come in turn. */
const KINDS = 4;

// docs/decisions/0018-cached-response-head.md
/**
 * The head of the last response of a kind, to recognise the next by comparison: a server's heads are mostly the same, except
 * for the time of day in the Date field and the digits of the Content-Length. On XS three comparisons of text cost a
 * fifteenth of what reading the lines costs. A head that does not match is read in full. Where some do not again and again,
 * they are compared line by line.
 *
 * A kind is a status and a framing: a create's answer has a Content-Length, a list's comes in chunks. Lengths of as many digits
 * are a kind, unless lines are compared: an outbox gets long answers to batches and short ones to single readings. The caches
 * of some kinds are a list, the last used first. A cache is made when its kind comes.
 */
export class HeaderCache {
	/** Bytes of the head that was stored or matched last. */
	length = 0;
	/** Content-Length of the head that matched last, -1 without one. */
	contentLength = -1;
	/** Bytes to read at first where the next response has this head: few if its body comes in chunks, which would have to be moved. */
	expected = Infinity;
	/** Status of the head, 0 for none; whether its body comes in chunks; and its Content-Type, undefined without one. */
	status = 0;
	isChunked = false;
	type: string | undefined;
	/** Whether it comes out of a cache (RFC 9111, section 5.1), so that its Date is not the time. */
	isAged = false;

	private readonly text: Text;
	private readonly bytes: Uint8Array<ArrayBuffer>;
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
	/** Whether it has a Content-Length that counts, and how many of the kind in a row did not match. */
	private hasLength = false;
	private misses = -1;
	private lines: HeadLines | undefined;
	/** The cache of the kind that was used before this one. */
	private next: HeaderCache | undefined;

	/**
	 * @param bytes the receive buffer, kept: heads are compared where they begin it
	 * @param data its bytes
	 */
	constructor(text: Text, bytes: Uint8Array<ArrayBuffer>, data: DataView = new DataView(bytes.buffer)) {
		this.text = text;
		this.bytes = bytes;
		this.data = data;
	}

	/**
	 * Stores a head that was read in full and did not match, if it is of the usual form.
	 * @param length its bytes
	 * @returns the cache that has it, which is the first of the list from now on; this one is the first. undefined for none
	 */
	store(length: number, head: ResponseHead): HeaderCache | undefined {
		// Two dates, or one in characters of several bytes, would not be recognised.
		if (!head.isSteady || this.dateAt(head.timeAt) !== head.values[FIELD_DATE])
			return undefined;
		// Without a body the Content-Length says nothing, as any field (RFC 9110, section 8.6).
		const hasLength = head.length >= 0 && head.status !== NO_CONTENT && head.status !== NOT_MODIFIED;
		let cache: HeaderCache | undefined;
		if (this.status !== 0 && !this.isOf(head, hasLength)) {
			cache = this.takeOf(head, hasLength, 2);
			cache.next = this;
		}
		(cache ?? this).keep(length, head, hasLength);
		return cache ?? this;
	}

	/**
	 * Looks for the head in the other caches after `match` has not found it.
	 * @param end bytes that have been received
	 * @returns the cache that matches, which is the first from now on; undefined for none
	 */
	matchOther(end: number): HeaderCache | undefined {
		const found = this.takeMatch(end);
		if (found !== undefined)
			found.next = this;
		return found;
	}

	/** Takes out of the caches that follow the one that matches. */
	private takeMatch(end: number): HeaderCache | undefined {
		const next = this.next;
		if (next === undefined)
			return undefined;
		if (!next.match(end))
			return next.takeMatch(end);
		this.next = next.next;
		return next;
	}

	/**
	 * Takes the cache for a kind out of those that follow: the one that it has, a new one, or the one that was not used for
	 * longest.
	 * @param number of the next in the list
	 */
	private takeOf(head: ResponseHead, hasLength: boolean, number: number): HeaderCache {
		const next = this.next ??= new HeaderCache(this.text, this.bytes, this.data);
		if (!next.isOf(head, hasLength)) {
			if (next.status !== 0 && number < KINDS)
				return next.takeOf(head, hasLength, number + 1);
			next.misses = -1;
		}
		this.next = next.next;
		return next;
	}

	private isOf(head: ResponseHead, hasLength: boolean): boolean {
		return this.status === head.status && this.isChunked === head.isChunked && this.hasLength === hasLength
			&& (!hasLength || this.lines !== undefined || this.digitsEnd - this.digits === head.digitsEnd - head.digitsAt);
	}

	private keep(length: number, head: ResponseHead, hasLength: boolean): void {
		const { isChunked, timeAt } = head;
		this.before = this.lines = undefined;
		this.expected = Infinity;
		this.misses++;
		this.length = length;
		this.status = head.status;
		this.isChunked = isChunked;
		this.hasLength = hasLength;
		this.type = head.values[FIELD_CONTENT_TYPE];
		this.isAged = head.values[FIELD_AGE] !== undefined;
		if (this.misses < MISSES_MAXIMUM) {
			this.expected = isChunked ? length + LINES_BETWEEN : Infinity;
			// Without a Content-Length it has no digits, at the end of the head.
			return hasLength ? this.storeTexts(length, timeAt, head.digitsAt, head.digitsEnd) : this.storeTexts(length, timeAt, length, length);
		}
		const text = this.headText(length);
		if (text.length + END !== length)
			return;
		const lines = text.split(CRLF);
		this.next?.lines?.share(lines);
		this.lines = new HeadLines(lines, hasLength ? head.length : -1, this.dateAt(timeAt));
	}

	private storeTexts(length: number, time: number, digits: number, digitsEnd: number): void {
		const timeEnd = time + TIME;
		const timeFirst = time < digits;
		this.time = time;
		this.digits = digits;
		this.digitsEnd = digitsEnd;
		this.beforeEnd = timeFirst ? time : digits;
		this.betweenAt = timeFirst ? timeEnd : digitsEnd;
		this.betweenEnd = timeFirst ? digits : time;
		this.behindAt = timeFirst ? digitsEnd : timeEnd;
		const between = this.text.decode(this.bytes, this.betweenAt, this.betweenEnd - this.betweenAt);
		const behind = this.text.decode(this.bytes, this.behindAt, length - this.behindAt);
		const other = this.next ?? this;
		this.between = shared(between, other.between);
		this.behind = shared(behind, other.behind);
		if (between !== undefined && behind !== undefined)
			this.before = shared(this.text.decode(this.bytes, 0, this.beforeEnd), other.before);
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
		if (end < length || this.data.getInt32(length - END) !== END_BITS)
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
		if (head === "" || !lines.match(head.split(CRLF)))
			return false;
		this.length = head.length + END;
		this.contentLength = lines.contentLength;
		return true;
	}

	/** The head that the bytes begin with as text, without the two CRLF at its end; "" if it is not complete or not ASCII. */
	private headText(end: number): string {
		const length = this.text.decode(this.bytes, 0, end)?.indexOf(HEAD_END) ?? -1;
		const head = length > 0 ? this.text.decode(this.bytes, 0, length) : undefined;
		return head?.length === length ? head : "";
	}
}

/** A text, in the place that another has if it is the same. */
function shared(text: string | undefined, other: string | undefined): string | undefined {
	return text === other ? other : text;
}
