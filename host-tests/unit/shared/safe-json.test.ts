import test from "ava";
import { DEFAULT_LIMITS } from "../../../lib/client-limits.js";
import { isExcessive, isWhole, parseJSON, valuesBeyond } from "../../../lib/shared/safe-json.js";

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
	t.deepEqual(parseJSON(wide, Infinity), JSON.parse(wide));
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

test("text that makes many values of few characters is not read, unless it is the app's own", (t) => {
	for (const [one, most] of [["[]", 275], ["{}", 275], ["0", 1500], ['{"":0}', 230], ['"a":0', 800], ['"",""', 800], ["[[[]]]", 115]] as const) {
		const list = (count: number): string => one.startsWith('"a"') ? `{${Array(count).fill(one).map((member, at) => member.replace("a", String(at))).join()}}` : `[${Array(count).fill(one).join()}]`;
		for (const text of [list(Math.floor(16_384 / one.length)), list(most)])
			t.deepEqual([parseJSON(text), isExcessive(text)], [undefined, true], text.slice(0, 20));
		const few = list(most >> 1);
		t.deepEqual([parseJSON(few), isExcessive(few)], [JSON.parse(few), false], one);
		const many = list(5000);
		t.deepEqual(parseJSON(many, Infinity), JSON.parse(many), one);
		t.true(isWhole(many));
		t.false(isWhole(many.slice(0, -1)));
	}
});

test("the default of limits.values takes what apps ask for, and not what would fill the heap of a board", (t) => {
	const most = DEFAULT_LIMITS.values;
	const reading = { collectionId: "c", collectionName: "readings", created: "", device: "d", id: "i", sensor: "s", taken: "", unit: "C", updated: "", value: 1 };
	for (const good of [
		{ items: Array(100).fill(reading) as unknown[] },
		{ items: Array.from({ length: 30 }, (_, id) => Object.fromEntries(Array.from({ length: 28 }, (_, field) => [`field${field}`, id * field]))) },
		{ items: Array.from({ length: 360 }, (_, value) => ({ id: String(value), value })) },
		{ samples: Array.from({ length: 2500 }, (_, sample) => sample % 10) },
		{ polygon: Array.from({ length: 500 }, (_, at) => [at % 10, 1]) },
		{ text: ",".repeat(20_000) }
	])
		t.false(valuesBeyond(JSON.stringify(good), most) > 0);
	for (const bad of [`[${"[],".repeat(4000)}[]]`, `[${"0,".repeat(4000)}0]`, `{${'"a":0,'.repeat(2000)}"b":0}`, "[".repeat(2000) + "]".repeat(2000)])
		t.true(valuesBeyond(bad, most) > 0, bad.slice(0, 20));
});
