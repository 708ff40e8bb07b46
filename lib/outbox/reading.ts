import { parseJSON } from "../safe-json.js";

/** A reading as JSON text. */
export interface ReadingText {
	readonly text: string;
	/** What is wrong with it, "" for nothing. */
	readonly fault: string;
}

/** Writes a reading as the text of a JSON object that has no id. Anything else is a fault. */
export function readingText(reading: unknown): ReadingText {
	const text = typeof reading === "string" ? reading.trim() : serialised(reading);
	if (text === undefined || text === "")
		return { text: "", fault: "reading must be JSON text or an object" };
	const value = parseJSON(text);
	if (value === undefined)
		return { text, fault: "reading is not JSON, or nested too deeply" };
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return { text, fault: "reading must be a JSON object" };
	if (Object.hasOwn(value, "id"))
		return { text, fault: "reading must not have an id: the outbox gives it one" };
	return { text: Object.keys(value).length === 0 ? "{}" : text, fault: "" };
}

function serialised(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	}
	catch {
		return undefined;
	}
}
