/**
 * The entry "records-client/internal/json": what JSON text has, found without parsing it. Apps of the SDK have the same in C
 * (lib/moddable/json-scan.c); this is for Node, and for mods, which have no C.
 * @module
 */
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, DOUBLE_QUOTE, OPEN_BRACE, OPEN_BRACKET } from "../characters.js";
import { BETWEEN, ESCAPED, IN_TEXT, STATE_BITS, UNBALANCED } from "./json-states.js";

const VALUES_OF_OPENING = 3;
/** Characters that are looked at at a time: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

interface Found {
	readonly state: number;
	readonly values: number;
	/** The nesting at the end, NaN after more was closed than had been opened; and the deepest. */
	readonly depth: number;
	readonly deepest: number;
}

/** How many levels of objects and lists JSON text has; UNBALANCED where they are not all closed. */
export function levelsOf(text: string): number {
	const { deepest, depth, state } = scan(text, BETWEEN);
	return depth === 0 && state === BETWEEN ? deepest : UNBALANCED;
}

/**
 * Counts the values of JSON or of a piece of it: one for each comma and colon, three for each object and list. On XS each is a slot, more
 * or less.
 * @param state where the piece begins: BETWEEN for whole JSON, or the state of the piece before
 * @returns their number, shifted by STATE_BITS, and the state at the end
 */
export function valuesIn(json: string | Uint8Array, state: number): number {
	const found = scan(json, state);
	return found.values << STATE_BITS | found.state;
}

function scan(json: string | Uint8Array, first: number): Found {
	let state = first;
	let values = 0;
	let depth = 0;
	let deepest = 0;
	for (let from = 0, { length } = json; from < length; from += PIECE) {
		const piece = json.slice(from, from + PIECE);
		const count = piece.length;
		for (let at = 0; at < count; at++) {
			const code = typeof piece === "string" ? piece.charCodeAt(at) : piece[at];
			if (state !== BETWEEN)
				state = stateInText(state, code);
			else if (code === DOUBLE_QUOTE)
				state = IN_TEXT;
			else if (code === COMMA || code === COLON)
				values++;
			else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
				values += VALUES_OF_OPENING;
				if (++depth > deepest)
					deepest = depth;
			}
			else if (code === CLOSE_BRACKET || code === CLOSE_BRACE)
				depth = depth > 0 ? depth - 1 : NaN;
		}
	}
	return { state, values, depth, deepest };
}

/** The state after a character of a text. */
function stateInText(state: number, code: number): number {
	if (state === ESCAPED || code !== DOUBLE_QUOTE && code !== BACKSLASH)
		return IN_TEXT;
	return code === BACKSLASH ? ESCAPED : BETWEEN;
}
