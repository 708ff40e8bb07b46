import { hexValue, isDigit, SEMICOLON, SPACE } from "./ascii.js";

/**
 * Reads a status line (RFC 9112, section 4); the reason phrase and the space before it may be missing.
 * @param bytes hold the line from `start` to before its CRLF at `end`
 * @returns ten times the status and the digit behind "HTTP/1.", -1 when it is none
 */
export function statusLine(bytes: Uint8Array, start: number, end: number): number {
	if (end - start < 12 || bytes[start] !== 72 || bytes[start + 1] !== 84 || bytes[start + 2] !== 84
		|| bytes[start + 3] !== 80 || bytes[start + 4] !== 47 || bytes[start + 5] !== 49 || bytes[start + 6] !== 46
		|| !isDigit(bytes[start + 7]) || bytes[start + 8] !== SPACE || bytes[start + 9] === 48
		|| !isDigit(bytes[start + 9]) || !isDigit(bytes[start + 10]) || !isDigit(bytes[start + 11])
		|| (end - start > 12 && bytes[start + 12] !== SPACE))
		return -1;
	return (bytes[start + 9] - 48) * 1000 + (bytes[start + 10] - 48) * 100 + (bytes[start + 11] - 48) * 10 + bytes[start + 7] - 48;
}

/**
 * Reads the line before a chunk (RFC 9112, section 7.1); extensions are passed over.
 * @param bytes hold the line from `start` to before its CRLF at `end`
 * @returns the chunk's size in bytes, -1 when it is none
 */
export function chunkSize(bytes: Uint8Array, start: number, end: number): number {
	let size = 0;
	let at = start;
	for (let value = 0; at < end && (value = hexValue(bytes[at])) >= 0; at++)
		size = size * 16 + value;
	return at === start || at - start > 12 || (at < end && bytes[at] !== SEMICOLON) ? -1 : size;
}
