import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { parseAst } from "rollup/parseAst";
import { projectRoot } from "../../service/project.js";

interface Plugin {
	renderChunk(this: { parse: typeof parseAst }, code: string): { code: string } | null;
}

async function plugin(name: string): Promise<(code: string) => string> {
	const { [name]: found } = await import(pathToFileURL(join(projectRoot(), "rollup", `${name}.mjs`)).href) as Record<string, Plugin>;
	return (code) => found.renderChunk.call({ parse: parseAst }, code)?.code ?? code;
}

const aliases = await plugin("aliases");
const chains = await plugin("chains");
const conditions = await plugin("conditions");
const namespaces = await plugin("namespaces");
const voids = await plugin("voids");

/** What a function's body returns. */
function run(body: string, ...values: readonly unknown[]): unknown {
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	return new Function("a", "b", "c", body)(...values);
}

for (const [code, wanted] of [
	["f(undefined, a === undefined);", "f(void 0, a === void 0);"],
	["const a = { b: undefined };", "const a = { b: void 0 };"],
	["undefined?.a;", "(void 0)?.a;"]
] as const)
	test(`${code} has no variable of the global object`, (t) => t.is(voids(code), wanted));

for (const code of ["a.undefined;", "const a = { undefined: 1 };", "class A { undefined() {} }"])
	test(`${code} names a property and stays`, (t) => t.is(voids(code), code));

for (const [code, wanted] of [
	["this.a = 0; this.b = 0; this.c = 0;", "this.a = this.b = this.c = 0;"],
	["class A { constructor() { this.a = ''; this.b = ''; this.c = 1; } }", "class A { constructor() { this.a = this.b = ''; this.c = 1; } }"],
	["this.a = void 0; this.b = void 0;", "this.a = this.b = void 0;"],
	["class A { set c(c) {} d() { this.a = 0; this.b = 0; } }", "class A { set c(c) {} d() { this.a = this.b = 0; } }"]
] as const)
	test(`${code} is one statement for each value`, (t) => t.is(chains(code), wanted));

for (const code of ["this.a = 0; this.b = 1;", "this.a = {}; this.b = {};", "this.a = b; this.c = b;", "this.a = /b/; this.c = /b/;", "this.a += 0; this.b += 0;", "a.b = 0; a.c = 0;",
	"this.a = 0; f(); this.b = 0;", "class A { set a(a) {} b() { this.a = 0; this.b = 0; } }", "class A { set b(b) {} c() { this.a = 0; this.b = 0; } }"])
	test(`${code} has statements that are not the same, and stays`, (t) => t.is(chains(code), code));

for (const [code, wanted] of [
	["class A { b() { const c = this.c; return c.d + f({ c }); } }", "class A { b() {  return this.c.d + f({ c: this.c }); } }"],
	["class A { b() { const c = this.c, d = 1; return c + d; } }", "class A { b() { const d = 1; return c + d; } }".replace("return c", "return this.c")],
	["class A { b() { const d = 1, c = this.c; return c + d; } }", "class A { b() { const d = 1; return this.c + d; } }"],
	["class A { constructor() { this.c = 1; } b() { const c = this.c; return c; } }", "class A { constructor() { this.c = 1; } b() {  return this.c; } }"]
] as const)
	test(`${code} reads the field where it is used`, (t) => t.is(aliases(code), wanted));

for (const [what, code] of [
	["is used five times", "class A { b() { const c = this.c; return c + c + c + c + c; } }"],
	["is used in a loop", "class A { b() { const c = this.c; for (;;) f(c); } }"],
	["is used in a function within", "class A { b() { const c = this.c; return () => c; } }"],
	["is assigned", "class A { b() { const c = this.c; this.c = 1; return c; } }"],
	["is assigned elsewhere", "class A { b() { const c = this.c; return c; } } f.c = 1;"],
	["is counted elsewhere", "class A { b() { const c = this.c; return c; } d() { this.c++; } }"],
	["is an accessor", "class A { b() { const c = this.c; return c; } get c() { return 1; } }"],
	["is made in a constructor", "class A { constructor() { const c = this.c; f(c); } }"],
	["is not this object's", "class A { b(d) { const c = d.c; return c; } }"],
	["is in a class that extends another module's", "import { D } from 'd'; class A extends D { b() { const c = this.c; return c; } }"],
	["has another variable of its name", "class A { b() { const c = this.c; { const c = 1; f(c); } return c; } }"]
] as const)
	test(`a constant whose field ${what} stays`, (t) => t.is(aliases(code), code));

for (const [code, wanted] of [
	["if (a && b) c();", "if (a) if (b) c();"],
	["if ((a || b) && c && (d, e)) f();", "if (a || b) if (c) if (d, e) f();"],
	["if (a) { if (b && c) d(); } else e();", "if (a) { if (b) if (c) d(); } else e();"]
] as const)
	test(`${code} is written as one condition after the other`, (t) => t.is(conditions(code), wanted));

for (const code of ["if (a && b) c(); else d();", "if (a || b) c();", "while (a && b) c();", "const a = b && c;"])
	test(`${code} stays`, (t) => t.is(conditions(code), code));

test("a condition that is written anew means the same", (t) => {
	const body = "const seen = []; const v = (x) => (seen.push(x), x); if (v(a) && (v(b) || v(c)) && v(!b)) seen.push('then'); if (v(a) || v(c) && v(b)) seen.push('or');"
		+ " const f = () => { return v(a) ? v(b) ? 1 : 2 : (v(b), v(c)) ? 3 : (seen.push('last'), 4) }; seen.push(f()); return seen.join();";
	const written = conditions(`function f() { ${body} }`).slice("function f() { ".length, -2);
	t.not(written, body);
	for (let bits = 0; bits < 8; bits++) {
		const values = [1, 2, 4].map((bit) => (bits & bit) > 0);
		t.is(run(written, ...values), run(body, ...values), values.join());
	}
});

for (const [code, wanted] of [
	["import { a, b, c, d } from 'records-client'; a(b, { c }, d.e);",
		'import * as $records$client$ from "records-client";\nconst $records$client = $records$client$; $records$client.a($records$client.b, { c: $records$client.c }, $records$client.d.e);'],
	["import { a as x, b, c, d } from 'records-client'; x(); function f(x, { b }) { return x + b; } { const c = 1; f(c); } for (const d of []) f(d); f(d);",
		'import * as $records$client$ from "records-client";\nconst $records$client = $records$client$; $records$client.a(); function f(x, { b }) { return x + b; } { const c = 1; f(c); } for (const d of []) f(d); f($records$client.d);']
] as const)
	test(`${code} imports one object`, (t) => t.is(namespaces(code), wanted));

for (const code of ["import { a, b, c } from 'records-client'; a(b, c);", "import { a, b, c, d } from 'timer'; a(b, c, d);", "import { a, b, c, d } from 'records-client'; export { a, b, c, d };"])
	test(`${code} imports its names`, (t) => t.is(namespaces(code), code));
