import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { parseAst } from "rollup/parseAst";
import { projectRoot } from "../../service/project.js";

interface Plugin {
	renderChunk(this: { parse: typeof parseAst }, code: string): { code: string };
}

async function plugin(file: string, name = file): Promise<(code: string) => string> {
	const { [name]: found } = await import(pathToFileURL(join(projectRoot(), "rollup", `${file}.mjs`)).href) as Record<string, Plugin>;
	return (code) => found.renderChunk.call({ parse: parseAst }, code).code;
}

const characters = await plugin("characters");
const templates = await plugin("templates");
const texts = await plugin("texts");
const putTexts = await plugin("texts", "putTexts");
const singleTexts = await plugin("single-texts", "singleTexts");
const faultTexts = await plugin("single-texts", "faultTexts");

for (const [code, wanted] of [
	['const a = "}".charCodeAt(0);', "const a = 125;"],
	['f("\\n".charCodeAt(0), \'"\'.charCodeAt(0));', "f(10, 34);"]
] as const)
	test(`${code} is written as numbers`, (t) => t.is(characters(code), wanted));

for (const code of ['"}".charCodeAt(1);', '"}".charCodeAt(at);', '"".charCodeAt(0);', "text.charCodeAt(0);", '"}"[charCodeAt](0);', '"}".codePointAt(0);'])
	test(`${code} is no number at build time and stays`, (t) => t.is(characters(code), code));

for (const [code, wanted] of [
	["`a${b}c`;", '"a".concat(b, "c");'],
	["`${a}b${c}`;", '"".concat(a, "b", c);'],
	["`${a}${b}${c}`;", '"".concat(a, b, c);'],
	["`a${b ? \"c\" : d}\\n\"${e}`;", '"a".concat(b ? "c" : d, "\\n\\"", e);'],
	["`a${`b${c}d`}e`;", '"a".concat("b".concat(c, "d"), "e");']
] as const)
	test(`${code} is written as one call`, (t) => t.is(templates(code), wanted));

for (const code of ["`a`;", "`a${b}`;", "`${a}b`;", "`${a}${b}`;", "`${a}`;", "tag`a${b}c`;"])
	test(`${code} has too few pieces for a call, or is tagged, and stays`, (t) => t.is(templates(code), code));

test("a template that is written as a call makes the same text", (t) => {
	const code = "return `${a}|${b}|${c}|${d}|\\u00e9\\t`;";
	const written = templates(`function f() { ${code} }`).slice("function f() { ".length, -2);
	t.not(written, code);
	const values = [1, undefined, { toString: () => "own", valueOf: () => "value" }, [1, 2]];
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	const run = (text: string): unknown => new Function("a", "b", "c", "d", text)(...values);
	t.is(run(written), run(code));
});

for (const [code, wanted] of [
	['function f(a) { return a === ""; }', 'const $ = "";\nfunction f(a) { return a === $; }'],
	['class A { a = ""; }', 'const $ = "";\nclass A { a = $; }'],
	['import a from "a";\nconst f = () => [a, "GET", "GET"];', 'import a from "a";\nconst $GET = "GET";\n\nconst f = () => [a, $GET, $GET];'],
	['function f() { return"";}', 'const $ = "";\nfunction f() { return $;}'],
	['function f(a) { return { "": a, b: "" }; }', 'const $ = "";\nfunction f(a) { return { "": a, b: $ }; }'],
	['function f(a) { switch (a) { case"{": return typeof a === "string"; } }', 'const $$7b = "{";\nconst $string = "string";\nfunction f(a) { switch (a) { case $$7b: return typeof a === $string; } }']
] as const)
	test(`${code} takes its texts from constants`, (t) => t.is(texts(code), wanted));

for (const code of ['const a = "";', 'export { a as "" };\nconst a = 1;', 'function f() { "use strict"; }', 'function f() { return "connection failed"; }', 'const a = { b: "" };'])
	test(`${code} evaluates no hot text in a function and stays`, (t) => t.is(texts(code), code));

test("an outbox has constants for the texts of a put alone", (t) => {
	t.is(putTexts('function f() { return ["GET", "{"]; }'), 'const $$7b = "{";\nfunction f() { return ["GET", $$7b]; }');
	t.is(texts('function f() { return ["GET", "{"]; }'), 'const $GET = "GET";\nconst $$7b = "{";\nfunction f() { return [$GET, $$7b]; }');
});
for (const [code, wanted] of [
	['const A = "a";\nf(A);', '\nf("a");'],
	['const A_1 = "a\\n", B = 1;\nconst C = "c";\nf(() => g(A_1, C));', 'const A_1 = "a\\n", B = 1;\n\nf(() => g(A_1, "c"));']
] as const)
	test(`${code} has a text that one place reads, which takes it`, (t) => t.is(singleTexts(code), wanted));

for (const code of ['const A = "a";\nf(A, A);', 'const A = "a";\nexport { A };', 'const A = "a";', 'const a = "a";\nf(a);', "const A = 1;\nf(A);", 'const A = "a";\nf({ A });', 'const A = "a";\nf(b.A);', 'let A = "a";\nf(A);'])
	test(`${code} has no text that one place alone reads, and stays`, (t) => t.is(singleTexts(code), code));

test("of a bundle that is hot only texts of faults are put in their place", (t) => {
	t.is(faultTexts('const FAULT = "it has failed";\nf(() => FAULT);'), '\nf(() => "it has failed");');
	for (const code of ['const A = "\\"id\\":";\nf(() => A);', 'const LINE = "a: b\\r\\n";\nf(() => LINE);', 'const FAULT = "it has failed";\nf(() => FAULT, FAULT);'])
		t.is(faultTexts(code), code);
});
