import test from "ava";
import { DEFAULT_LIMITS } from "../../../lib/client-limits.js";
import { hasMoreValues, isExcessive, isShallow, isWhole, parseJSON, textMember } from "../../../lib/shared/safe-json.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

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

test("what the service answers is read: pages of 30 expanded records, refusals of 200 fields, records of 300 numbers", (t) => {
	const user = { collectionId: "_pb_users_auth_", collectionName: "users", created: "2026-01-01 00:00:00.000Z", email: "", emailVisibility: false, id: "abcdefghij12345", name: "a", verified: true };
	const record = { collectionId: "pbc_1687431684", collectionName: "r", expand: { user }, id: "abcdefghij12345", n: 1, user: user.id };
	const page = { items: Array(30).fill(record) as unknown[], page: 1, perPage: 30, totalItems: 500, totalPages: 1 };
	const data = Object.fromEntries(Array.from({ length: 200 }, (_, field) => [`f${field}`, { code: "validation_required", message: "Cannot be blank." }]));
	for (const value of [page, { data, message: "Failed to create record.", status: 400 }, { record: { ...user, samples: Array(300).fill(7) }, token: "a.b.c" }])
		t.deepEqual(parseJSON(JSON.stringify(value)), value);
});

test("a text is found among an object's members, whatever else it holds, as JSON.parse finds it", (t) => {
	const token = "a.b.c";
	const others = [{ record: { samples: Array(5000).fill(0) } }, { record: { token: "other" } }, { deep: JSON.parse(levels(400)) as unknown }, { note: '"token":"other"' }, { note: "\\" }, { note: '\\"' }, { list: ['"token":"other"', { token: "other" }] }, {}];
	for (const other of others) {
		for (const [value, expected] of [[{ ...other, token }, token], [{ token, ...other }, token], [other, undefined], [{ ...other, token: 5 }, undefined], [{ ...other, token: 'a"\\ \u20ac' }, 'a"\\ \u20ac']] as const) {
			t.is(textMember(JSON.stringify(value), "token"), expected);
			t.is(textMember(JSON.stringify(value, undefined, 1), "token"), expected);
		}
	}
	t.is(textMember('{"token":"a","token":"b"}', "token"), "b");
	for (const text of ['["token","a"]', '"token"', '{"token":"a', '{"a":"token","b":"c"}', "", '{"token":"\\x"}'])
		t.is(textMember(text, "token"), undefined, text);
});

/** Texts that hold what ends an object or a list and begins the next member. */
const awkward = ["a", "},", "}}", "}},\"", "],", "]", "},\"a\":", "}],", ":", ":a", "\\", "\"", "{", ":{", "[", "},{", ""];

function anyText(random: SeededRandom): string {
	return JSON.stringify(awkward[random.below(awkward.length)] + awkward[random.below(awkward.length)]);
}

/** JSON that is often nested too deeply. @param left levels that it has */
function anyJSON(random: SeededRandom, left: number): string {
	if (left < 1)
		return random.below(3) === 0 ? "1" : anyText(random);
	const count = 1 + random.below(3);
	// One goes on downwards, so that the text stays short.
	const deep = random.below(count);
	const items = Array.from({ length: count }, (_, index) => anyJSON(random, index === deep ? left - 1 : random.below(2)));
	return random.below(3) === 0 ? `[${items.join()}]` : `{${items.map((item, index) => `${random.below(3) > 0 ? `"a${index}"` : anyText(random)}:${item}`).join()}}`;
}

/** How deep JSON is, without its texts. */
function depthOf(json: string): number {
	let depth = 0;
	let most = 0;
	for (const bracket of json.replace(/"(?:[^"\\]|\\.)*"/g, "")) {
		depth += "[{".includes(bracket) ? 1 : "]}".includes(bracket) ? -1 : 0;
		most = Math.max(most, depth);
	}
	return most;
}

test("what is nested too deeply is not read, whatever its texts hold; all else is", (t) => {
	const random = new SeededRandom(20_261_125);
	let deep = 0;
	let quick = 0;
	for (let round = 0; round < 30_000; round++) {
		const json = anyJSON(random, 4 + random.below(20));
		const depth = depthOf(json);
		deep += depth > 16 ? 1 : 0;
		quick += isShallow(json) ? 1 : 0;
		t.false(isShallow(json) && depth > 16, json);
		t.deepEqual(parseJSON(json), depth > 16 ? undefined : JSON.parse(json), json);
	}
	t.true(deep > 2000 && quick > 2000, `${deep} ${quick}`);
});

test("lists of records, expanded ones, and results of a batch are shown to be shallow without a look at each character", (t) => {
	const user = { id: "abcdefghij12345", name: "a", tags: ["a", "b"], verified: true };
	const record = { collectionName: "r", extra: { a: [1, 2], b: {} }, expand: { user }, id: "abcdefghij12345", value: 1 };
	for (const value of [{ items: Array(30).fill(record) as unknown[], page: 1 }, Array.from({ length: 50 }, () => ({ body: record, status: 200 })), { data: { a: { code: "b", message: "c" } }, status: 400 }])
		t.true(isShallow(JSON.stringify(value)));
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
		t.false(hasMoreValues(JSON.stringify(good), most));
	for (const bad of [`[${"[],".repeat(4000)}[]]`, `[${"0,".repeat(4000)}0]`, `{${'"a":0,'.repeat(2000)}"b":0}`, "[".repeat(2000) + "]".repeat(2000)])
		t.true(hasMoreValues(bad, most), bad.slice(0, 20));
});

test("values are counted alike by native searches and character by character", (t) => {
	const random = new SeededRandom(20_261_126);
	for (let round = 0; round < 20_000; round++) {
		const json = anyJSON(random, 4 + random.below(20));
		const bare = json.replace(/"(?:[^"\\]|\\.)*"/g, "");
		const units = (bare.match(/[,:]/g) ?? []).length + 3 * (bare.match(/[[{]/g) ?? []).length;
		t.false(hasMoreValues(json, units), json);
		t.is(hasMoreValues(json, units - 1), units > 0, json);
	}
});
