import test from "ava";
import { isExcessive, isWhole, parseJSON } from "../../../lib/shared/safe-json.js";

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
	for (const [one, most] of [["[]", 255], ["{}", 255], ["0", 1500], ['{"":0}', 200], ['"a":0', 800], ['"",""', 800], ["[[[]]]", 85]] as const) {
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

test("what the service answers is read: pages of 500 expanded records, refusals of 200 fields, records of 300 numbers", (t) => {
	const user = { collectionId: "_pb_users_auth_", collectionName: "users", created: "2026-01-01 00:00:00.000Z", email: "", emailVisibility: false, id: "abcdefghij12345", name: "a", verified: true };
	const record = { collectionId: "pbc_1687431684", collectionName: "r", expand: { user }, id: "abcdefghij12345", n: 1, user: user.id };
	const page = { items: Array(500).fill(record) as unknown[], page: 1, perPage: 500, totalItems: 500, totalPages: 1 };
	const data = Object.fromEntries(Array.from({ length: 200 }, (_, field) => [`f${field}`, { code: "validation_required", message: "Cannot be blank." }]));
	for (const value of [page, { data, message: "Failed to create record.", status: 400 }, { record: { ...user, samples: Array(300).fill(7) }, token: "a.b.c" }])
		t.deepEqual(parseJSON(JSON.stringify(value)), value);
});
