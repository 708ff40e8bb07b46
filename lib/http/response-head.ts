import { MULTIPLE_CHOICES, OK, SWITCHING_PROTOCOLS } from "../http-statuses.js";
import { ZERO } from "../characters.js";
import {
	type AnswerHead, FIELD_AGE, FIELD_CONTENT_ENCODING, FIELD_CONTENT_RANGE, FIELD_CONTENT_TYPE, FIELD_ETAG, FIELD_LAST_MODIFIED,
	FIELD_LOCATION, FIELD_RETRY_AFTER
} from "../request/head-fields.js";
import { BAD_HEADER_LINE, framesMessage, isFieldLine, isStatusLine } from "./lines.js";

/** Header fields of an answer whose text is kept. */
export const FIELDS: readonly string[] = Object.freeze([
	"content-type", "retry-after", "date", "age", "content-range", "etag", "last-modified", "content-encoding", "keep-alive", "location"
]);

/** Characters of "Sun, 06 Nov 1994 08:49:37 GMT", and of what is before the time in it. */
const DATE_LENGTH = 29;
const TIME_OFFSET = 17;
const TWO_FRAMINGS = "response has both content-length and transfer-encoding";

/** The head of one response (RFC 9112, sections 4 to 6), read line by line. One object serves every response in turn. */
export class ResponseHead implements AnswerHead {
	/** Status code. */
	status = 0;
	/** Content-Length in bytes, -1 without one. */
	length = -1;
	/** Whether the body comes in chunks. */
	isChunked = false;
	// Keeps its length and has no holes: a collection of XS 13.3 that meets a cut array or one with holes corrupts the heap.
	/** Text of each field that is kept, joined by a comma where it came more than once (RFC 9110, section 5.2); undefined without it. */
	readonly values: (string | undefined)[];
	/** Offset of the time of day in the Date field, -1 without one in the usual form (RFC 9110, section 5.6.7). */
	timeAt = -1;
	/** Offsets of the digits of the Content-Length. */
	digitsAt = 0;
	digitsEnd = 0;

	private readonly names: readonly string[];
	private isOld = false;
	private closes = false;
	private keeps = false;

	/** @param names of the fields whose text is kept, in lower case */
	constructor(names = FIELDS) {
		this.names = names;
		this.values = names.slice();
		this.values.fill(undefined);
	}

	/** Whether the connection can carry another request (RFC 9112, sections 6.1 and 9.3). */
	get keepsAlive(): boolean {
		return !this.closes && (!this.isOld || (this.keeps && !this.isChunked));
	}

	/**
	 * Whether a head that differs in the time and the Content-Length only means the same. Files and redirections come with fields that are
	 * read each time.
	 */
	get isSteady(): boolean {
		const { values } = this;
		return !this.closes && !this.isOld && this.timeAt >= 0 && this.status >= OK && values[FIELD_RETRY_AFTER] === undefined
			&& values[FIELD_CONTENT_RANGE] === undefined && values[FIELD_LAST_MODIFIED] === undefined && values[FIELD_ETAG] === undefined
			&& values[FIELD_CONTENT_ENCODING] === undefined && (values[FIELD_LOCATION] === undefined || this.status < MULTIPLE_CHOICES);
	}

	/** Takes the status line. Returns "" or what is wrong with it. */
	statusLine(line: string): string {
		if (!isStatusLine(line))
			return "response is not HTTP/1.1";
		this.reset(Number(line.slice(9, 12)), line.charCodeAt(7) === ZERO);
		return this.status === SWITCHING_PROTOCOLS ? "response switches protocols" : "";
	}

	/** Stands for a steady head that is known. @param isAged whether it has an Age field */
	restore(status: number, isChunked: boolean, type: string | undefined, isAged: boolean): void {
		this.reset(status, false);
		this.isChunked = isChunked;
		this.values[FIELD_CONTENT_TYPE] = type;
		this.values[FIELD_AGE] = isAged ? "" : undefined;
	}

	private reset(status: number, isOld: boolean): void {
		this.status = status;
		this.isOld = isOld;
		this.length = this.timeAt = -1;
		this.isChunked = this.closes = this.keeps = false;
		// Not cut off and without holes: the collector of XS reads past the end of such a list.
		this.values.fill(undefined);
	}

	/**
	 * Takes a header line.
	 * @param line without its CRLF
	 * @param at offset of its first byte
	 * @returns "" or what is wrong with it
	 */
	fieldLine(line: string, at: number): string {
		if (!isFieldLine(line))
			return BAD_HEADER_LINE;
		const colon = line.indexOf(":");
		const name = line.slice(0, colon).toLowerCase();
		const kept = this.names.indexOf(name);
		const value = line.slice(colon + 1);
		if (kept >= 0)
			this.keep(kept, value.trim());
		if (name === "date" && value.trim().length === DATE_LENGTH)
			this.timeAt = at + colon + 1 + value.indexOf(value.trim()) + TIME_OFFSET;
		return framesMessage(name) ? this.frame(name, value, at + colon + 1) : "";
	}

	private keep(index: number, value: string): void {
		this.values[index] = this.values[index] === undefined ? value : this.values[index] + ", " + value;
	}

	private frame(name: string, value: string, at: number): string {
		if (name === "content-length") {
			if (this.length >= 0)
				return "response has two content-lengths";
			if (this.isChunked)
				return TWO_FRAMINGS;
			// No tabs after it: llhttp reads another framing there.
			const digits = /^[\t ]*(\d{1,15}) *$/.exec(value);
			if (digits === null)
				return "response has a bad content-length";
			this.length = Number(digits[1]);
			this.digitsAt = at + value.indexOf(digits[1]);
			this.digitsEnd = this.digitsAt + digits[1].length;
			return "";
		}
		if (name === "transfer-encoding") {
			if (this.length >= 0)
				return TWO_FRAMINGS;
			if (this.isChunked || !/^[\t ]*chunked *$/i.test(value))
				return "response has an unknown transfer-encoding";
			this.isChunked = true;
			return "";
		}
		this.closes ||= /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(value);
		this.keeps ||= /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i.test(value);
		return "";
	}
}
