import test from "ava";
import { JsonScanner } from "../lib/json-scanner.js";
import { Random } from "./random.js";

const random = new Random();
const names = ["token", "message", "tok", "tokens", "", "a", "{", "}", "ä", ":"];
const characters = ["a", "b", "token", "{", "}", "[", "]", ",", ":", " ", "ä", "€", "😀", "\\\"", "\\\\", "\\n", "\\u00e4", "\\ud83d\\ude00", "\\/"];
const spaces = ["", "", "", " ", "\n\t", "\r "];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function space(): string {
	return random.pick(spaces);
}

function string(): string {
	let text = "";
	for (let count = random.below(6); count > 0; count--)
		text += random.pick(characters);
	return `"${text}"`;
}

function value(depth: number): string {
	switch (random.below(depth > 3 ? 4 : 7)) {
		case 0:
		case 1:
			return string();
		case 2:
			return random.pick(["0", "-1.5e3", "12", "true", "false", "null"]);
		case 3:
			return random.pick(["{}", "[]", "\"\"", "\"token\""]);
		case 4:
			return list("[", "]", () => value(depth + 1));
		default:
			return object(depth + 1);
	}
}

function object(depth: number): string {
	return list("{", "}", () => `"${random.pick(names)}"${space()}:${space()}${value(depth)}`);
}

function list(open: string, close: string, item: () => string): string {
	const items: string[] = [];
	for (let count = random.below(5); count > 0; count--)
		items.push(space() + item() + space());
	return open + (items.length === 0 ? space() : items.join(",")) + close;
}

function found(scanner: JsonScanner, bytes: Uint8Array): string | undefined {
	if (scanner.start < 0 || scanner.end < 0)
		return undefined;
	const text = decoder.decode(bytes.subarray(scanner.start, scanner.end));
	return scanner.escaped ? JSON.parse(`"${text}"`) as string : text;
}

test("the scanner finds what JSON.parse finds in 10,000 random objects, in random fragments", (t) => {
	t.log(`SEED=${random.seed}`);
	const scanner = new JsonScanner();
	let texts = 0;
	for (let round = 0; round < 10_000; round++) {
		const json = space() + object(0) + space();
		const name = random.pick(["token", "message", "a"]);
		const member = (JSON.parse(json) as Record<string, unknown>)[name];
		const expected = typeof member === "string" ? member : undefined;
		const bytes = encoder.encode(json);
		scanner.reset(encoder.encode(name));
		for (let from = 0; from < bytes.length;) {
			const to = Math.min(bytes.length, from + 1 + random.below(20));
			scanner.scan(bytes, from, to);
			from = to;
		}
		if (found(scanner, bytes) !== expected)
			return t.fail(`SEED=${random.seed}, round ${round}: ${name} of ${json}`);
		if (expected !== undefined)
			texts++;
	}
	t.true(texts > 500, `${texts} objects had the member`);
});
