import { BACKSLASH, COLON, CR, EQUALS, hexValue, isDigit, isText, QUOTE, SEMICOLON, SPACE, tokenEnd } from "./ascii.js";

/** What is wrong with a header line in which `fieldColon` finds none. */
export const BAD_HEADER_LINE = "response has a bad header line";

/**
 * Reads a status line of HTTP/1.0 or HTTP/1.1 (RFC 9112, section 4); the reason phrase and the space before it may be missing.
 * @param bytes hold the line from `start` to before its CRLF at `end`
 * @returns ten times the status and the digit behind "HTTP/1.", -1 when it is none
 */
export function statusLine(bytes: Uint8Array, start: number, end: number): number {
	if (end - start < 12 || bytes[start] !== 72 || bytes[start + 1] !== 84 || bytes[start + 2] !== 84
		|| bytes[start + 3] !== 80 || bytes[start + 4] !== 47 || bytes[start + 5] !== 49 || bytes[start + 6] !== 46
		|| (bytes[start + 7] | 1) !== 49 || bytes[start + 8] !== SPACE || bytes[start + 9] === 48
		|| !isDigit(bytes[start + 9]) || !isDigit(bytes[start + 10]) || !isDigit(bytes[start + 11])
		|| (end - start > 12 && (bytes[start + 12] !== SPACE || bytes.indexOf(CR, start) !== end)))
		return -1;
	return (bytes[start + 9] - 48) * 1000 + (bytes[start + 10] - 48) * 100 + (bytes[start + 11] - 48) * 10 + bytes[start + 7] - 48;
}

/**
 * Finds the colon in a header or trailer line (RFC 9112, section 5).
 * @param bytes hold the line from `start` to before its CRLF at `end`
 * @returns the colon's offset, -1 when no token stands before it or a control character behind it
 */
export function fieldColon(bytes: Uint8Array, start: number, end: number): number {
	const colon = tokenEnd(bytes, start, end);
	return colon > start && colon < end && bytes[colon] === COLON && isText(bytes, colon + 1, end) ? colon : -1;
}

/**
 * Reads the line before a chunk (RFC 9112, section 7.1); well-formed extensions are passed over.
 * @param bytes hold the line from `start` to before its CRLF at `end`
 * @returns the chunk's size in bytes, -1 when it is none
 */
export function chunkSize(bytes: Uint8Array, start: number, end: number): number {
	let size = 0;
	let at = start;
	for (let value = 0; at < end && (value = hexValue(bytes[at])) >= 0; at++)
		size = size * 16 + value;
	return at === start || at - start > 12 || (at < end && !areExtensions(bytes, at, end)) ? -1 : size;
}

/** Whether chunk extensions fill the line (RFC 9112, section 7.1.1), without the white space that nobody may send. */
function areExtensions(bytes: Uint8Array, at: number, end: number): boolean {
	if (!isText(bytes, at, end))
		return false;
	while (at < end) {
		const name = at + 1;
		if (bytes[at] !== SEMICOLON || (at = tokenEnd(bytes, name, end)) === name)
			return false;
		if (bytes[at] !== EQUALS)
			continue;
		const value = at + 1;
		at = bytes[value] === QUOTE ? quotedEnd(bytes, value, end) : tokenEnd(bytes, value, end);
		if (at === value)
			return false;
	}
	return true;
}

/** Returns the offset behind the quoted string that begins at `start` (RFC 9110, section 5.6.4), `start` when it has no end. */
function quotedEnd(bytes: Uint8Array, start: number, end: number): number {
	for (let at = start + 1; at < end; at++) {
		if (bytes[at] === QUOTE)
			return at + 1;
		if (bytes[at] === BACKSLASH)
			at++;
	}
	return start;
}
