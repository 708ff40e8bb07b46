import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, DOUBLE_QUOTE, OPEN_BRACE, OPEN_BRACKET } from "../characters.js";
import type { Text } from "../platform.js";

/** JSON of an object with null in place of each object and list in it: it can be parsed however deeply these are nested. */
export function flatJSON(json: string, text: Text): string {
	const bytes = text.encode(json);
	let flat = "";
	let from = 0;
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (isInText) {
			if (byte === BACKSLASH)
				at++;
			else
				isInText = byte !== DOUBLE_QUOTE;
		}
		else if (byte === DOUBLE_QUOTE)
			isInText = true;
		else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
			if (++depth === 2)
				flat += (text.decode(bytes, from, at - from) ?? "") + "null";
		}
		else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 1)
			from = at + 1;
	}
	return flat + (text.decode(bytes, from, bytes.length - from) ?? "");
}
