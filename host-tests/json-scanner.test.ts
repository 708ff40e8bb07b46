import test, { type ExecutionContext } from "ava";
import { JsonScanner } from "../lib/json-scanner.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The member's text as the scanner finds it in `json`, cut at `cuts`; undefined when it finds none. */
function find(scanner: JsonScanner, bytes: Uint8Array, name: string, ...cuts: readonly number[]): string | undefined {
	scanner.reset(encoder.encode(name));
	let from = 0;
	for (const to of [...cuts, bytes.length]) {
		scanner.scan(bytes, from, to);
		from = to;
	}
	const { start, end } = scanner;
	if (start < 0 || end < 0)
		return undefined;
	const text = decoder.decode(bytes.subarray(start, end));
	return text.includes("\\") ? JSON.parse(`"${text}"`) as string : text;
}

function expectEverywhere(t: ExecutionContext, json: string, name: string, expected: string | undefined): void {
	const bytes = encoder.encode(json);
	const scanner = new JsonScanner();
	t.is(find(scanner, bytes, name), expected, json);
	t.is(find(scanner, bytes, name, ...Array.from(bytes, (_, index) => index)), expected, `${json} byte by byte`);
	for (let first = 0; first <= bytes.length; first++) {
		for (let second = first; second <= bytes.length; second++) {
			if (find(scanner, bytes, name, first, second) !== expected)
				t.fail(`${json} cut at ${first} and ${second}`);
		}
	}
}

const documents: readonly (readonly [why: string, json: string, expected: string | undefined])[] = [
	["the only member", "{\"token\":\"abc\"}", "abc"],
	["the first member", "{\"token\":\"abc\",\"record\":{}}", "abc"],
	["the last member", "{\"record\":{},\"token\":\"abc\"}", "abc"],
	["a member in the middle", "{\"a\":1,\"token\":\"abc\",\"b\":[]}", "abc"],
	["an empty text", "{\"token\":\"\"}", ""],
	["white space of every kind", " \t\r\n{ \t\"token\"\r\n: \n\"a b\" } \n", "a b"],
	["another case is another name", "{\"Token\":\"abc\"}", undefined],
	["a longer name is another", "{\"tokens\":\"abc\",\"xtoken\":\"d\"}", undefined],
	["a shorter name is another", "{\"toke\":\"abc\",\"\":\"d\"}", undefined],
	["a name that begins alike", "{\"totoken\":\"a\",\"tok\":\"b\",\"token\":\"c\"}", "c"],
	["a value that is the name", "{\"a\":\"token\",\"b\":\"c\"}", undefined],
	["a value that is the name, before the member", "{\"a\":\"token\",\"token\":\"c\"}", "c"],
	["the name in a nested object", "{\"record\":{\"token\":\"inner\"}}", undefined],
	["the name in a nested object, before the member", "{\"record\":{\"token\":\"inner\"},\"token\":\"outer\"}", "outer"],
	["the name in a nested object, behind the member", "{\"token\":\"outer\",\"record\":{\"token\":\"inner\"}}", "outer"],
	["the name in objects in arrays", "{\"items\":[{\"token\":\"a\"},[{\"token\":\"b\"}]],\"token\":\"c\"}", "c"],
	["the name in an array", "{\"items\":[\"token\",\"token\"],\"a\":\"b\"}", undefined],
	["braces, brackets, commas and colons in texts", "{\"a\":\"}],:{[\",\"token\":\"{[}]:,\"}", "{[}]:,"],
	["an object as text in a text", "{\"a\":\"{\\\"token\\\":\\\"x\\\"}\",\"token\":\"c\"}", "c"],
	["escaped quotes and backslashes", "{\"a\":\"\\\\\\\"\",\"token\":\"x\\\\\\\"y\\\\\"}", "x\\\"y\\"],
	["escapes of every kind", "{\"token\":\"\\u00e4\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\"}", "ä😀/\b\f\n\r\t"],
	["characters of two, three and four bytes", "{\"ä\":\"€\",\"token\":\"ß€😀\"}", "ß€😀"],
	["an escape before the value is not the value's", "{\"a\":\"\\n\",\"token\":\"b\"}", "b"],
	["an escape behind the value is not the value's", "{\"token\":\"b\",\"a\":\"\\n\"}", "b"],
	["the last of two members", "{\"token\":\"a\",\"token\":\"b\"}", "b"],
	["the last of two members, the first with escapes", "{\"token\":\"\\n\",\"token\":\"b\"}", "b"],
	["the last of two members, a number", "{\"token\":\"a\",\"token\":5}", undefined],
	["the last of two members, an object", "{\"token\":\"a\",\"token\":{\"b\":\"c\"}}", undefined],
	["the last of two members, behind null", "{\"token\":null,\"token\":\"b\"}", "b"],
	["a number", "{\"token\":5,\"a\":\"b\"}", undefined],
	["true", "{\"token\":true,\"a\":\"b\"}", undefined],
	["null", "{\"token\":null}", undefined],
	["an array of texts", "{\"token\":[\"a\"],\"b\":\"c\"}", undefined],
	["an object", "{\"token\":{\"token\":\"a\"},\"b\":\"c\"}", undefined],
	["an empty object", "{}", undefined],
	["an array", "[{\"token\":\"a\"}]", undefined],
	["an array of texts like a member", "[\"token\",\"a\"]", undefined],
	["an array that is like an object", "[\"token\":\"a\"]", undefined],
	["a text", "\"{\\\"token\\\":\\\"a\\\"}\"", undefined],
	["a number at the top", "12", undefined],
	["nothing", "", undefined],
	["what is no JSON", "token {\"token\":\"a\"}", undefined],
	["a second object behind the first", "{\"a\":1}{\"token\":\"a\"}", undefined],
	["a value cut off", "{\"token\":\"abc", undefined],
	["a name with an escape is not recognised, as documented", "{\"tok\\u0065n\":\"a\"}", undefined],
	["a name with an escape behind it is another", "{\"token\\n\":\"a\"}", undefined]
];

for (const [why, json, expected] of documents)
	test(why, (t) => expectEverywhere(t, json, "token", expected));

test("documents that are JSON say what JSON.parse says", (t) => {
	for (const [why, json, expected] of documents) {
		let value: unknown;
		try {
			value = JSON.parse(json);
		}
		catch {
			continue;
		}
		const token = typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>).token : undefined;
		if (!json.includes("\\u0065"))
			t.is(typeof token === "string" ? token : undefined, expected, why);
	}
});

test("without a name nothing is found, and the next text is looked through again", (t) => {
	const scanner = new JsonScanner();
	const bytes = encoder.encode("{\"token\":\"a\"}");
	scanner.reset(undefined);
	scanner.scan(bytes, 0, bytes.length);
	t.deepEqual([scanner.start, scanner.end], [-1, -1]);
	t.is(find(scanner, bytes, "token"), "a");
	t.is(find(scanner, encoder.encode("{\"token\":\"cut \\"), "token"), undefined);
	t.is(find(scanner, bytes, "token"), "a");
	t.is(find(scanner, encoder.encode("{\"message\":\"b\"}"), "message"), "b");
});

test("nesting of any depth costs nothing", (t) => {
	const depth = 100_000;
	const json = `{"a":${"[".repeat(depth)}${"]".repeat(depth)},"token":"b"}`;
	t.is(find(new JsonScanner(), encoder.encode(json), "token"), "b");
});
