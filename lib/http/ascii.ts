/** The bytes that HTTP/1.1 messages are cut at (RFC 9112, section 2), and comparisons that spare a string. */
export const LF = 10;
export const CR = 13;
export const TAB = 9;
export const SPACE = 32;
export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const SEMICOLON = 59;
export const EQUALS = 61;
export const BACKSLASH = 92;

/** Kinds of bytes in a field: a token's, others, and control characters but the tab. */
const KIND_TOKEN = 0;
const KIND_OTHER = 1;
const KIND_CONTROL = 2;

/** The kind of each byte: to look it up costs an XS engine less than two comparisons. */
const KINDS = kinds();

function kinds(): Uint8Array {
	const table = new Uint8Array(256).fill(KIND_OTHER);
	table.fill(KIND_CONTROL, 0, TAB).fill(KIND_CONTROL, TAB + 1, SPACE);
	table[127] = KIND_CONTROL;
	table.fill(KIND_TOKEN, 48, 58).fill(KIND_TOKEN, 65, 91).fill(KIND_TOKEN, 94, 123);
	// !#$%&'*+-.|~
	for (const byte of [33, 35, 36, 37, 38, 39, 42, 43, 45, 46, 124, 126])
		table[byte] = KIND_TOKEN;
	return table;
}

/** Returns the offset of the first byte from `at` that can't stand in a token (RFC 9110, section 5.6.2), else `end`. */
export function tokenEnd(bytes: Uint8Array, at: number, end: number): number {
	while (at < end && KINDS[bytes[at]] === KIND_TOKEN)
		at++;
	return at;
}

/** Whether the bytes from `at` to `end` hold no control character but tabs, as a field's value must (RFC 9110, section 5.5). */
export function isText(bytes: Uint8Array, at: number, end: number): boolean {
	for (; at < end; at++) {
		if (KINDS[bytes[at]] === KIND_CONTROL)
			return false;
	}
	return true;
}

/**
 * Compares bytes with a name, case-insensitively.
 * @param bytes where to look; not changed
 * @param start first byte to compare
 * @param end byte after the last
 * @param name ASCII codes; letters in lower case
 */
export function sameName(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
	if (end - start !== name.length)
		return false;
	for (let i = 0; start < end; i++, start++) {
		const byte = bytes[start];
		const wanted = name[i];
		if (byte === wanted)
			continue;
		if (wanted < 97 || wanted > 122 || (byte | 32) !== wanted)
			return false;
	}
	return true;
}

/** Value of a hexadecimal digit, -1 for any other byte. */
export function hexValue(byte: number): number {
	if (byte >= 48 && byte <= 57)
		return byte - 48;
	const letter = byte | 32;
	return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export function isDigit(byte: number): boolean {
	return byte >= 48 && byte <= 57;
}
