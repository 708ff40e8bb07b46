/** The lines of HTTP/1.1 messages, as text in which each character is a byte or a character of UTF-8. */

export const BAD_HEADER_LINE = "response has a bad header line";

/** Maximum digits of a chunk's size. */
const DIGITS = 12;

/** Whether a line is a header or trailer field: a token, a colon, no control character but tabs (RFC 9112, section 5). */
export function isFieldLine(line: string): boolean {
	const colon = line.indexOf(":");
	try {
		const name = line.slice(0, colon);
		// As servers write it. Parentheses are in no token, but stay as they are.
		if (colon > 0 && encodeURIComponent(name) === name && !name.includes("(") && !name.includes(")") && isPlain(line))
			return true;
	}
	catch {
		// A lone surrogate.
	}
	return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0-\x08\n-\x1f\x7f]*$/.test(line);
}

/** Whether text can stand in a field's value (RFC 9110, section 5.5). */
export function isFieldValue(text: string): boolean {
	return !/[\0-\x08\n-\x1f\x7f]/.test(text);
}

// docs/decisions/0036-natives-instead-of-loops.md
/**
 * Whether text has no control character, as natives find it: a pattern takes ten times as long and some hundred bytes of the
 * heap.
 * @param text without a lone surrogate
 * @returns false for a tab, too
 */
export function isPlain(text: string): boolean {
	const encoded = encodeURI(text);
	return !encoded.includes("%0") && !encoded.includes("%1") && !encoded.includes("%7F");
}

/**
 * Whether a field of this name frames the body or ends the connection.
 * @param name in lower case; `proxy-connection` is in no standard, but some believe it (RFC 9112, appendix C.2.2)
 */
export function framesMessage(name: string): boolean {
	return name === "content-length" || name === "transfer-encoding" || name === "connection" || name === "proxy-connection";
}

/**
 * Whether a line is a status line of HTTP/1.0 or HTTP/1.1 (RFC 9112, section 4); the reason phrase and the space before it may be missing.
 */
export function isStatusLine(line: string): boolean {
	return /^HTTP\/1\.[01] [1-9]\d\d(?: [^\r]*)?$/.test(line);
}

/**
 * Reads the line before a chunk (RFC 9112, section 7.1); well-formed extensions are ignored.
 * @returns the chunk's size in bytes, -1 when it is invalid
 */
export function chunkSize(line: string): number {
	const size = parseInt(line, 16);
	// As servers write it, HAProxy in capitals: without the pattern, which costs a kilobyte of the heap each time.
	if (size >= 0 && line.length <= DIGITS && size.toString(16) === line.toLowerCase())
		return size;
	const isSize = /^[\dA-Fa-f]{1,12}(?:;[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\\0-\x08\n-\x1f\x7f]|\\[^\0-\x08\n-\x1f\x7f])*"))?)*$/;
	return isSize.test(line) ? size : -1;
}
