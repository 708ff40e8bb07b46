import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";
import { Random } from "../../tools/random.js";
import { startEngine } from "../../tools/xs/engine.js";
import { testOnXS } from "../runner/on-xs.js";

/** Every regular expression of a source. */
function expressionsOf(path: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node))
			found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
	return found;
}

const lib = join(projectRoot(), "lib");
const expressions = [...new Set(readdirSync(lib, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")).flatMap((name) => expressionsOf(join(lib, name))))];

/** Texts that some of them match, from which others are made. */
const texts = [
	"2026-01-01T00:00:00.123456789Z", "2026-01-01 00:00:00.000Z", "abcdefghij12345", "123456789012345", "0123456789ab", 'ffffffffffff;a=b;c="d\\"e"', "1a;x",
	"/api/collections/a/records/b?c", "/api/batch?fields=x", "/a/../b", "/%2e%2e/", "/.%2E;x", "fd00::1", "fe80:12::", "application/problem+json; x", "HTTP/1.1 200 OK",
	"a.local.", "x.home.arpa", "http://a.b:80/c?d", "[::1]:80", "\t12 ", "keep-alive, close", ',"t":"2026-01-01 00:00:00.000Z" }', ',"a":null}', "/a/b%20c", "172.31.1", "169.254.0", "chunked", "%0A", "a b"
];
const characters = 'ab01.:/-%2eTZ ;="\\,?#[]{}f\t';

/** Texts with a part left out, added or repeated, and runs of a character up to lengths beyond all limits. */
function inputs(random: Random): string[] {
	const all = new Set(texts);
	for (const text of texts) {
		for (let copy = 0; copy < 80; copy++) {
			const at = random.below(text.length + 1);
			const end = at + random.below(16);
			all.add(random.pick([
				text.slice(0, at) + characters[random.below(characters.length)] + text.slice(at), text.slice(0, at) + text.slice(end),
				text.slice(0, end) + text.slice(at, end) + text.slice(end), text + text.slice(at)
			]));
		}
	}
	// What a quantifier repeats once too often.
	for (const text of texts) {
		for (const length of [1, 3, 9, 12, 13, 14]) {
			for (let at = 0; at + length <= text.length; at++)
				all.add(text.slice(0, at + length) + text.slice(at));
		}
	}
	for (let length = 0; length < 40; length++)
		["a", "1", "..", "%2e", "x ", ";a"].forEach((part) => all.add(part.repeat(length)).add(part.repeat(length) + "\t"));
	return [...all];
}

/** Texts in one turn of the engine, whose work is limited. */
const AT_ONCE = 1000;

/** What an expression finds in each text: the lengths of its groups. */
const script = (source: string, all: readonly string[]): string => `(() => {
	const expression = ${source};
	return ${JSON.stringify(all)}.map((text) => {
		expression.lastIndex = 0;
		return expression.exec(text)?.map((group) => group === undefined ? -1 : group.length).join(":") ?? "";
	}).join();
})()`;

/** Which expression finds something else in which text on XS than on Node. */
async function differences(sources: readonly string[], all: readonly string[]): Promise<string[]> {
	const engine = await startEngine();
	try {
		const found: string[] = [];
		for (const source of sources) {
			for (let from = 0; from < all.length; from += AT_ONCE) {
				const some = all.slice(from, from + AT_ONCE);
				const code = script(source, some);
				const onXS = (await engine.evaluate(code) as string).split(",");
				const onNode = (eval(code) as string).split(",");
				found.push(...some.filter((_, index) => onNode[index] !== onXS[index]).map((text) => `${source} in ${JSON.stringify(text)}`));
			}
		}
		return found;
	}
	finally {
		await engine.close();
	}
}

const test = await testOnXS("regular expressions on XS");

test("on XS each regular expression of lib/ finds what it finds on Node, at the limits of its quantifiers too", async (t) => {
	t.true(expressions.length > 30);
	const random = new Random();
	t.deepEqual(await differences(expressions, inputs(random)), [], `SEED=${random.seed}`);
});

test("XS repeats a group that may be left out, past all limits: the reason for this file", async (t) => {
	const all = Array.from({ length: 20 }, (_, length) => "a".repeat(length));
	const found = await differences(["/^a(?:a{0,6}a)?$/"], all);
	t.deepEqual(found, all.slice(9).map((text) => `/^a(?:a{0,6}a)?$/ in ${JSON.stringify(text)}`));
});
