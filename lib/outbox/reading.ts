import { parseJSON } from "../safe-json.js";

/**
 * Writes a reading as JSON text.
 * @param reading JSON text, or an object
 * @throws TypeError when that is no JSON object, or has an id
 */
export function readingText(reading: unknown): string {
	const text = typeof reading === "string" ? reading.trim() : JSON.stringify(reading);
	const value = parseJSON(text ?? "");
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw new TypeError("reading must be a JSON object, not nested too deeply");
	if ("id" in value)
		throw new TypeError("reading must not have an id");
	return Object.keys(value).length === 0 ? "{}" : text;
}
