import { levelsOf, valuesIn } from "./json-scan.js";
import { BETWEEN, STATE_BITS, STATES, UNBALANCED } from "./json-states.js";

/** Deepest nesting that is read; the service's own answers have four levels. */
const DEEPEST = 16;

/**
 * Values of a refusal at most, and one more for each 16 characters: one that names each of 200 fields has 1,600 in 13,300 characters. A
 * good answer may have `limits.values`, which has been looked at before it is called ok.
 */
const VALUES = 1024;
const VALUES_SHIFT = 4;
/** A character of JSON makes fewer values than this: "[]" makes three. */
const VALUES_OF_CHARACTER = 2;

/**
 * Reads JSON that comes from outside. XS parses by recursion and ends the app when that fills the stack, and ends it when the
 * heap is full: 16 KB of empty lists make 350 KB of objects. So text that is nested deeper than anything the service sends,
 * or that has more values, is not parsed.
 * @param most values, see `valuesIn`; Infinity for the app's own text and for what `valuesBeyond` was asked of
 * @returns undefined when it is not JSON, nested too deeply or has too many values
 */
export function parseJSON(text: string, most = mostValues(text)): unknown {
	try {
		const levels = levelsOf(text);
		return levels !== UNBALANCED && levels <= DEEPEST && valuesBeyond(text, most) === 0 ? JSON.parse(text) : undefined;
	}
	catch {
		return undefined;
	}
}

/** How many values JSON has, however deeply they are nested; 0 where they are not more than `most`. */
export function valuesBeyond(text: string, most: number): number {
	if (text.length * VALUES_OF_CHARACTER <= most)
		return 0;
	const values = valuesIn(text, BETWEEN) >> STATE_BITS;
	return values > most ? values : 0;
}

/** Counts the values of JSON that comes in pieces. */
export class ValueCount {
	count = 0;
	private state = BETWEEN;

	add(piece: Uint8Array): void {
		const found = valuesIn(piece, this.state);
		this.count += found >> STATE_BITS;
		this.state = found & STATES;
	}
}

/** Whether `parseJSON` refuses whole JSON for its depth or the number of its values. */
export function isExcessive(text: string): boolean {
	return excessOf(text, mostValues(text)) !== "";
}

/** What whole JSON has too much of for `parseJSON`, "" for nothing. @param most `limits.values` */
export function excessOf(text: string, most: number): string {
	if (levelsOf(text) > DEEPEST)
		return `is nested deeper than ${DEEPEST} levels`;
	const values = valuesBeyond(text, most);
	return values === 0 ? "" : `has ${values} values, more than limits.values (${most})`;
}

/** Whether a text has objects or lists, and closes all that it opens: JSON of one that was cut anywhere does not. */
export function isWhole(text: string): boolean {
	return levelsOf(text) > 0;
}

function mostValues(text: string): number {
	return VALUES + (text.length >> VALUES_SHIFT);
}
