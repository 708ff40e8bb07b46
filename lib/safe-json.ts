/** Deepest nesting that is read; the service's own answers have four levels. */
const DEEPEST = 16;

const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/**
 * Reads JSON that comes from outside. XS parses by recursion and ends the app when that fills the stack, so that text which
 * is nested deeper than anything the service sends is not parsed.
 * @returns undefined when it is not JSON or nested too deeply
 */
export function parseJSON(text: string): unknown {
	try {
		return isShallow(text) ? JSON.parse(text) : undefined;
	}
	catch {
		return undefined;
	}
}

function isShallow(text: string): boolean {
	// Most answers have fewer openings than the deepest nesting: to count those takes a few native searches.
	let openings = 0;
	for (let at = text.indexOf("{"); at >= 0 && openings <= DEEPEST; at = text.indexOf("{", at + 1))
		openings++;
	for (let at = text.indexOf("["); at >= 0 && openings <= DEEPEST; at = text.indexOf("[", at + 1))
		openings++;
	// Without escapes, then without texts, then without anything else.
	return openings <= DEEPEST || isNestedLess(text.replace(/\\./g, "").replace(/"[^"]*"/g, "").replace(/[^[\]{}]+/g, ""));
}

function isNestedLess(brackets: string): boolean {
	const { length } = brackets;
	let depth = 0;
	for (let at = 0; at < length && depth <= DEEPEST; at++) {
		const code = brackets.charCodeAt(at);
		depth += code === OPEN_BRACKET || code === OPEN_BRACE ? 1 : -1;
	}
	return depth <= DEEPEST;
}
