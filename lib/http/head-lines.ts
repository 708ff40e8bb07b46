import { CRLF } from "../characters.js";
import { framesMessage, isPlain } from "./lines.js";

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

	/** The lines. A changed line keeps only its required prefix, the Date a text that no line equals. */
	private readonly lines: string[];
	/** The lines that have changed, a bit each. */
	private varying = 0;
	/** Index of the line that frames the body, 0 without one, and what is before the digits of a Content-Length. */
	private framingAt = 0;
	private lengthStart = CRLF;
	/** Index of the Date, -1 while it has not changed, and its required prefix. */
	private dateAt = -1;
	private dateStart = "";
	/** The changed text of the head that is compared, where it may change. */
	private varied = "";
	/** Value of the Date field: the line of the last head that matched, once it has changed. */
	private dated: string;

	/**
	 * @param lines of a head in ASCII that has been read and has one Date and no Retry-After; kept
	 * @param contentLength its Content-Length, -1 without one
	 * @param date value of its Date field
	 */
	constructor(lines: string[], contentLength: number, date: string) {
		this.lines = lines;
		this.contentLength = contentLength;
		this.dated = date;
		let at = lines.length;
		while (--at > 0) {
			const name = nameOf(lines[at]);
			if (name === "content-length" || name === "transfer-encoding")
				break;
		}
		this.framingAt = at;
		const line = lines[at];
		const digits = String(contentLength);
		// As servers write it.
		if (line.endsWith(" " + digits))
			this.lengthStart = line.slice(0, line.length - digits.length);
	}

	/** The Date field of the head that matched last. */
	get date(): string {
		return this.dateAt < 0 ? this.dated : this.dated.slice(this.dateStart.length).trim();
	}

	/** Puts the lines that another head has as well into the place that they have here. */
	share(lines: string[]): void {
		for (let index = lines.length; --index >= 0;)
			if (lines[index] === this.lines[index])
				lines[index] = this.lines[index];
	}

	/**
	 * Compares, and reads the `contentLength` and the `date`; these are of no use if it does not match.
	 * @param lines of a head in ASCII
	 * @returns whether it means the same as the one before, except for these two
	 */
	match(lines: readonly string[]): boolean {
		const known = this.lines;
		const framingAt = this.framingAt;
		let index = lines.length;
		// First where heads of another kind differ: the status line, and the one that frames the body.
		if (index !== known.length || lines[0] !== known[0] || lines[framingAt] !== known[framingAt] && !this.takeLength(lines[framingAt]))
			return false;
		this.varied = "";
		while (--index > 0)
			if (lines[index] !== known[index] && !this.takeLine(lines[index], index))
				return false;
		return isPlain(this.varied);
	}

	/** Reads the line that frames the body. Returns whether it is a Content-Length, as it was. */
	private takeLength(line: string): boolean {
		const digits = line.slice(this.lengthStart.length);
		const length = Number(digits) | 0;
		if (length < 0 || String(length) !== digits || !line.startsWith(this.lengthStart))
			return false;
		this.contentLength = length;
		this.lines[this.framingAt] = line;
		return true;
	}

	/** Takes a line that is not the one that is known. Returns whether it means the same. */
	private takeLine(line: string, index: number): boolean {
		if ((this.varying >> index & 1) === 0)
			return this.vary(index) && this.takeLine(line, index);
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
		const line = this.lines[index];
		const name = nameOf(line);
		if (index >= LINES || framesMessage(name) || name === "content-type")
			return false;
		this.varying |= 1 << index;
		this.lines[index] = line.slice(0, name.length + 1);
		if (name === "date") {
			this.dateAt = index;
			this.dateStart = this.lines[index];
			this.lines[index] = "";
		}
		return true;
	}
}

/** The name of a field in lower case. */
function nameOf(line: string): string {
	return line.slice(0, line.indexOf(":")).toLowerCase();
}
