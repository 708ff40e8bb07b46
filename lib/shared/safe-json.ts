/** Deepest nesting that is read; the service's own answers have four levels. */
const DEEPEST = 16;

/**
 * What a text may make: so many units, and one more for each 16 characters. A unit is about a slot of XS: one for each comma
 * and colon, four for each object and list. A refusal that names each of 200 fields has 1,800 units in 13,300 characters.
 */
const UNITS = 1024;
const UNITS_SHIFT = 4;
const UNITS_OF_OPENING = 4;
/** The same for a good answer, however short: the fixed heap of a named board bears what they make. */
const UNITS_OF_ANSWER = 2560;
/**
 * Whoever receives longer texts has set `limits.body`, or is Node: after so many characters there is one unit for each four.
 * Pages of expanded records have one for eight.
 */
const LONG = 32_768;
const LONG_SHIFT = 2;

/** Characters of a member's name, quoted, at most, where one is looked for. */
const NAME = 64;

/** Characters that are looked at one by one at a time: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

const QUOTE = '"'.charCodeAt(0);
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = "[".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const CLOSE_BRACKET = "]".charCodeAt(0);
const OPEN_BRACE = "{".charCodeAt(0);
const CLOSE_BRACE = "}".charCodeAt(0);

/** Results of `depthAtEnd` that are no depth. */
const UNBALANCED = -1;
const EXCESSIVE = -2;

/**
 * Reads JSON that comes from outside. XS parses by recursion and ends the app when that fills the stack, and ends it when the
 * heap is full: 16 KB of empty lists make 350 KB of objects. So text that is nested deeper than anything the service sends,
 * or that has more values, is not parsed.
 * @param most units, see `UNITS`; Infinity for the app's own text
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
		const value = text.slice(at + quoted.length).trimStart();
		if (value.startsWith(":") && depthAtEnd(text.slice(0, at), Infinity, Infinity) === 1)
			found = firstText(value.slice(1).trimStart());
	}
	return found;
}

/** The JSON text that a text begins with; undefined where it begins with another value. */
function firstText(text: string): string | undefined {
	const found = /^"(?:[^"\\]|\\.)*"/.exec(text);
	try {
		return found === null ? undefined : JSON.parse(found[0]) as string;
	}
	catch {
		return undefined;
	}
}

/** Whether the text is whole: JSON, or with too many values to parse it, closes each object and list that it opens. */
export function isWhole(text: string): boolean {
	return parseJSON(text) !== undefined || isExcessive(text) && depthAtEnd(text, Infinity) === 0;
}

/**
 * Reads the body of a good answer. A page of 100 readings has 2,200 units.
 * @returns undefined for what `parseJSON` would not read, or has more than 2,560 units
 */
export function parseAnswer(text: string): unknown {
	const most = unitsOf(text);
	return parseJSON(text, most > UNITS_OF_ANSWER ? most : UNITS_OF_ANSWER);
}

function unitsOf({ length }: string): number {
	return UNITS + (length >> UNITS_SHIFT) + (length > LONG ? length - LONG >> LONG_SHIFT : 0);
}

/** Whether the text can't exceed what is allowed. Most short texts are so, and it takes a few native searches. */
function isSmall(text: string, most: number): boolean {
	// Between two commas or colons is a character at least.
	return (text.length >> 1) + DEEPEST * UNITS_OF_OPENING <= most && countOf(text, "{", DEEPEST) + countOf(text, "[", DEEPEST) <= DEEPEST;
}

/**
 * Whether native searches show that the text has few enough values, those in its texts counted, and is not nested too deeply. For
 * each comma and each opening it has one colon at most, if it is JSON.
 */
function isPlain(text: string, most: number): boolean {
	return text.length <= LONG && 2 * countOf(text, ",", most) + (1 + UNITS_OF_OPENING) * (countOf(text, "{", most) + countOf(text, "[", most)) <= most && isShallow(text);
}

function countOf(text: string, character: string, most: number): number {
	let count = 0;
	for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1))
		count++;
	return count;
}

/** Whether JSON is certainly not nested too deeply. An object is a member's value, or the one element of a list that is open; white space would hide which. */
export function isShallow(text: string): boolean {
	return !(text.includes(" {") || text.includes("\n{") || text.includes("\r{") || text.includes("\t{")) && 1 + mostOpen(text, ":{", "}") + 2 * mostOpen(text, "[", "]") <= DEEPEST;
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
 * How many objects and lists are open at the end of the text; brackets inside texts do not count. Its memory does not grow
 * with the text.
 * @returns UNBALANCED when more are closed than opened or a text has no end, EXCESSIVE when it is nested too deeply or has too many values
 */
function depthAtEnd(text: string, most: number, deepest = DEEPEST): number {
	const { length } = text;
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
				inText = escaped || code !== QUOTE;
				escaped = !escaped && code === BACKSLASH;
			}
			else if (code === QUOTE)
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
