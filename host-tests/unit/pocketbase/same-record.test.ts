import test from "ava";
import { canBeSame } from "../../../lib/pocketbase/same-record.js";

function same(sent: unknown, kept: unknown): boolean {
	return canBeSame(JSON.stringify({ id: "abcdefghij12345", member: sent }), JSON.stringify({ id: "abcdefghij12345", member: kept }));
}

test("what the service may keep of a value is no sign of another record", (t) => {
	for (const [sent, kept] of [
		[1, 1], [-0, 0], [1e21, 1e21], ["text", "text"], [true, true], [null, ""], [null, 5], [null, false], ["", "filled in"], [[], ["filled in"]],
		["12.50", 12.5], ["1e3", 1000], [5, "5"], [1e21, "1000000000000000000000"], ["abc", 0], [true, 1], [false, ""], [1, true],
		["2026-11-21", "2026-11-21 00:00:00.000Z"], ["2026-11-21T07:00:00Z", "2026-11-21 07:00:00.000Z"], ["2026-11-21 07:00:00", "2026-11-21 07:00:00.000Z"],
		["2026-11-21T07:00:00.123456Z", "2026-11-21 07:00:00.123Z"], ["2026-11-21T07:00:00.5Z", "2026-11-21 07:00:00.500Z"],
		["2026-11-21T09:00:00+02:00", "2026-11-21 07:00:00.000Z"], ["@now", "2026-11-21 07:00:00.000Z"], ["no date", ""], [1_700_000_000, ""],
		["{\"a\":1}", { a: 1 }], [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }], [{ a: 1, ignored: 2 }, { a: 1 }],
		["one", ["one"]], [["one"], "one"], [["one", "one", "two"], ["one", "two"]], [{}, []], [[], {}]
	])
		t.true(same(sent, kept), `${JSON.stringify(sent)} ${JSON.stringify(kept)}`);
});

test("a value that can't have become the record's is another record's", (t) => {
	for (const [sent, kept] of [
		[1, 2], [0, 1], ["text", "Text"], ["text", " text"], [true, false], [false, true], ["12.5", 12.4], [5, "6"],
		["2026-11-21", "2026-11-22 00:00:00.000Z"], ["2026-11-21T07:00:00Z", "2026-11-21 07:00:00.001Z"], ["2026-11-21T07:00:00.999Z", "2026-11-21 07:00:01.000Z"],
		[{ a: 1 }, { a: 2 }], [{ a: { b: [1] } }, { a: { b: [2] } }], [[1, 2], [2, 1]], [[1, 2], [1, 2, 3]], [[1, 2], [1]]
	])
		t.false(same(sent, kept), `${JSON.stringify(sent)} ${JSON.stringify(kept)}`);
});

test("members that only one of both has, and those that the service sets, are no sign", (t) => {
	t.true(canBeSame('{"value+":5,"password":"a","created":"2020-01-01"}', '{"value":9,"created":"2026-11-21 07:00:00.000Z","device":"one"}'));
	t.true(canBeSame('{"__proto__":1,"toString":2,"constructor":3}', "{}"));
	t.false(canBeSame('{"toString":2}', '{"toString":3}'));
});

test("what is no JSON object, or is nested too deeply, is no sign", (t) => {
	const deep = '{"a":'.repeat(20) + "1" + "}".repeat(20);
	for (const text of ["", "{", "null", "7", '"text"', "\ufffd", deep])
		t.true(canBeSame('{"value":1}', text) && canBeSame(text, '{"value":1}'), text);
});
