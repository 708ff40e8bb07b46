import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, DOUBLE_QUOTE, OPEN_BRACE, OPEN_BRACKET } from "../characters.js";

/** Deepest nesting that is read; the service's own answers have four levels. */
const DEEPEST = 16;

/**
 * What values cost, in units of about a slot of XS: one for each comma and colon, three for each object and list. A good
 * answer may have as many as `limits.values`, which has been looked at before it is called ok; a refusal so many, and one
 * more for each 16 characters. One that names each of 200 fields has 1,600 units in 13,300 characters.
 */
const UNITS = 1024;
const UNITS_SHIFT = 4;
const UNITS_OF_OPENING = 3;
/** A character of JSON makes fewer units than this: "[]" makes three. */
const UNITS_OF_CHARACTER = 2;
/** Characters of a text whose nesting native searches find. */
const LONG = 32_768;

/** Characters of a member's name, quoted, at most, where one is looked for. */
const NAME = 64;

/** Characters that are looked at one by one at a time: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

/** Results of `depthAtEnd` that are no depth. */
const UNBALANCED = -1;
const EXCESSIVE = -2;

/**
 * Reads JSON that comes from outside. XS parses by recursion and ends the app when that fills the stack, and ends it when the
 * heap is full: 16 KB of empty lists make 350 KB of objects. So text that is nested deeper than anything the service sends,
 * or that has more values, is not parsed.
 * @param most units, see `UNITS`; Infinity for the app's own text and for what `hasMoreValues` was asked of
 * @returns undefined when it is not JSON, nested too deeply or has too many values
 */
export function parseJSON(text: string, most = unitsOf(text)): unknown {
	try {
		return isSmall(text, most) || isPlain(text, most) || depthAtEnd(text, most) >= 0 ? JSON.parse(text) : undefined;
	}
	catch {
		return undefined;
	}
}

/**
 * Whether JSON has more values than so many units, however deeply they are nested. Native searches answer for most texts;
 * those with many commas in their strings are looked at character by character.
 */
export function hasMoreValues(text: string, most: number): boolean {
	return text.length * UNITS_OF_CHARACTER > most && mostUnits(text, most) > most && depthAtEnd(text, most, Infinity) === EXCESSIVE;
}

/** Whether `parseJSON` refuses the text for its depth or the number of its values. */
export function isExcessive(text: string): boolean {
	return depthAtEnd(text, unitsOf(text)) === EXCESSIVE;
}

/**
 * The text that an object has as a member, whatever else it holds: nothing is parsed but that.
 * @param name of letters
 * @returns undefined where it is no text or is missing; of several members of that name the last, as JSON.parse has it
 */
export function textMember(text: string, name: string): string | undefined {
	const quoted = `"${name}"`;
	let found: string | undefined;
	for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
		const colon = spaceEnd(text, at + quoted.length);
		if (text.charAt(colon) === ":" && depthAtEnd(text, Infinity, Infinity, at) === 1)
			found = textAt(text, spaceEnd(text, colon + 1));
	}
	return found;
}

/** Where the white space ends that begins at a place. */
function spaceEnd(text: string, at: number): number {
	let end = at;
	while (" \t\n\r".includes(text.charAt(end) || "-"))
		end++;
	return end;
}

/** The JSON text at a place; undefined where another value is. */
function textAt(text: string, at: number): string | undefined {
	if (text.charAt(at) !== '"')
		return undefined;
	let end = text.indexOf('"', at + 1);
	while (end >= 0 && isEscaped(text, end))
		end = text.indexOf('"', end + 1);
	try {
		return JSON.parse(text.slice(at, end + 1)) as string;
	}
	catch {
		return undefined;
	}
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
	let first = at;
	while (text.charAt(first - 1) === "\\")
		first--;
	return (at - first) % 2 === 1;
}

/** Whether the text is whole: JSON, or with too many values to parse it, closes each object and list that it opens. */
export function isWhole(text: string): boolean {
	return parseJSON(text) !== undefined || isExcessive(text) && depthAtEnd(text, Infinity, Infinity) === 0;
}

function unitsOf({ length }: string): number {
	return UNITS + (length >> UNITS_SHIFT);
}

/** Whether the text can't exceed what is allowed. Most short texts are so, and it takes a few native searches. */
function isSmall(text: string, most: number): boolean {
	// Between two commas or colons is a character at least.
	return (text.length >> 1) + DEEPEST * UNITS_OF_OPENING <= most && countOf(text, "{", DEEPEST) + countOf(text, "[", DEEPEST) <= DEEPEST;
}

/** Whether native searches show that the text has few enough values, those in its texts counted, and is not nested too deeply. */
function isPlain(text: string, most: number): boolean {
	return text.length <= LONG && (most === Infinity || mostUnits(text, most) <= most) && isShallow(text);
}

/** As many units as JSON can have by its commas and openings: after each of them is one colon at most. Beyond `most` they may be fewer. */
function mostUnits(text: string, most: number): number {
	return 2 * countOf(text, ",", most) + (1 + UNITS_OF_OPENING) * (countOf(text, "{", most) + countOf(text, "[", most));
}

function countOf(text: string, character: string, most: number): number {
	let count = 0;
	for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1))
		count++;
	return count;
}

/**
 * Whether JSON is certainly not nested too deeply. An object is a member's value, or the one element of a list that is open; white space
 * would hide which.
 */
export function isShallow(text: string): boolean {
	return !(text.includes(" {") || text.includes("\n{") || text.includes("\r{") || text.includes("\t{"))
		&& 1 + mostOpen(text, ":{", "}") + 2 * mostOpen(text, "[", "]") <= DEEPEST;
}

/**
 * How many of an opening may be open at a time. Closings count if the name of a member follows them: they stand in no text then, because
 * a letter after its end would be no JSON, and they close members' values.
 */
function mostOpen(text: string, opening: string, closing: string): number {
	let open = 0;
	let most = 0;
	for (let at = text.indexOf(opening), next; at >= 0 && most <= DEEPEST; at = next) {
		next = text.indexOf(opening, at + 1);
		if (++open > most)
			most = open;
		for (let end = text.indexOf(closing, at + 1); end >= 0 && end < next; end = text.indexOf(closing, end)) {
			const first = end;
			while (text.startsWith(closing, ++end));
			if (/^,"[A-Za-z]\w*":/.test(text.slice(end, end + NAME)))
				open -= end - first;
		}
	}
	return most;
}

/**
 * How many objects and lists are open at the end of the text, or at a place; brackets inside texts do not count. Its memory does not grow
 * with the text.
 * @returns UNBALANCED when more are closed than opened or a text has no end, EXCESSIVE when it is nested too deeply or has too many values
 */
function depthAtEnd(text: string, most: number, deepest = DEEPEST, length = text.length): number {
	let depth = 0;
	let units = 0;
	let inText = false;
	let escaped = false;
	for (let from = 0; from < length; from += PIECE) {
		const piece = text.slice(from, from + PIECE);
		const end = from + PIECE < length ? PIECE : length - from;
		for (let at = 0; at < end; at++) {
			const code = piece.charCodeAt(at);
			if (inText) {
				inText = escaped || code !== DOUBLE_QUOTE;
				escaped = !escaped && code === BACKSLASH;
			}
			else if (code === DOUBLE_QUOTE)
				inText = true;
			else if (code === COMMA || code === COLON)
				units++;
			else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
				units += UNITS_OF_OPENING;
				if (++depth > deepest)
					return EXCESSIVE;
			}
			else if ((code === CLOSE_BRACKET || code === CLOSE_BRACE) && --depth < 0)
				return UNBALANCED;
		}
		if (units > most)
			return EXCESSIVE;
	}
	return inText ? UNBALANCED : depth;
}
