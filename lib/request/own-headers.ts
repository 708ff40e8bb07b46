import { CRLF } from "../characters.js";
import { classFault } from "../shared/arguments.js";
import type { BodySource } from "./body-sink.js";

/** Characters of all lines at most: PocketBase's token and a long path find room beside them in `limits.send`. */
const LONGEST = 1024;

/** The bytes of a request without a body. Not changed by anybody. */
const NO_BYTES = new Uint8Array(0);

/** Options of the client by the header fields that they write. */
const OPTION_OF: Readonly<Record<string, "userAgent">> = Object.freeze({ "user-agent": "userAgent" });

/** Lines of the fields that options of the client write, each with its CRLF. @param options checked */
export function optionLines(options: Readonly<Partial<Record<"userAgent", string>>>): string {
	const names = Object.keys(OPTION_OF);
	let lines = "";
	for (let index = 0; index < names.length; index++) {
		const value = options[OPTION_OF[names[index]]];
		if (value !== undefined)
			lines += names[index] + ": " + value + CRLF;
	}
	return lines;
}

/** Header lines of the app's, each with its CRLF, or what is wrong with them. */
export interface OwnHeaders {
	readonly lines: string;
	/** "" for nothing. It has names at most: a value is as secret as a password. */
	readonly fault: string;
}

/**
 * Writes the app's header fields (RFC 9110, section 5). Those that the client writes itself are refused, and those that would change how
 * an answer is framed or encoded.
 * @param place what the object is called in a fault
 * @param headers values by their names
 * @param others lines that are sent beside them, each with its CRLF
 */
export function ownHeaders(place: string, headers: object, others = ""): OwnHeaders {
	let lines = "";
	let fault = classFault(place, headers);
	for (const [name, value] of Object.entries(headers)) {
		const lower = name.toLowerCase();
		fault ||= nameFault(place, name) || (`\n${others}${lines}`.includes(`\n${lower}: `) ? `${place}.${name} is given twice` : "")
			|| (isOwnValue(value) ? "" : `${place}.${name} must be text of visible ASCII, with blanks between only`);
		if (fault === "")
			lines += `${lower}: ${value}${CRLF}`;
	}
	if (fault === "" && lines.length > LONGEST)
		fault = `${place} must have ${LONGEST} characters at most, with names`;
	return { lines: fault === "" ? lines : "", fault };
}

/** Whether a value can stand in a header line. RFC 9110, section 5.5, has more, which nobody can rely on. */
export function isOwnValue(value: unknown): boolean {
	// On XS a group that may be left out is repeated without end when what is in it can match in several ways.
	return typeof value === "string" && !/^$|^ | $|[^ -~]/.test(value);
}

function nameFault(place: string, name: string): string {
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
		return `${place} has a name that no header has`;
	const lower = name.toLowerCase();
	if (Object.hasOwn(OPTION_OF, lower))
		return `${place}.${name} is the client's: the option ${OPTION_OF[lower]} sets it`;
	return /^(?:accept|accept-encoding|authorization|connection|content-encoding|content-length|content-type|expect|host|if-range|keep-alive|range|te|trailer|transfer-encoding|upgrade)$/i.test(name)
		? `${place}.${name} is the client's` : "";
}

/** A request's own header lines, and a body that is there as a whole. */
export class HeadedBody implements BodySource {
	private readonly own: string;
	private readonly bytes: Uint8Array | undefined;

	/**
	 * @param own lines, each with its CRLF
	 * @param bytes JSON in UTF-8, which stay as they are until the response is there; undefined for a request without a body
	 */
	constructor(own: string, bytes: Uint8Array | undefined) {
		this.own = own;
		this.bytes = bytes;
	}

	get length(): number {
		return this.bytes?.length ?? 0;
	}

	get isGone(): boolean {
		return this.bytes?.length === 0;
	}

	lines(): string {
		const { bytes, own } = this;
		return bytes === undefined ? own : `${own}content-type: application/json${CRLF}content-length: ${bytes.length}${CRLF}`;
	}

	subarray(begin: number, end?: number): Uint8Array {
		return (this.bytes ?? NO_BYTES).subarray(begin, end);
	}
}
