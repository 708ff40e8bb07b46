import test from "ava";
import { countFault, numberFault, parameterFault, segmentFault, serialised } from "../../../lib/shared/arguments.js";

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
		t.is(countFault("page", good), "");
	for (const wrong of [0, -0, -1, 1.5, NaN, Infinity, 2 ** 53])
		t.is(countFault("page", wrong), "page must be a whole number of 1 or more");
	for (const wrong of [true, {}, [1], 1n])
		t.is(countFault("page", wrong), "page must be a number or text");
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
		t.is(numberFault("reading", value), `reading.${member} is not a finite number`);
	}
	for (const value of [{ a: null }, { a: "null", b: [null, { c: null }] }, { null: 1 }, { a: undefined, b: () => 1 }, { a: [undefined] }, { a: { toJSON: () => null } }])
		t.deepEqual(serialised(value), { text: JSON.stringify(value), fault: "" });
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
