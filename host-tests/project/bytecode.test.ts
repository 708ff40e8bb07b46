import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { parseAst } from "rollup/parseAst";
import { projectRoot } from "../../service/project.js";

interface Plugin {
	renderChunk(this: { parse: typeof parseAst }, code: string, chunk?: { moduleIds: readonly string[] }): { code: string } | null;
}

async function plugin(name: string): Promise<(code: string, moduleIds?: readonly string[]) => string> {
	const { [name]: found } = await import(pathToFileURL(join(projectRoot(), "rollup", `${name}.mjs`)).href) as Record<string, Plugin>;
	return (code, moduleIds = []) => found.renderChunk.call({ parse: parseAst }, code, { moduleIds })?.code ?? code;
}

const aliases = await plugin("aliases");
const chains = await plugin("chains");
const conditions = await plugin("conditions");
const inlining = await plugin("inlining");
const locals = await plugin("locals");
const loops = await plugin("loops");
const namespaces = await plugin("namespaces");
const scopes = await plugin("scopes");
const voids = await plugin("voids");

/** What a function's body returns. */
function run(body: string, ...values: readonly unknown[]): unknown {
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	return new Function("a", "b", "c", body)(...values);
}

for (const [code, wanted] of [
	["f(undefined, a === undefined);", "f(void 0, a === void 0);"],
	["const a = { b: undefined };", "const a = { b: void 0 };"],
	["undefined?.a;", "(void 0)?.a;"],
	["function f() { return undefined; }", "function f() { return; }"],
	["function f() { return undefined ?? a; }", "function f() { return void 0 ?? a; }"]
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

for (const [code, wanted] of [
	["{ for (let a = 0, b = 1; a < b; a++) f(a); }", "{ let a = 0, b = 1;\nfor (; a < b; a++) f(a); }"],
	["{ for (let a = 0; a < 9; a++) f(a); for (let a = 1; a < 9; a++) f(a); }", "{ let a = 0;\nfor (; a < 9; a++) f(a); for (a = 1; a < 9; a++) f(a); }"],
	["{ for (let a = 0; a < 9; a++) { for (let b = a; b < 9; b++) f(b); } }", "{ let a = 0;\nfor (; a < 9; a++) { let b = a;\nfor (; b < 9; b++) f(b); } }"],
	["{ for (let a = 0; a < 9; a++) f({ b: a }, c.a); f({ a: 1 }); }", "{ let a = 0;\nfor (; a < 9; a++) f({ b: a }, c.a); f({ a: 1 }); }"]
] as const)
	test(`${code} declares before the loop`, (t) => t.is(loops(code), wanted));

for (const [what, code] of [
	["is kept by a function", "{ for (let a = 0; a < 9; a++) f(() => a); }"],
	["is another variable before it", "{ f(a); for (let a = 0; a < 9; a++) f(a); }"],
	["is another variable after it", "{ for (let a = 0; a < 9; a++) f(a); g(a); }"],
	["is another constant of the block", "{ const a = 1; { f(a); } for (let a = 0; a < 9; a++) f(a); }"],
	["is another variable of an inner block", "{ for (let a = 0; a < 9; a++) f(a); { g(a); } }"],
	["is one of a pattern", "{ for (let [a] = b; a < 9; a++) f(a); }"],
	["is a constant", "{ for (const a = b(); a.c; a.d()) f(a); }"],
	["is in no block", "if (b) for (let a = 0; a < 9; a++) f(a);"]
] as const)
	test(`a variable of a loop that ${what} stays`, (t) => t.is(loops(code), code));

for (const [code, wanted] of [
	["class A {} new A();", "const A = class {}; new A();"],
	["class A extends B { c() {} }\nexport { A };", "const A = class extends B { c() {} };\nexport { A };"],
	["const a = 1;\nconst b = 2;\nconst c = 3;\nfunction d() { return a + b + c; }\nd();", "\n{const a = 1;\nconst b = 2;\nconst c = 3;\nfunction d() { return a + b + c; }\nd();\n}"],
	["import x from 'x';\nconst a = 1;\nconst b = 2;\nconst c = 3;\nfunction d() { return a + b + c + x; }\nclass E { f() { return d(); } }\nexport { E };",
		"import x from 'x';\nlet E;\n{\nconst a = 1;\nconst b = 2;\nconst c = 3;\nfunction d() { return a + b + c + x; }\nE = class { f() { return d(); } };\n}\nexport { E };"]
] as const)
	test(`${code} has as few variables of a module as it can`, (t) => t.is(scopes(code), wanted));

/** A module's exports, run on Node. */
async function exportsOf(code: string): Promise<Readonly<Record<string, unknown>>> {
	return await import(`data:text/javascript,${encodeURIComponent(code)}`) as Record<string, unknown>;
}

for (const [what, code] of [
	["a class, a constant that it needs, and a function", `
const a = 1;
function b() { return a + c.d; }
const c = Object.freeze({ d: 2 });
const e = b() + 1;
class F { g() { return [b(), e, h()].join(); } static i() { return F.name; } }
class J extends F { k() { return J.i(); } }
function h() { return new Set([l]).size; }
const l = 5;
class M { static value() { return [new J().g(), new J().k(), J.name].join(); } }
export { M, c as d, F, J as K };`],
	["functions that need much, under another name", `
class A { b() { return c(); } }
function c() { return d + e + f + g; }
const d = 1, e = 2;
const f = 3;
const g = 4;
function h(i) { return i + new A().b() + h.name; }
A.prototype.j = () => h(d);
class M { static value() { return [h(1), new A().j()].join(); } }
export { h, h as k, A };
export { M };`]
] as const)
	test(`a module that exports ${what} exports the same from its block`, async (t) => {
		const written = scopes(code);
		t.regex(written, /^\{$/m);
		const describe = (found: Readonly<Record<string, unknown>>) =>
			[...Object.entries(found).map(([name, one]) => [name, typeof one === "function" ? one.name : one]), (found.M as { value: () => string }).value()];
		t.deepEqual(describe(await exportsOf(written)), describe(await exportsOf(code)));
	});

for (const [what, code] of [
	["a statement calls", "const log = []; function f(a) { const b = a + 1; log.push(b); } function run(a) { const b = a; if (a) f(a * 2); log.push(b); return log.join(); }"],
	["the last statement calls, and that ends early", "const log = []; function f(a) { if (a > 1) return; log.push(a); } function g(a) { log.push('g'); if (a) { f(a); } else log.push('not'); } function run(a) { g(a); g(a); return log.join(); }"],
	["a return calls", "function f(a, b, c) { if (a > 1) return b; a += c; if (a > 2) return a; } function run(a, b) { if (a) return f(a, b, 2); return 'none'; }"],
	["a declaration calls", "function f(a) { let b = 0; for (; b < a; b++); return b * 2; } function run(a, b) { const c = f(a + 1); return c + b; }"],
	["an assignment calls", "function f(a) { const b = a * a; return b + a; } function run(a, b) { let c; if (a) c = f(a + b); return [c, b].join(); }"],
	["an expression calls", "function f(a, b) { return a ? b : a; } function run(a, b) { return `${a}${!f(a, b) && b}${b}`; }"],
	["a statement calls, and that calls another", "function f(a) { const b = g(a + 1); return b + b; } function g(a) { const b = a + 1; return { b }.b; } function run(a, b) { const c = f(b); return c + a; }"],
	["a statement calls with its own variable, which both change", "function f(a) { a++; return a; } function run(a, b) { let c = b; const d = f(c); c += d; return [a, c, d].join(); }"],
	["a statement calls within a try", "const log = []; function f(a) { if (a) throw a; log.push(a); } function run(a) { try { f(a); } catch (e) { log.push('e' + e); } return log.join(); }"]
] as const)
	test(`a function that ${what} does the same in its place`, (t) => {
		const written = inlining(inlining(code));
		t.false(/function [fg]/.test(written.replace("function g(a) { log.push", "")), written);
		for (const values of [[0, 0], [1, 2], [2, 1], [3, 7]])
			t.is(run(`${written} return run(a, b);`, ...values), run(`${code} return run(a, b);`, ...values), written);
	});

for (const [what, code] of [
	["two statements call", "function f() { return 1; } function g() { f(); f(); }"],
	["is passed on", "function f() { return 1; } function g() { h(f); }"],
	["is exported", "function f() { return 1; } function g() { return f(); } export { f };"],
	["the module calls", "function f() { return 1; } const a = f();"],
	["ends early before other statements", "function f(a) { if (a) return; b(); } function g() { f(1); c(); }"],
	["ends early in a loop", "function f(a) { if (a) return; b(); } function g() { for (;;) f(1); }"],
	["has a function within", "function f(a) { b(() => a); } function g() { f(1); }"],
	["has arguments", "function f() { b(arguments); } function g() { f(); }"],
	["has a default", "function f(a = 1) { b(a); } function g() { f(2); }"],
	["gets fewer values", "function f(a) { b(a); } function g() { f(); }"],
	["gets an array's values", "function f(a) { b(a); } function g(c) { f(...c); }"],
	["waits", "async function f(a) { await a; } function g() { f(1); }"],
	["is called by one that waits", "function f(a) { b(a); } async function g() { return f(1); }"],
	["is native", 'function f(a) { native("b").call(a); } function g(c) { f(c); }'],
	["calls itself", "function f(a) { return f(a); }"],
	["reads a variable that is another where it is called", "const b = 1; function f(a) { return [a, b]; } function g(b) { return f(b); }"],
	["a constructor would return", "function f(a) { return a; } class A { constructor(a) { return f(a); } }"]
] as const)
	test(`a function that ${what} stays`, (t) => t.is(inlining(code), code));

test("a private method that its class calls once stands where it is called; one that is public, of another class or called otherwise stays", async (t) => {
	const folder = await mkdtemp(join(tmpdir(), "records-inlining-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	const source = join(folder, "a.ts");
	await writeFile(source, "class A { private hidden(): void {} private other(): void {} protected half(): void {} open(): void {} private get value() { return 1; } private static fixed() {} }");
	const ofOne = "class A { hidden(a) { this.b = a; } run(a) { this.hidden(a); return this.b; } }";
	const written = inlining(ofOne, [source]);
	t.notRegex(written, /hidden/);
	t.is(run(`${written} return new A().run(a);`, 5), 5);
	for (const code of [
		ofOne.replaceAll("hidden", "half"), ofOne.replaceAll("hidden", "open"), ofOne.replaceAll("hidden", "fixed").replace("fixed(a) {", "static fixed(a) {"),
		ofOne.replace("this.hidden(a)", "this.hidden?.(a)"), ofOne.replace("this.hidden(a)", "a.hidden(a)"), ofOne.replace("this.hidden(a)", "[1].map(() => this.hidden(a))"),
		"class A { hidden(a) { this.b = a; } } class B { run(a) { this.hidden(a); } }",
		"class A { hidden(a) { this.b = a; } run(a) { this.hidden(a); } } class B { hidden() { return 1; } }",
		"class A { get value() { return 1; } run() { return this.value; } }"
	])
		t.is(inlining(code, [source]), code);
});

for (const [code, wanted] of [
	["function f() { const a = g(); h(a); const b = i(); return b; }", "function f() { let a$b = g(); h(a$b); a$b = i(); return a$b; }"],
	["function f() { const a = g(); const b = h(a); return b; }", "function f() { let a$b = g(); a$b = h(a$b); return a$b; }"],
	["function f(a) { g(a); if (h()) { const b = i(); j(b); } }", "function f(a$b) { g(a$b); if (h()) { a$b = i(); j(a$b); } }"],
	["function f(a) { let b = a; for (; b > 0;) b--; return { b }; }", "function f(a$b) {  for (; a$b > 0;) a$b--; return { b: a$b }; }"],
	["function f() { for (;;) { const a = g(); h(a); const b = i(); j(b); } }", "function f() { for (;;) { let a$b = g(); h(a$b); a$b = i(); j(a$b); } }"]
] as const)
	test(`${code} has one variable after the other in one place`, (t) => t.is(locals(code), wanted));

for (const [what, code] of [
	["is used later", "function f() { const a = g(); const b = h(); return a + b; }"],
	["is used in the statement that the other is in", "function f() { let a = g(); while (a) { const b = h(); a = b + a; } }"],
	["is used by a loop's next iteration", "function f(a) { for (;;) { g(a); const b = h(); i(b); } }"],
	["is kept by a function", "function f() { const a = g(); h(() => a); const b = i(); j(b); }"],
	["takes the place of none, since a function keeps it", "function f() { const a = g(); h(a); const b = i(); j(() => b); }"],
	["is one of arguments", "function f(a) { g(a); const b = arguments[0]; return b; }"],
	["is declared with others", "function f() { const a = g(); h(a); const b = i(), c = j(); return b + c; }"],
	["has another variable of its name", "function f() { const a = g(); h(a); { const b = i(); j(b); } { const b = k(); l(b); } }"],
	["is of a pattern", "function f() { const [a] = g(); h(a); const b = i(); return b; }"],
	["is what was thrown", "function f() { try { g(); } catch (a) { h(a); const [b] = i(); return b; } }"],
	["gets a function", "function f() { const a = g(); h(a); const b = function () {}; return b; }"]
] as const)
	test(`a variable that ${what} stays`, (t) => t.is(locals(code), code));
