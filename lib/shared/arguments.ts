import { hasDotSegment } from "../url/path-fault.js";

export const BODY_REQUIRED = "requestBody is required";
const BODY_NOT_JSON = "requestBody can't be written as JSON";

/**
 * What is wrong with text that is to be a path segment, "" for nothing. Its characters are the URL writer's to check.
 */
export function segmentFault(name: string, value: unknown): string {
	if (value === undefined || value === null || value === "")
		return `${name} is required`;
	if (typeof value !== "string")
		return `${name} must be text`;
	return value.includes(".") && hasDotSegment(value) ? `${name} must not hold a segment . or ..` : "";
}

/** What is wrong with an optional parameter, "" for nothing. */
export function parameterFault(name: string, value: unknown): string {
	return value === undefined || value === null || typeof value === "string" ? "" : `${name} must be text`;
}

/** What is wrong with a page number or size, "" for nothing. Text is the service's to judge. */
export function countFault(name: string, value: unknown): string {
	if (typeof value === "number")
		return Number.isSafeInteger(value) && value > 0 ? "" : `${name} must be a whole number of 1 or more`;
	return parameterFault(name, value) === "" ? "" : `${name} must be a number or text`;
}

/** A page number or size as text. */
export function parameterText(value: number | string | null | undefined): string | null | undefined {
	return typeof value === "number" ? String(value) : value;
}

/** What is wrong with the method of a request, "" for nothing. */
export function methodFault(method: unknown): string {
	return method !== "GET" && method !== "POST" && method !== "PUT" && method !== "PATCH" && method !== "DELETE"
		? "method must be GET, POST, PUT, PATCH or DELETE" : "";
}

/** A request body as JSON text. */
export interface Body {
	readonly text: string;
	readonly fault: string;
}

/** Writes an object as JSON text. Anything that has none is a fault. */
export function serialised(value: unknown): Body {
	if (value === undefined || value === null || value === "")
		return { text: "", fault: BODY_REQUIRED };
	try {
		const text = JSON.stringify(value) as string | undefined;
		if (typeof value !== "object" || text === undefined)
			return { text: "", fault: BODY_NOT_JSON };
		return { text, fault: text.includes("null") ? numberFault("requestBody", value) : "" };
	}
	catch {
		return { text: "", fault: BODY_NOT_JSON };
	}
}

/**
 * Looks for a number that JSON does not have: NaN, an infinite one, or the time of an invalid Date. `JSON.stringify` writes
 * null for it, and the service makes 0 or nothing of that. Worth the call only where the text holds null.
 * @param name of the object
 * @param value object that can be written as JSON
 * @returns text that names the member that holds the first one, "" for none
 */
export function numberFault(name: string, value: unknown): string {
	let fault = "";
	let member = "";
	JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key: string, item: unknown): unknown {
		// A list's elements have the list's name.
		if (!Array.isArray(this))
			member = key;
		const isFault = typeof item === "number" ? !Number.isFinite(item) : this[key] instanceof Date && item === null;
		if (isFault && fault === "")
			fault = `${name}.${member} is not a finite number`;
		return item;
	});
	return fault;
}
