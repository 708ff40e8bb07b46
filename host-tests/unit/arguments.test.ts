import test from "ava";
import { countFault, parameterFault, segmentFault, serialised } from "../../lib/arguments.js";

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
