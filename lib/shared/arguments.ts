import { hasDotSegment } from "../url/path-fault.js";

export const BODY_REQUIRED = "requestBody is required";
export const NOT_A_CLIENT = "client must be a RecordsClient";
// Constants: a text in a function is made at each call (docs/decisions/0007-texts-as-constants.md).
const NULL = "null";
const EMPTY = "{}";
/** How JSON begins an object that is a list of numbers. */
const INDEXED = '{"0":';

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

/** What is wrong with the client that an entry is given, "" for nothing. */
export function clientFault(client: unknown): string {
	return typeof (client as { sendEx?: unknown } | null | undefined)?.sendEx === "function" ? "" : NOT_A_CLIENT;
}

/** What is wrong with an optional parameter, "" for nothing. */
export function parameterFault(name: string, value: unknown): string {
	return value === undefined || value === null || typeof value === "string" ? "" : `${name} must be text`;
}

/** What is wrong with a number, "" for nothing: it must be a whole one in a range. */
export function wholeFault(name: string, value: unknown, least: number, most: number): string {
	return Number.isInteger(value) && value as number >= least && value as number <= most ? ""
		: `${name} must be a whole number from ${least} to ${most}`;
}

/** What is wrong with a page number or size, "" for nothing. Text is the service's to judge. */
export function pageFault(name: string, value: unknown): string {
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

/** Writes an object as JSON text. Anything that has none, or that is no data, is a fault. @param name of the object */
export function serialised(value: unknown, name = "requestBody"): Body {
	if (value === undefined || value === null || value === "")
		return { text: "", fault: BODY_REQUIRED };
	try {
		if (ArrayBuffer.isView(value))
			return { text: "", fault: classFault(name, value) };
		const text = JSON.stringify(value) as string | undefined;
		if (typeof value === "object" && text !== undefined)
			return { text, fault: dataFault(name, value, text) };
	}
	catch {
		// Neither has a circle.
	}
	return { text: "", fault: name + " can't be written as JSON" };
}

/**
 * Bytes that an app gives: a Uint8Array, of this realm or another, or an ArrayBuffer.
 * @returns a view of them; undefined for anything else
 */
export function bytesOf(value: unknown): Uint8Array | undefined {
	// A device's build leaves out by which name those of another realm are known.
	if (value instanceof Uint8Array)
		return value;
	if (isOfNoClass(value))
		return undefined;
	const name = classOf(value);
	if (name === "ArrayBuffer")
		return new Uint8Array(value as ArrayBuffer);
	if (name !== "Uint8Array" || !ArrayBuffer.isView(value))
		return undefined;
	return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * What an object holds that JSON does not, "" for nothing: NaN, an infinite number or the time of an invalid Date, for which
 * `JSON.stringify` writes null; a promise, a Map or another object of a class without members, for which it writes {}; a TypedArray, which
 * it writes as an object. The service makes 0 or nothing of the former.
 * @param name of the object
 * @param value object that can be written as JSON
 * @param text which that is
 */
export function dataFault(name: string, value: unknown, text: string): string {
	return text.includes(NULL) || text.includes(EMPTY) || text.includes(INDEXED) ? memberFault(name, value) : "";
}

/** As `dataFault`, without a look at the text. @returns text that names the first member that is wrong */
export function memberFault(name: string, value: unknown): string {
	let fault = "";
	let place = name;
	JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key: string, item: unknown): unknown {
		// A list's elements have the list's name.
		if (!Array.isArray(this) && key !== "")
			place = name + "." + key;
		const isNumberFault = typeof item === "number" ? !Number.isFinite(item) : this[key] instanceof Date && item === null;
		if (fault === "" && isNumberFault)
			fault = place + " is not a finite number";
		else if (fault === "")
			fault = classFault(place, item);
		return item;
	});
	return fault;
}

/**
 * What is wrong with an object that is to be data, "" for nothing: bytes and lists of numbers, and what JSON has nothing of.
 * @param name of the object
 * @param value can be written as JSON
 */
export function classFault(name: string, value: unknown): string {
	if (ArrayBuffer.isView(value))
		return name + " must be data, not a TypedArray or DataView";
	if (isOfNoClass(value) || JSON.stringify(value) !== "{}")
		return "";
	const isPromise = typeof (value as { then?: unknown }).then === "function";
	return name + (isPromise ? " must be data, not a promise: await it" : " must be data, not of class " + classOf(value));
}

/** Whether a value is none of a class of its own. */
function isOfNoClass(value: unknown): boolean {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return true;
	const prototype = Object.getPrototypeOf(value) as object | null;
	// Whichever realm it is from.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Name of a value's class. */
function classOf(value: unknown): string {
	// A device's build leaves out the getter of a TypedArray's tag: to ask for it ends the app.
	const tag = ArrayBuffer.isView(value) ? "Object" : Object.prototype.toString.call(value).slice(8, -1);
	const name = tag === "Object" ? (value as { constructor?: { name?: string } }).constructor?.name : tag;
	// A class may have no name, and a device's build leaves the names of functions out.
	return name === undefined || name === "" ? tag : name;
}
