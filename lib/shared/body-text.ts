import { CLOSE_BRACE, CLOSE_BRACKET, SPACE } from "../characters.js";

/** First byte of a byte order mark. */
const MARK = 0xef;

/** What decodes UTF-8: see the platform's `Text`. */
interface Decoder {
	decode(bytes: Uint8Array, offset: number, length: number): string | undefined;
}

/** Bytes as text without a byte order mark, which JSON.parse does not take (RFC 8259, section 8.1); undefined when they are not UTF-8. */
export function decodeBody(text: Decoder, bytes: Uint8Array, start: number, end: number): string | undefined {
	if (end - start >= 3 && bytes[start] === MARK && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf)
		start += 3;
	return start === end ? "" : text.decode(bytes, start, end - start);
}

/** Whether the last byte that is no white space closes an object or a list. */
export function closesJSON(bytes: Uint8Array, start: number, end: number): boolean {
	let last = end - 1;
	while (last > start && bytes[last] <= SPACE)
		last--;
	return bytes[last] === CLOSE_BRACE || bytes[last] === CLOSE_BRACKET;
}
