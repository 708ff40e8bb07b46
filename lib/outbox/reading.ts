import { numberFault } from "../shared/arguments.js";
import { parseJSON } from "../shared/safe-json.js";

/**
 * Writes a reading as JSON text. Text is parsed once. An object is not, where its members are neither objects nor lists.
 * @param reading JSON text, or an object
 * @returns text that begins and ends with a brace; "{}" without members
 * @throws TypeError when that is no JSON object, or has an id; of an object the member whose number JSON does not have
 */
export function readingText(reading: unknown): string {
	const isText = typeof reading === "string";
	const text = isText ? reading : JSON.stringify(reading) ?? "";
	const fault = !isText && text.includes("null") ? numberFault("reading", reading) : "";
	if (fault)
		throw new TypeError(fault);
	// An object with members and nothing nested, if it is JSON.
	const isPlain = text.startsWith('{"') && text.endsWith("}") && !text.lastIndexOf("{") && !text.includes("[");
	if (isPlain && !isText && !text.includes('"id":'))
		return text;
	const value = (isPlain ? parsePlain(text) : parseJSON(text, Infinity)) as { id?: unknown } | null | undefined;
	if (!value || !isPlain && (typeof value !== "object" || Array.isArray(value)))
		throw new TypeError("reading must be a JSON object, not nested too deeply");
	if (value.id !== undefined)
		throw new TypeError("reading must not have an id");
	return isPlain ? text : Object.keys(value).length ? text.trim() : "{}";
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
