/** Deepest nesting that is read; the service's own answers have four levels. */
const DEEPEST = 16;

/** Characters that are looked at one by one at a time: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

const QUOTE = '"'.charCodeAt(0);
const OPEN_BRACKET = "[".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const CLOSE_BRACKET = "]".charCodeAt(0);
const OPEN_BRACE = "{".charCodeAt(0);
const CLOSE_BRACE = "}".charCodeAt(0);

/**
 * Reads JSON that comes from outside. XS parses by recursion and ends the app when that fills the stack, so that text which
 * is nested deeper than anything the service sends is not parsed.
 * @returns undefined when it is not JSON or nested too deeply
 * @group Shared by the entries
 */
export function parseJSON(text: string): unknown {
	try {
		return hasFewOpenings(text) || isShallow(text) ? JSON.parse(text) : undefined;
	}
	catch {
		return undefined;
	}
}

/** Whether fewer objects and lists are opened than may be nested. Most texts do, and it takes a few native searches. */
function hasFewOpenings(text: string): boolean {
	let openings = 0;
	for (let at = text.indexOf("{"); at >= 0 && openings <= DEEPEST; at = text.indexOf("{", at + 1))
		openings++;
	for (let at = text.indexOf("["); at >= 0 && openings <= DEEPEST; at = text.indexOf("[", at + 1))
		openings++;
	return openings <= DEEPEST;
}

/** Whether the nesting is allowed wherever the text is JSON; brackets inside texts do not count. Its memory does not grow with the text. */
function isShallow(text: string): boolean {
	const { length } = text;
	let depth = 0;
	let inText = false;
	let escaped = false;
	for (let from = 0; from < length && depth <= DEEPEST; from += PIECE) {
		const piece = text.slice(from, from + PIECE);
		const end = from + PIECE < length ? PIECE : length - from;
		for (let at = 0; at < end && depth <= DEEPEST; at++) {
			const code = piece.charCodeAt(at);
			if (inText) {
				inText = escaped || code !== QUOTE;
				escaped = !escaped && code === BACKSLASH;
			}
			else if (code === QUOTE)
				inText = true;
			else if (code === OPEN_BRACKET || code === OPEN_BRACE)
				depth++;
			else if (code === CLOSE_BRACKET || code === CLOSE_BRACE)
				depth--;
		}
	}
	return depth <= DEEPEST;
}
