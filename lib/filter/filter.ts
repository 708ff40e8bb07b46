/**
 * Filters with values of the app.
 * @module records-client/filter
 */

import { AMPERSAND, BACKSLASH, BAR, COLON, DOUBLE_QUOTE, OPEN_BRACE, SINGLE_QUOTE, SLASH } from "../characters.js";

/** Bytes of a filter at most, and expressions in it: PocketBase answers 400 to more. */
const MOST_BYTES = 3500;
const MOST_EXPRESSIONS = 200;
/** Characters of a filter that may have more bytes, each of three at most. */
const MAYBE_LONG = 1166;
/** Characters of what may be more expressions: three and "&&" each. */
const MAYBE_MANY = 998;
/** Characters that are judged at a time: XS walks a text from its beginning for each `charCodeAt`. */
const PART = 64;
/** Characters of a date in the years 0 to 9999. */
const DATE_LENGTH = 24;

/** What a placeholder can stand for. */
export type FilterValue = string | number | boolean | Date | null;

/**
 * Writes a filter expression (PocketBase, "Working with APIs", filter syntax) with values in place of `{:name}`. A value can't
 * change the expression: the filter selects by exactly that value, or this throws.
 * @param expression filter with placeholders, which stand outside quotation marks, and without comments; one name may stand more than once
 * @param values by name. Texts, and dates as the service compares them, are quoted; numbers become decimals; `true`, `false`
 * and `null` stay as they are. A text can't end in a backslash, hold NUL or half a surrogate pair: PocketBase has no way to write it.
 * After `~` a record must hold the text; a pattern with "%" stands in the expression itself
 * @returns the filter, not percent-encoded: for `getListEx`
 * @throws TypeError that names the placeholder or value that is missing or wrong, or the service's limit that the filter
 * exceeds: 3,500 bytes, 200 expressions
 * @example
 * ```ts
 * import { filter } from "records-client/filter";
 *
 * const hot = filter("sensor = {:name} && value > {:limit}", { name: "Bob's oven", limit: 20 });
 * ```
 */
export function filter<V extends { readonly [N in keyof V]: FilterValue }>(expression: string, values: V): string;
export function filter(expression: string, values: Readonly<Record<string, FilterValue>>): string {
	if (typeof expression !== "string" || typeof values !== "object" || values === null)
		fail("expression must be text, values an object", "");
	const pieces = expression.split("{:");
	const joins = isPlain(expression) ? 0 : joinsOf(expression);
	const all = Object.keys(values);
	for (let index = 1; index < pieces.length; index++)
		pieces[index] = filled(pieces[index], pieces[index - 1], values);
	for (let index = 0; index < all.length; index++) {
		if (!expression.includes(`{:${all[index]}}`))
			fail("expression lacks ", all[index]);
	}
	const written = pieces.join("");
	if (written.length > MAYBE_LONG && bytesIn(written) > MOST_BYTES)
		fail("longer than 3,500 bytes", "");
	if (joins >= MOST_EXPRESSIONS)
		fail("more than 200 expressions", "");
	return written;
}

/** Whether nothing has to be looked for in an expression. */
function isPlain(expression: string): boolean {
	return expression.length <= MAYBE_MANY && !expression.includes("'") && !expression.includes("\"") && !expression.includes("//");
}

/** A piece of an expression with the value in place of the name that it begins with. @param before what stands before it */
function filled(piece: string, before: string, values: Readonly<Record<string, FilterValue>>): string {
	const end = piece.indexOf("}");
	const name = end < 0 ? piece : piece.slice(0, end);
	const value = end < 0 ? undefined : values[name];
	// PocketBase takes a text after "~" for a pattern if it has a "%" that is not escaped.
	const isPattern = typeof value === "string" && before.trimEnd().endsWith("~");
	return literal(isPattern ? value.replace(/[\\%_]/g, "\\$&") : value, name).concat(piece.slice(end + 1));
}

function fail(what: string, name: string): never {
	throw new TypeError(`filter: ${what}${name === "" ? "" : `{:${name}}`}`);
}

/** A value as PocketBase reads it. */
function literal(value: unknown, name: string): string {
	if (typeof value === "string") {
		if (value.endsWith("\\") || value.includes("\0"))
			fail("text with NUL or a backslash at its end for ", name);
		// Half a pair would be sent as U+FFFD and select other records. JSON writes it as \ud…, which a native search finds; a text may
		// have that, too. With "u" the expression means halves alone.
		if (JSON.stringify(value).includes("\\ud") && /[\ud800-\udfff]/u.test(value))
			fail("text that was cut inside a character (a lone surrogate) for ", name);
		return `'${value.includes("'") ? value.replaceAll("'", "\\'") : value}'`;
	}
	if (typeof value === "number" && value - value === 0)
		return decimals(value);
	if (value === null || typeof value === "boolean")
		return String(value);
	if (value === undefined)
		fail("no value for ", name);
	const date = isoDate(value);
	if (date.length !== DATE_LENGTH)
		fail("not text, finite number, boolean, null or date of the years 0 to 9999 for ", name);
	return `'${date.replace("T", " ")}'`;
}

/** A date as JSON has it, "" for an invalid one and for other values: to ask for the class of a proxy may throw. */
function isoDate(value: unknown): string {
	try {
		return value instanceof Date ? Date.prototype.toISOString.call(value) : "";
	}
	catch {
		return "";
	}
}

/** A number without an exponent, which PocketBase does not read. */
function decimals(value: number): string {
	const text = String(value);
	const at = text.indexOf("e");
	if (at < 0)
		return text;
	const sign = value < 0 ? "-" : "";
	const digits = text.slice(sign.length, at).replace(".", "");
	const exponent = Number(text.slice(at + 1));
	return sign + (exponent < 0 ? `0.${"0".repeat(-exponent - 1)}${digits}` : digits + "0".repeat(exponent + 1 - digits.length));
}

/**
 * How many "&&" and "||" an expression has outside its texts.
 * @throws TypeError for a comment, in which an apostrophe is no quotation mark and which a value could end, and for a placeholder in a text
 */
function joinsOf(expression: string): number {
	const length = expression.length;
	let joins = 0;
	let quote = 0;
	let before = 0;
	for (let from = 0; from < length; from += PART) {
		const part = expression.slice(from, from + PART);
		for (let at = 0; at < part.length; at++) {
			const character = part.charCodeAt(at);
			if (quote !== 0) {
				if (character === COLON && before === OPEN_BRACE)
					fail("no quotation marks around ", expression.slice(from + at + 1).split("}")[0]);
				if (character === quote && before !== BACKSLASH)
					quote = 0;
			}
			else if (character === SINGLE_QUOTE || character === DOUBLE_QUOTE)
				quote = character;
			else if (character === before) {
				if (character === SLASH)
					fail("the expression has a comment, which can't stand beside values", "");
				if (character === AMPERSAND || character === BAR)
					joins++;
			}
			before = character;
		}
	}
	return joins;
}

/** Bytes of a filter in UTF-8, by native calls, which walk it once. */
function bytesIn(text: string): number {
	try {
		const encoded = encodeURIComponent(text);
		return 2 * encoded.replaceAll("%", "").length - encoded.length;
	}
	catch {
		return fail("the expression was cut inside a character (a lone surrogate)", "");
	}
}
