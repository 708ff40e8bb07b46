import { hasModifier } from "../pocketbase/modifiers.js";
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
	const bytesFault = !isText && ArrayBuffer.isView(reading) ? classFault("reading", reading) : "";
	if (bytesFault)
		throw new TypeError(bytesFault);
	const text = isText ? reading : JSON.stringify(reading) ?? "";
	const fault = isText ? "" : dataFault("reading", reading, text);
	if (fault)
		throw new TypeError(fault);
	// An object with members and nothing nested, if it is JSON.
	const isPlain = text.startsWith('{"') && text.endsWith("}") && !text.lastIndexOf("{") && !text.includes("[");
	// What a name with a modifier may have.
	const mayAdd = text.includes("+") || text.includes('-"');
	if (isPlain && !isText && !mayAdd && !text.includes('"id":'))
		return text;
	const value = (isPlain ? parsePlain(text) : parseJSON(text, Infinity)) as { id?: unknown } | null | undefined;
	if (!value || !isPlain && (typeof value !== "object" || Array.isArray(value)))
		throw new TypeError("reading must be a JSON object, not nested too deeply");
	if (value.id !== undefined)
		throw new TypeError("reading must not have an id");
	// A batch of upserts may be sent twice.
	if (mayAdd && Object.keys(value).some(hasModifier))
		throw new TypeError("reading must not have a name that ends in + or -, or begins with +: it sets the fields of a new record");
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
