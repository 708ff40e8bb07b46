import test from "ava";
import { readingText } from "../../../lib/outbox/reading.js";

const flat = '{"sensor":"t","value":1}';

/** What a call came to, and how often it has parsed. */
function counted(reading: unknown): { text: string; parses: number } {
	const parse = JSON.parse;
	let parses = 0;
	JSON.parse = (...given) => {
		parses++;
		return parse(...given) as unknown;
	};
	try {
		return { text: readingText(reading), parses };
	}
	finally {
		JSON.parse = parse;
	}
}

test.serial("text is parsed once, an object without objects and lists is not", (t) => {
	t.deepEqual(counted(flat), { text: flat, parses: 1 });
	t.deepEqual(counted({ sensor: "t", value: 1 }), { text: flat, parses: 0 });
	for (const nested of [{ a: { b: 1 } }, { a: [1] }, { a: "[" }, { a: "{" }])
		t.deepEqual(counted(nested), { text: JSON.stringify(nested), parses: 1 });
	for (const nested of ['{"a":{"b":1}}', '{"a":[1]}', ' {"a":1}'])
		t.deepEqual(counted(nested), { text: nested.trim(), parses: 1 });
});

for (const bad of [
	"", "{", "}", "[]", "[1]", "null", "1", '"a"', '{"a":1', '{"a":}', '{"a" 1}', '{"a":1}}', '{"a":1},{"b":2}', '{"a":1 "b":2}', "{a:1}", "{'a':1}",
	'{"a":"\n"}', '{"a":"\u0000"}', '{"', '{"}', null, undefined, 7, true, [], [1], () => 1, "a"
]) {
	test(`no object: ${JSON.stringify(bad) ?? String(bad)}`, (t) => {
		t.throws(() => readingText(bad), { instanceOf: TypeError, message: /must be a JSON object/ });
	});
}

test("what is nested too deeply is refused, as text and as an object", (t) => {
	const deep = '{"a":'.repeat(40) + "1" + "}".repeat(40);
	t.throws(() => readingText(deep), { message: /nested too deeply/ });
	t.throws(() => readingText(JSON.parse(deep)), { message: /nested too deeply/ });
	t.throws(() => readingText('{"a":' + "[".repeat(40) + "]".repeat(40) + "}"), { message: /nested too deeply/ });
});

for (const named of ['{"id":1}', '{"a":1,"id":null}', '{"a":1, "id" : 2}', '{"\\u0069d":3}', '{"a":[1],"id":4}', { id: 1 }, { a: 1, id: null }, { toJSON: () => ({ id: 3 }) }, { a: [1], id: 2 }]) {
	test(`an id is refused: ${typeof named === "string" ? named : `the object ${JSON.stringify(named)}`}`, (t) => {
		t.throws(() => readingText(named), { instanceOf: TypeError, message: /must not have an id/ });
	});
}

test("what is no data is refused with its class", (t) => {
	for (const [reading, what] of [
		[new Uint8Array(2), "a TypedArray or DataView"], [new ArrayBuffer(2), "of class ArrayBuffer"], [new DataView(new ArrayBuffer(2)), "a TypedArray or DataView"], [new Map([["a", 1]]), "of class Map"], [new Set(), "of class Set"],
		[Promise.resolve({ value: 1 }), "a promise: await it"]
	] as const)
		t.throws(() => readingText(reading), { instanceOf: TypeError, message: `reading must be data, not ${what}` });
	t.throws(() => readingText({ samples: new Float32Array(2) }), { instanceOf: TypeError, message: "reading.samples must be data, not a TypedArray or DataView" });
	t.throws(() => readingText({ value: Promise.resolve(1) }), { instanceOf: TypeError, message: "reading.value must be data, not a promise: await it" });
});

test("a name with a modifier is refused: an upsert that is sent twice would add twice", (t) => {
	for (const reading of [{ "count+": 1 }, { "+count": 1 }, { "count-": 1 }, '{"count+":1}', '{"a":[1],"count-" :1}', { a: { b: 1 }, "+c": 2 }])
		t.throws(() => readingText(reading), { instanceOf: TypeError, message: /name that ends in \+ or -/ });
	for (const reading of [{ a: "+", b: "a-", c: "2026-11-21T07:00:00+02:00" }, { a: { "count+": 1 } }, { "a+b": 1 }, { "-a": 1 }, { a: "\u0001" }])
		t.is(readingText(reading), JSON.stringify(reading));
});

test("a number that JSON does not have is refused with its member's name", (t) => {
	for (const [reading, member] of [[{ value: NaN }, "value"], [{ sensor: "t", value: -Infinity }, "value"], [{ id: 1, a: { b: [NaN] } }, "b"]] as const)
		t.throws(() => readingText(reading), { instanceOf: TypeError, message: `reading.${member} is not a finite number` });
	for (const fine of [{ value: null }, { sensor: "null" }, { a: [null] }])
		t.is(readingText(fine), JSON.stringify(fine));
	t.throws(() => readingText('{"value":NaN}'), { message: /must be a JSON object/ });
});

test("what only looks like an id is none", (t) => {
	for (const fine of [{ a: '"id":' }, { a: 'x\\"id":1' }, { ids: 1 }, { a: { id: 1 } }, { a: "id" }])
		t.is(readingText(fine), JSON.stringify(fine));
	for (const fine of ['{"a":"\\"id\\":1"}', '{"ids":1}', '{"a":{"id":1}}'])
		t.is(readingText(fine), fine);
});

test("text goes as it is, but for spaces around it; without members it is {}", (t) => {
	t.is(readingText('{"a":1.0,"a":2,"n":12345678901234567890}'), '{"a":1.0,"a":2,"n":12345678901234567890}');
	t.is(readingText('\n {"a":1}\t'), '{"a":1}');
	t.is(readingText('{"a":1}\n'), '{"a":1}');
	for (const empty of ["{}", "{ }", " {\n} ", {}, { a: undefined }])
		t.is(readingText(empty), "{}");
	t.is(readingText('{ "a": 1 }'), '{ "a": 1 }');
});
