import { numberFault } from "../arguments.js";
import { parseJSON } from "../safe-json.js";
import { BRACE, BRACKET, EMPTY, FIRST_NAME, ID_MEMBER, LAST_BRACE, NULL, TYPE_STRING } from "./constants.js";

/**
 * Writes a reading as JSON text. Text is parsed once. An object is not, where its members are neither objects nor lists.
 * @param reading JSON text, or an object
 * @returns text that begins and ends with a brace; "{}" without members
 * @throws TypeError when that is no JSON object, or has an id; of an object the member whose number JSON does not have
 */
export function readingText(reading: unknown): string {
	const isText = typeof reading === TYPE_STRING;
	const text = isText ? reading as string : JSON.stringify(reading) ?? EMPTY;
	const fault = !isText && text.includes(NULL) ? numberFault("reading", reading) : EMPTY;
	if (fault !== EMPTY)
		throw new TypeError(fault);
	// An object with members and nothing nested, if it is JSON.
	const isPlain = text.startsWith(FIRST_NAME) && text.endsWith(LAST_BRACE) && text.lastIndexOf(BRACE) === 0 && !text.includes(BRACKET);
	if (isPlain && !isText && !text.includes(ID_MEMBER))
		return text;
	const value = (isPlain ? parsePlain(text) : parseJSON(text)) as { id?: unknown } | null | undefined;
	if (value === undefined || value === null || !isPlain && (typeof value !== "object" || Array.isArray(value)))
		throw new TypeError("reading must be a JSON object, not nested too deeply");
	if (value.id !== undefined)
		throw new TypeError("reading must not have an id");
	return isPlain ? text : Object.keys(value).length === 0 ? "{}" : text.trim();
}

/** Parses what is not nested. */
function parsePlain(text: string): unknown {
	try {
		return JSON.parse(text);
	}
	catch {
		return undefined;
	}
}
