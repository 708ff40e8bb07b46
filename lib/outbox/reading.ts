import { hasModifier } from "../pocketbase/record-id.js";
import { classFault, dataFault } from "../shared/arguments.js";
import { parseJSON } from "../shared/safe-json.js";

/**
 * Writes a reading as JSON text. Text is parsed once. An object is not, where its members are neither objects nor lists.
 * @param reading JSON text, or an object
 * @returns text that begins and ends with a brace; "{}" without members
 * @throws TypeError when that is no JSON object, or has an id or a modifier; of an object it names the member that JSON does not have
 */
export function readingText(reading: unknown): string {
	const isText = typeof reading === "string";
	const text = isText ? reading : textOfObject(reading);
	const isPlain = isFlat(text);
	// What a name with a modifier may have.
	const mayAdd = text.includes("+") || text.includes('-"');
	if (isPlain && !isText && !mayAdd && !text.includes('"id":'))
		return text;
	const value = isPlain ? parsePlain(text) : parseJSON(text, Infinity);
	const fault = readingFault(value, mayAdd);
	if (fault)
		throw new TypeError(fault);
	return isPlain ? text : Object.keys(value as object).length ? text.trim() : "{}";
}

/** Whether a text is that of an object with members and nothing nested, if it is JSON. */
function isFlat(text: string): boolean {
	return text.startsWith('{"') && text.endsWith("}") && !text.lastIndexOf("{") && !text.includes("[");
}

/** What is wrong with a reading, "" for nothing. @param mayAdd whether a name may have a modifier */
function readingFault(value: unknown, mayAdd: boolean): string {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return "reading must be a JSON object, not nested too deeply";
	if ((value as { id?: unknown }).id !== undefined)
		return "reading must not have an id";
	// A batch of upserts may be sent twice.
	return mayAdd && Object.keys(value).some(hasModifier)
		? "reading must not have a name that ends in + or -, or begins with +: it sets the fields of a new record" : "";
}

/** An object as JSON, "" for what has none. @throws TypeError that names the member that JSON does not have */
function textOfObject(reading: unknown): string {
	const isBytes = ArrayBuffer.isView(reading);
	const text = isBytes ? "" : JSON.stringify(reading) ?? "";
	const fault = isBytes ? classFault("reading", reading) : dataFault("reading", reading, text);
	if (fault)
		throw new TypeError(fault);
	return text;
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
