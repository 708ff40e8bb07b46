import { framesMessage, isPlain } from "./lines.js";

const LINE_END = "\r\n";
/** Lines that may vary: the first ones, a bit each. */
const LINES = 32;

// docs/decisions/0018-cached-response-head.md
/**
 * The lines of the last head, to recognise the next where fields differ each time, in length too, as behind a CDN. A line
 * must be the same again if its field decides something, except the digits of the Content-Length. Of any other the name is
 * enough, if its value can stand in a field.
 */
export class HeadLines {
	/** Content-Length of the head that matched last, -1 without one. */
	contentLength: number;

	/** The lines. A changed line keeps only its required prefix; the two below hold a text that no line equals. */
	private readonly lines: string[];
	/** The lines that have changed, a bit each. */
	private varying = 0;
	/** Index of the Content-Length, -1 while it has not changed, and its required prefix. */
	private lengthAt = -1;
	private lengthStart = "";
	/** The same for the Date. */
	private dateAt = -1;
	private dateStart = "";
	/** The changed text of the head that is compared, where it may change. */
	private varied = "";
	/** Value of the Date field: the line of the last head that matched, once it has changed. */
	private dated: string;

	/**
	 * @param head in ASCII, without the two CRLF at its end. It has been read and has one Date and no Retry-After
	 * @param contentLength its Content-Length, -1 without one
	 * @param date value of its Date field
	 */
	constructor(head: string, contentLength: number, date: string) {
		this.lines = head.split(LINE_END);
		this.contentLength = contentLength;
		this.dated = date;
	}

	/** The Date field of the head that matched last. */
	get date(): string {
		return this.dateAt < 0 ? this.dated : this.dated.slice(this.dateStart.length).trim();
	}

	/**
	 * Compares, and reads the `contentLength` and the `date`; these are of no use if it does not match.
	 * @param head in ASCII, without the two CRLF at its end
	 * @returns whether it means the same as the one before, except for these two
	 */
	match(head: string): boolean {
		const known = this.lines;
		const lines = head.split(LINE_END);
		let index = lines.length;
		if (index !== known.length)
			return false;
		this.varied = "";
		while (--index >= 0)
			if (lines[index] !== known[index] && !this.mayBe(lines[index], index))
				return false;
		return isPlain(this.varied);
	}

	/** Whether a line that is not the one that is known means the same. */
	private mayBe(line: string, index: number): boolean {
		if (index === this.lengthAt) {
			// As servers write it.
			const digits = line.slice(this.lengthStart.length);
			const length = Number(digits) | 0;
			this.contentLength = length;
			return length >= 0 && String(length) === digits && line.startsWith(this.lengthStart);
		}
		if ((this.varying >> index & 1) === 0)
			return this.vary(index) && this.mayBe(line, index);
		let start = this.lines[index];
		if (index === this.dateAt) {
			start = this.dateStart;
			this.dated = line;
		}
		this.varied += line;
		return line.startsWith(start);
	}

	/** A line differs for the first time. Returns whether it may, and the next ones, too. */
	private vary(index: number): boolean {
		const { lines } = this;
		const line = lines[index];
		const colon = line.indexOf(":");
		const name = line.slice(0, colon).toLowerCase();
		const digits = " " + this.contentLength;
		if (name === "content-length" && line.endsWith(digits)) {
			this.lengthAt = index;
			this.lengthStart = line.slice(0, line.length - digits.length + 1);
			lines[index] = "";
			return true;
		}
		// The first is the status line.
		if (index === 0 || index >= LINES || framesMessage(name) || name === "content-type")
			return false;
		this.varying |= 1 << index;
		lines[index] = line.slice(0, colon + 1);
		if (name === "date") {
			this.dateAt = index;
			this.dateStart = lines[index];
			lines[index] = "";
		}
		return true;
	}
}
