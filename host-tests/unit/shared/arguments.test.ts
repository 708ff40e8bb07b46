import { runInNewContext } from "node:vm";
import test from "ava";
import { bytesOf, classFault, pageFault, dataFault, memberFault, parameterFault, segmentFault, serialised } from "../../../lib/shared/arguments.js";

test("a segment is text that isn't empty", (t) => {
	for (const good of ["a", " ", "0", "...", ".a", "a.", "a..b", "..a/b..", "a/b", "ä"])
		t.is(segmentFault("recordId", good), "");
	for (const missing of [undefined, null, ""])
		t.is(segmentFault("recordId", missing), "recordId is required");
	for (const wrong of [0, 7, false, {}, [], ["a"], Symbol("a"), () => "a"])
		t.is(segmentFault("recordId", wrong), "recordId must be text");
});

test("a segment must not be one that changes the path", (t) => {
	for (const wrong of [".", "..", "../a", "a/..", "a/../b", "./a", "..\\a", "a\\..", "..;a", "..%2fa"])
		t.is(segmentFault("collection", wrong), "collection must not hold a segment . or ..", wrong);
});

test("a parameter is text, or left out", (t) => {
	for (const good of ["", "a", undefined, null])
		t.is(parameterFault("expand", good), "");
	for (const wrong of [0, 1, true, {}, ["a"]])
		t.is(parameterFault("expand", wrong), "expand must be text");
});

test("a count is a whole number of 1 or more, or text for the service to judge", (t) => {
	for (const good of [1, 500, Number.MAX_SAFE_INTEGER, "1", "many", "", undefined, null])
		t.is(pageFault("page", good), "");
	for (const wrong of [0, -0, -1, 1.5, NaN, Infinity, 2 ** 53])
		t.is(pageFault("page", wrong), "page must be a whole number of 1 or more");
	for (const wrong of [true, {}, [1], 1n])
		t.is(pageFault("page", wrong), "page must be a number or text");
});

test("an object is written as JSON", (t) => {
	for (const value of [{}, { a: 1, b: [null, "ä"] }, [], [1], new Date(0), { toJSON: () => ({ a: 1 }) }])
		t.deepEqual(serialised(value), { text: JSON.stringify(value), fault: "" });
});

test("a number that JSON does not have is a fault that names its member", (t) => {
	for (const [value, member] of [
		[{ a: 1, value: NaN }, "value"], [{ value: Infinity }, "value"], [{ value: -Infinity, b: NaN }, "value"], [{ a: null, b: { c: NaN } }, "c"],
		[{ a: 1, list: [1, [NaN]] }, "list"], [{ list: [{ x: 1 }, { y: NaN }] }, "y"], [{ taken: new Date(NaN) }, "taken"], [{ a: { toJSON: () => NaN } }, "a"]
	] as const) {
		t.is(serialised(value).fault, `requestBody.${member} is not a finite number`);
		t.is(memberFault("reading", value), `reading.${member} is not a finite number`);
		t.is(dataFault("reading", value, JSON.stringify(value)), `reading.${member} is not a finite number`);
	}
	for (const value of [{ a: null }, { a: "null", b: [null, { c: null }] }, { null: 1 }, { a: undefined, b: () => 1 }, { a: [undefined] }, { a: { toJSON: () => null } }])
		t.deepEqual(serialised(value), { text: JSON.stringify(value), fault: "" });
});

class Sensor {
	get value(): number {
		return Math.random();
	}
}

class Reading {
	readonly value = 1;
}

/** Objects of which JSON has nothing, by what they are called. */
const empty: readonly (readonly [unknown, string])[] = [
	[new Map([["value", 1]]), "of class Map"], [new Set([1]), "of class Set"], [new ArrayBuffer(4), "of class ArrayBuffer"], [new Sensor(), "of class Sensor"],
	[Promise.resolve({ value: 1 }), "a promise: await it"], [/a/, "of class RegExp"], [new Error("no"), "of class Error"],
	[new FormData(), "of class FormData"], [new Blob(["{}"]), "of class Blob"], [new URLSearchParams("a=1"), "of class URLSearchParams"], [new Headers(), "of class Headers"]
];

test("an object of which JSON has nothing is a fault that names its class, or says that it is a promise", (t) => {
	for (const [value, what] of empty) {
		t.is(serialised(value).fault, `requestBody must be data, not ${what}`);
		t.is(classFault("record", value), `record must be data, not ${what}`);
		t.is(serialised({ a: 1, b: { value } }).fault, `requestBody.value must be data, not ${what}`);
		t.is(serialised({ list: [1, value] }).fault, `requestBody.list must be data, not ${what}`);
	}
	for (const value of [new DataView(new ArrayBuffer(4)), new Uint16Array(2), new Uint8Array(2), new Float32Array(0), new BigInt64Array(1)])
		t.is(serialised(value).fault, "requestBody must be data, not a TypedArray or DataView");
	for (const samples of [new DataView(new ArrayBuffer(4)), new Uint16Array(2), new Float32Array(0)]) {
		t.is(serialised({ a: 1, samples }).fault, "requestBody.samples must be data, not a TypedArray or DataView");
		t.is(serialised({ a: { samples: [samples] } }).fault, "requestBody.samples must be data, not a TypedArray or DataView");
	}
});

test("objects with members, and empty ones, are data, whatever their class and realm", (t) => {
	const foreign = runInNewContext("({ a: {}, b: [] })") as object;
	for (const value of [{}, [], { a: {} }, { a: "{}" }, { a: null, b: {} }, new Reading(), { a: new Reading(), b: {} }, Object.create(null), { 0: 1, a: {} }, foreign, { a: { toJSON: () => ({}) } }, { a: Object(5) as unknown, b: {} }])
		t.deepEqual(serialised(value), { text: JSON.stringify(value), fault: "" });
});

test("bytes are an ArrayBuffer's, or a Uint8Array's of another realm", (t) => {
	const bytes = new TextEncoder().encode('{"value":1}');
	t.deepEqual(bytesOf(bytes.buffer.slice(0, bytes.length)), bytes);
	const foreign = runInNewContext("new Uint8Array([1, 2, 3]).subarray(1)") as Uint8Array;
	t.false(foreign instanceof Uint8Array);
	t.deepEqual(Array.from(bytesOf(foreign) ?? []), [2, 3]);
	for (const value of [new Uint16Array(2), new DataView(new ArrayBuffer(2)), {}, [], "a", undefined, null, 5, new Map(), { [Symbol.toStringTag]: "Uint8Array" }])
		t.is(bytesOf(value), undefined);
});

test("no body is a fault", (t) => {
	for (const missing of [undefined, null, ""])
		t.deepEqual(serialised(missing), { text: "", fault: "requestBody is required" });
});

test("what has no JSON text is a fault", (t) => {
	const cycle: Record<string, unknown> = {};
	cycle.cycle = cycle;
	const throwing = { toJSON() { throw new Error("no"); } };
	const silent = { toJSON: () => undefined };
	for (const wrong of [cycle, { a: 1n }, throwing, silent, 0, 7, true, 1n, Symbol("a"), () => "a"])
		t.deepEqual(serialised(wrong), { text: "", fault: "requestBody can't be written as JSON" });
});
