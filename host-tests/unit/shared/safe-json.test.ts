import test from "ava";
import { parseJSON } from "../../../lib/shared/safe-json.js";

const levels = (count: number): string => "[".repeat(count) + "]".repeat(count);

test("JSON is read as JSON.parse reads it", (t) => {
	for (const text of ["{}", "[1,2]", "\"a\"", "1", "null", "{\"a\":{\"b\":[{\"c\":\"]}\"}]}}", " [ ] "])
		t.deepEqual(parseJSON(text), JSON.parse(text));
});

test("what is no JSON is undefined", (t) => {
	for (const text of ["", "{", "}", "]]]][", "<html>", "{\"a\":}", "[1,]"])
		t.is(parseJSON(text), undefined);
});

test("text is read down to sixteen levels, many side by side too", (t) => {
	t.deepEqual(parseJSON(levels(16)), JSON.parse(levels(16)));
	t.is(parseJSON(levels(17)), undefined);
	t.is(parseJSON(`{"a":${levels(16)}}`), undefined);
	const wide = `[${Array.from({ length: 500 }, () => levels(15)).join()}]`;
	t.deepEqual(parseJSON(wide), JSON.parse(wide));
});

test("brackets in texts are no levels", (t) => {
	for (const inner of ["[".repeat(40), "{\"".repeat(40), "\\".repeat(3) + "\"[{".repeat(40), "\\\"" + "]".repeat(9) + "[".repeat(40)]) {
		const value = { [inner]: [inner], last: inner + "\\" };
		t.deepEqual(parseJSON(JSON.stringify(value)), value);
		t.is(parseJSON(`{"a":${JSON.stringify(inner)},"b":${levels(16)}}`), undefined);
	}
});

test("a million levels end nothing", (t) => {
	t.is(parseJSON("[".repeat(1_000_000)), undefined);
	t.is(parseJSON("{\"a\":".repeat(1_000_000)), undefined);
});
