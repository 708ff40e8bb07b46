import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { parseAst } from "rollup/parseAst";
import { projectRoot } from "../../service/project.js";

interface Plugin {
	renderChunk(this: { parse: typeof parseAst }, code: string): { code: string };
}

const { destructuring } = await import(pathToFileURL(join(projectRoot(), "rollup", "destructuring.mjs")).href) as { destructuring: Plugin };

function written(code: string): string {
	return destructuring.renderChunk.call({ parse: parseAst }, code).code;
}

for (const [code, wanted] of [
	["const { a } = this;", "const a = this.a;"],
	["const { a: b, c } = x;", "const b = x.a, c = x.c;"],
	["let { a } = x.y, d = 1;", "let a = x.y.a, d = 1;"],
	["const { a } = f();", "const a = f().a;"],
	["const { a } = (f() ?? {});", "const a = (f() ?? {}).a;"],
	["const { a } = x?.y;", "const a = (x?.y).a;"],
	["const { a, b } = f();", "const $of$a = f(), a = $of$a.a, b = $of$a.b;"],
	["const { a, b: { c, d: { e } } } = this;", "const a = this.a, $of$c = this.b, c = $of$c.c, e = $of$c.d.e;"],
	["const { a, b } = x.y; const { c, d } = x.y;", "const $of$a = x.y, a = $of$a.a, b = $of$a.b; const $of$c = x.y, c = $of$c.c, d = $of$c.d;"],
	["const { a: { b, c }, d } = f();", "const $of$b$ = f(), $of$b = $of$b$.a, b = $of$b.b, c = $of$b.c, d = $of$b$.d;"],
	["function f({ a }) { return a; }", "function f($of$a) { let a = $of$a.a; return a; }"],
	["const f = (x, { a, b: { c } }) => { };", "const f = (x, $of$a) => { let a = $of$a.a, c = $of$a.b.c; };"],
	["const [a, , b] = x;", "const a = x[0], b = x[2];"],
	["const [, a, b = 'c'] = /d/.exec(x) ?? [];", "const $of$a = (/d/.exec(x) ?? []), a = $of$a[1], b = $of$a[2] === undefined ? 'c' : $of$a[2];"]
] as const)
	test(`${code} is written as the properties that it reads`, (t) => t.is(written(code), wanted));

for (const code of [
	"const { a = 1 } = x;", "const { [k]: a } = x;", "const { ...a } = x;", "const { a: [b] } = x;", "const { a: { b = 1 } } = x;", "const {} = x;", "const { 'a-b': c } = x;",
	"for (const { a } of x);", "({ a } = x);", "const f = ({ a }) => a;", "function f({ a = 1 }) {}", "const [a, ...b] = x;", "const [a = b()] = x;", "const [{ a }] = x;", "const [] = x;", "for (const [a] of x);"
])
	test(`${code} stays as it is`, (t) => t.is(written(code), code));

test("an object is read once and in the pattern's order", (t) => {
	const code = "const { b, a: { d, c } } = read(); return [b, c, d, reads.join()];";
	const run = (text: string): unknown => {
		const reads: string[] = [];
		const source = { get a() {
			reads.push("a");
			return { get c() {
				return reads.push("c");
			}, get d() {
				return reads.push("d");
			} };
		}, get b() {
			return reads.push("b");
		} };
		// eslint-disable-next-line @typescript-eslint/no-implied-eval
		return new Function("read", "reads", text)(() => source, reads);
	};
	const body = written(`function f() { ${code} }`).slice("function f() { ".length, -2);
	t.not(body, code);
	t.deepEqual(run(body), run(code));
});
