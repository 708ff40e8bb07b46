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
	["const { a, b } = f();", "const $0 = f(), a = $0.a, b = $0.b;"],
	["const { a, b: { c, d: { e } } } = this;", "const a = this.a, $0 = this.b, c = $0.c, e = $0.d.e;"],
	["const { a, b } = x.y; const { c, d } = x.y;", "const $0 = x.y, a = $0.a, b = $0.b; const $1 = x.y, c = $1.c, d = $1.d;"]
] as const)
	test(`${code} is written as the properties that it reads`, (t) => t.is(written(code), wanted));

for (const code of [
	"const { a = 1 } = x;", "const { [k]: a } = x;", "const { ...a } = x;", "const { a: [b] } = x;", "const { a: { b = 1 } } = x;", "const {} = x;", "const { 'a-b': c } = x;",
	"for (const { a } of x);", "({ a } = x);", "function f({ a }) {}", "const [a] = x;"
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
