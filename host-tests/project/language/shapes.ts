/** What a shape of the language is tried with: the body of `run(say)`, and what stands before it in its module. */
export interface Shape {
	readonly name: string;
	/** Calls `say` with what can be seen of it. */
	readonly body: string;
	readonly before: string;
}

function shape(name: string, body: string, before = ""): Shape {
	return { name, body, before };
}

const scopes: readonly Shape[] = [
	shape("a local constant named like the module's", "const A = 2; say(A, other());", "const A = 1; function other() { return A; }"),
	shape("a parameter named like the module's constant", "const f = (A: number) => A + 1; say(f(5), other());", "const A = 1; function other() { return A; }"),
	shape("a variable of a block named like that around it", "let a = 1; { let a = 2; a++; say(a); } say(a);"),
	shape("the variable of a catch named like the module's constant", "try { throw 2; } catch (A) { say(A); } say(A);", "const A = 1;"),
	shape("a function's own name within it, and another outside", "const f = function A(n: number): unknown { return n ? A(n - 1) : typeof A; }; say(f(2), A);", "const A = 1;"),
	shape("a class's own name within it", "const B = class A { who() { return A.name; } }; say(new B().who(), A);", "const A = 1;"),
	shape("a loop's variable named like the module's constant", "for (let A = 5; A < 7; A++) say(A); say(A);", "const A = 1;"),
	shape("a function within that hides a constant", "function f() { const A = 3; return () => A; } say(f()(), A);", "const A = 1;"),
	shape("a pattern that hides a constant", "const f = ({ A }: { A: number }) => A; say(f({ A: 4 }), A);", "const A = 1;"),
	shape("a property named like a constant", "say({ A: 2 }.A, { A }.A, { [A]: 3 });", "const A = 1;"),
	shape("a second let in a loop begins anew", "for (let i = 0; i < 3; i++) { let x: number | undefined; say(x); x = i; say(x); }"),
	shape("functions keep the variable of their iteration", "const all: (() => number)[] = []; for (let i = 0; i < 3; i++) all.push(() => i++); say(all.map((f) => f()), all.map((f) => f()));"),
	shape("functions in the head of a loop", "const all: (() => number)[] = []; for (let i = 0, f = () => i; i < 3; all.push(f), i++) f = () => i * 10; say(all.map((f) => f()));"),
	shape("a variable of a loop that two loops have", "for (let i = 0; i < 2; i++) say(i); for (let i = 5; i > 3; i--) say(i);"),
	shape("a function before its declaration", "say(f()); function f() { return g(); } function g() { return 'g'; }"),
	shape("a constant that stands behind the function that reads it", "say(f());", "function f() { return A; } const A = { b: 1 }.b;"),
	shape("var in a block", "if (say.length > 5) { var a = 1; } say(a!);"),
	shape("names that the build would make", "const $0 = 1, $ = 2, $GET = 3; const { a, b } = f(); say($0, $, $GET, a, b, (() => 'GET')());", "function f() { return { a: 1, b: 2 }; }"),
	shape("a constant that is read once, after what it was read from has changed", "const before = state.n; state.n++; say(before, state.n);", "const state = { n: 1 };"),
	shape("a field that is read once, after it has changed", "class C { list = [1]; take() { const list = this.list; this.list = []; return list; } } const c = new C(); say(c.take(), c.list);"),
	shape("a constant's value when a function has changed what it was worked out of", "let n = 1; const a = n + 1; const f = () => ++n; say(f(), a, n);"),
	shape("a variable that takes another's place", "let a = say.name; a = 'a'; let b = a; b += 'b'; say(a, b);")
];

const lists: readonly Shape[] = [
	shape("a set taken apart", "const [a, b] = new Set([1, 2, 3]); say(a, b);"),
	shape("a text taken apart by characters", "const [a, b] = 'a\\u{1f600}b'; say(a, b);"),
	shape("a map's entries taken apart", "for (const [key, value] of new Map([['a', 1], ['b', 2]])) say(key, value); const [[key]] = new Map([['c', 1]]); say(key);"),
	shape("an iterator is closed after what was taken", "function* all() { try { yield 1; yield 2; } finally { say('closed'); } } const [a] = all(); say(a);"),
	shape("a list's holes, defaults and rest", "const [, a = 5, b = 6, ...c] = [1, undefined, null, 7, 8]; say(a, b, c);"),
	shape("a default is worked out only where it is needed", "const d = (n: number) => { say('default', n); return n; }; const [a = d(1), b = d(2)] = [0] as number[]; say(a, b);"),
	shape("two variables change places", "let a = 1, b = 2; [a, b] = [b, a]; say(a, b);"),
	shape("a list of which nothing is taken", "function* all() { say('begun'); yield 1; } const [] = all(); say('end');"),
	shape("what can't be iterated", "const [a] = 5 as unknown as number[]; say(a);"),
	shape("spread calls, lists and objects", "const a = [1, 2]; say(Math.max(...a, 3), [...a, ...new Set([4])], { ...{ b: 1, c: 2 }, b: 3 });"),
	shape("a list that changes while it is iterated", "const a = [1, 2, 3]; for (const b of a) { if (a.length < 5) a.push(b * 10); say(b); }"),
	shape("rest parameters and arguments", "function f(a: number, ...b: number[]) { return [a, b, arguments.length]; } say(f(1), f(1, 2, 3), f.length);")
];

const objects: readonly Shape[] = [
	shape("an object is read once and in the pattern's order", "const reads: string[] = []; const o = { get a() { reads.push('a'); return { get c() { return reads.push('c'); }, get d() { return reads.push('d'); } }; }, get b() { return reads.push('b'); } };"
		+ " const read = () => { reads.push('read'); return o; }; const { b, a: { d, c } } = read(); say(b, c, d, reads);"),
	shape("a source that a getter replaces", "let o: { a: number; b: number } = { get a() { o = { a: 8, b: 9 }; return 1; }, b: 2 }; const { a, b } = o; say(a, b);"),
	shape("a variable of the module as source that a getter replaces", "const { a, b } = o; say(a, b);", "let o: { a: number; b: number } = { get a() { o = { a: 8, b: 9 }; return 1; }, b: 2 };"),
	shape("nothing taken apart", "const { a, b } = null as unknown as Record<string, unknown>; say(a, b);"),
	shape("a member that is not there taken apart", "const { a: { b, c } } = {} as { a: Record<string, unknown> }; say(b, c);"),
	shape("this taken apart", "class C { a = 1; b = { c: 2 }; f() { const { a, b: { c } } = this; this.a = 5; return [a, c, this.a]; } } say(new C().f());"),
	shape("a pattern with defaults", "const d = () => { say('default'); return 5; }; const { a = d(), b = d(), c = 1 } = { a: undefined, b: null } as { a?: number; b: number | null; c?: number }; say(a, b, c);"),
	shape("a default that reads what was taken before it", "const { a, b = a + 1 } = { a: 1 } as { a: number; b?: number }; say(a, b);"),
	shape("a pattern with a rest", "const { a, ...b } = { a: 1, c: 2, d: 3 }; say(a, b);"),
	shape("a pattern with a name that is worked out", "const key = (k: string) => { say(k); return k; }; const { [key('a')]: a, [key('b')]: b } = { a: 1, b: 2 } as Record<string, number>; say(a, b);"),
	shape("a pattern with a quoted name", "const { 'a-b': a, b } = { 'a-b': 1, b: 2 }; say(a, b);"),
	shape("a pattern of which nothing is taken", "const {} = { get a() { say('read'); return 1; } }; say('end');"),
	shape("a list within an object", "const { a: [b, c] } = { a: new Set([1, 2]) }; say(b, c);"),
	shape("what is assigned by a pattern", "let a = 1, b = 2; ({ a, b } = { a: b, b: a }); say(a, b);"),
	shape("patterns of a loop", "for (const { a, b: { c } } of [{ a: 1, b: { c: 2 } }]) say(a, c); for (let { a, b } = { a: 0, b: 2 }; a < b; a++) say(a, b);"),
	shape("a source in parentheses", "const { length, a } = (say('first'), Object.assign([1, 2], { a: 1 })); say(length, a); const { b } = (say('second'), { b: 2 }); say(b);"),
	shape("sources that are expressions", "const n = say.length; const { a } = n > 9 ? { a: 1 } : { a: 2 }; const { b } = (n < 0 ? null : { b: 3 }) ?? { b: 4 }; const { c, d } = await Promise.resolve({ c: 4, d: 5 });"
		+ " const { length } = `a${n}`; const { e } = new (class { e = 6; })(); say(a, b, c, d, length, e);"),
	shape("a source that may not be there", "const o = undefined as { a: { b: number } } | undefined; try { const { b } = o?.a!; say(b); } catch (error) { say((error as Error).name); }"),
	shape("a pattern within the source of a pattern", "const { a, b } = f(function ({ c, d }: { c: number; d: number }) { const { e, g } = { e: c, g: d }; return e + g; }); say(a, b);", "function f(g: (o: { c: number; d: number }) => number) { return { a: g({ c: 1, d: 2 }), b: 3 }; }"),
	shape("a proxy sees the same", "const seen: string[] = []; const o = new Proxy({ a: 1, b: 2 }, { get: (target, key) => { seen.push(String(key)); return Reflect.get(target, key); } }); const { a, b } = o; say(a, b, seen);"),
	shape("several declarators", "const { a, b } = { a: 1, b: 2 }, c = a + b, { d } = { d: c }; say(a, b, c, d);"),
	shape("a pattern in a case", "switch (say.length as number) { case 99: say('no'); break; default: const { a, b } = { a: 1, b: 2 }; say(a, b); }")
];

const functions: readonly Shape[] = [
	shape("parameters that are patterns", "function f({ a, b }: { a: number; b: number }, c: number) { a++; return [a, b, c, f.length]; } say(f({ a: 1, b: 2 }, 3));"),
	shape("a pattern behind a parameter with a default", "function f(c = (say('default'), 1), { a, b }: { a: number; b: number }) { return a + b + c; } say(f(undefined, { a: 1, b: 2 }));"),
	shape("a pattern with a default", "function f({ a, b } = { a: 1, b: 2 }) { return a + b; } say(f(), f({ a: 3, b: 4 }));"),
	shape("a function in the parameters that reads a pattern", "function f({ a }: { a: number }, g = () => a) { a = 5; return [a, g()]; } say(f({ a: 1 }));"),
	shape("a pattern and arguments", "function f({ a, b }: { a: number; b: number }) { a = 9; return [a, b, arguments.length, arguments[0]]; } say(f({ a: 1, b: 2 }));"),
	shape("a generator's pattern is taken apart when it is called", "function* f({ a, b }: { a: number; b: number }) { say('runs'); yield a + b; } const o = { a: 1, b: 2 }; const g = f(o); o.a = 5; say([...g]); try { f(null!); } catch (error) { say((error as Error).name); }"),
	shape("an async function's pattern fails as a rejection", "async function f({ a, b }: { a: number; b: number }) { return a + b; } say(await f({ a: 1, b: 2 })); try { const p = f(null!); say('made'); await p; } catch (error) { say((error as Error).name); }"),
	shape("a variable that the body declares again", "function f({ a, b }: { a: number; b: number }) { var a = a + 1; return [a, b]; } say(f({ a: 1, b: 2 }));"),
	shape("a function that the body declares for a pattern's name", "function f({ a, b }: { a: unknown; b: number }) { { function a() { return 1; } say(typeof a); } return [typeof a, b]; } say(f({ a: 1, b: 2 }));"),
	shape("an arrow without a body", "const f = ({ a, b }: { a: number; b: number }) => a + b; say([{ a: 1, b: 2 }].map(f));"),
	shape("methods, setters and constructors with patterns", "class C { v: number; constructor({ a, b }: { a: number; b: number }) { this.v = a + b; } set w({ a, b }: { a: number; b: number }) { this.v = a * b; } m({ a, b: { c } }: { a: number; b: { c: number } }) { return this.v + a + c; } }"
		+ " const c = new C({ a: 1, b: 2 }); say(c.v); c.w = { a: 3, b: 4 }; say(c.v, c.m({ a: 1, b: { c: 2 } }));"),
	shape("a derived class's constructor with a pattern", "class A { constructor(readonly_: number) { say(readonly_, new.target.name); } } class B extends A { constructor({ a, b }: { a: number; b: number }) { super(a + b); say(this instanceof B); } } new B({ a: 1, b: 2 });"),
	shape("a callback that was a field is called without an object", "class C { cb = function (this: unknown, x: number) { say(this === undefined, x); }; run(x: number) { const cb = this.cb; cb(x); } } new C().run(1);"),
	shape("a method that was taken out of its object", "const o = { f(this: unknown) { return this === undefined; } }; const { f } = o; say(f(), o.f());"),
	shape("a callback of an element and of a call", "const all = [function (this: unknown) { return Array.isArray(this); }]; const [f] = all; say(f(), all[0]());"),
	shape("default parameters read those before them", "function f(a: number, b = a * 2, c = () => a + b) { a = 10; return c(); } say(f(1), f(1, 5));"),
	shape("a small function with an early return", "function f(a: number) { if (a > 1) return 'more'; return; } say(f(1), f(2));"),
	shape("functions that call each other", "function even(n: number): boolean { return n === 0 || odd(n - 1); } function odd(n: number): boolean { return n !== 0 && even(n - 1); } say(even(4), odd(4));"),
	shape("a function has its name", "function f() {} const g = () => {}; const o = { h() {} }; say(f.name, g.name, o.h.name, (() => {}).name);"),
	shape("a function is the same one each time", "say(get() === get(), get2() === get2());", "const f = () => 1; function get() { return f; } const g = function () { return 2; }; function get2() { return g; }"),
	shape("a generator, its end and what it gives to", "function* inner(): Generator<number, string, number> { const got = yield 1; say('got', got); return 'end'; } function* outer(): Generator<number, void, number> { say(yield* inner()); yield 2; } const g = outer(); say(g.next(0), g.next(5), g.return(), g.next(0));"),
	shape("the order of what waits", "const f = async (n: number) => { say('begin', n); await null; say('end', n); return n; }; const all = [f(1), f(2)]; say('made'); say(await Promise.all(all));"),
	shape("an iterator that waits", "async function* all() { yield 1; yield 2; } for await (const a of all()) say(a);"),
	shape("return in finally", "function f(): string { try { return say('try') as unknown as string; } finally { say('finally'); } } function g() { for (;;) { try { throw 1; } catch { break; } finally { say('out'); } } return 'g'; } say(f(), g());")
];

const constants: readonly Shape[] = [
	shape("constants that are worked out of others", "say(SIZE, MASK, TEXT, NEGATIVE);", "const BITS = 5; const SIZE = 1 << BITS; const MASK = SIZE - 1; const TEXT = 'a' + BITS; const NEGATIVE = -SIZE;"),
	shape("bits beyond 31", "say(1 << 31, 1 << 32, 0xffffffff | 0, 0xffffffff >>> 0, -1 >>> 28, 2 ** 31 & -1, ~0xff);"),
	shape("numbers at the edge", "say(0.1 + 0.2, 1 / 3, 1 / 0, -1 / 0, 0 / 0, Object.is(-0, ZERO * -1), Object.is(0, ZERO), 2 ** 53 + 1, 1e21, 5e-324, 0x7fffffff + 1, 5 % -3, -5 % 3, 1_000);", "const ZERO = 0;"),
	shape("a constant that is minus zero", "say(Object.is(MINUS, -0), Object.is(-ZERO, -0), 1 / MINUS);", "const ZERO = 0; const MINUS = -0;"),
	shape("big integers", "say(String(2n ** 64n), String(BIG + 1n), typeof BIG);", "const BIG = 9007199254740993n;"),
	shape("texts put together", "say('a' + 1 + 2, 1 + 2 + 'a', '' + null + undefined + true, 'a' + [1, 2], `${1}${'b'}`);"),
	shape("sums that end in numbers", "const a = say.length, x = 'x'; say('a' + a + 1 + 2, a + 1 + 2, 1 + a + 2, x + ONE + TWO, 'a' + x + ONE + TWO, `${a}` + ONE + TWO, ('a' + a + 1) + (2 + x), ('a' + a + ONE) + (TWO + `b${a}`), 'a' + a + -ONE + !TWO, x + (a + 1) + 2);", "const ONE = 1, TWO = 2;"),
	shape("sums and products of numbers that are not exact", "const a = 0.1 + say.length; say(a + 0.1 + 0.2, a * 3 * 0.1, 0.1 + a + 0.2, a - -1, -a + 1, a | 1 | 2, a / 3 / 7, a % 3 % 2);"),
	shape("big integers next to numbers", "const a = 2n; say(String(a + 1n + 2n), 'a' + a + 1n + 2n, `${a}` + BIG + BIG);", "const BIG = 3n;"),
	shape("texts with escapes", "say('\\n\\t\\0\\u2028\\u{1f600}\\x7f\\\\', `\\u00e9\\``, String.raw`\\n${1}`, '\\ud800'.length, \"'\", '\"', '</script>');"),
	shape("a list is the same one each time", "list().push(3); say(list());", "const LIST = [1, 2]; function list() { return LIST; }"),
	shape("an object is the same one each time", "object().a++; say(object());", "const OBJECT = { a: 1 }; function object() { return OBJECT; }"),
	shape("a pattern goes on where it was", "say(next('aab'), next('aab'), next('aab'));", "const PATTERN = /a/g; function next(text: string) { return PATTERN.exec(text)?.index; }"),
	shape("a symbol is the same one each time", "say(symbol() === symbol());", "const SYMBOL = Symbol('a'); function symbol() { return SYMBOL; }"),
	shape("a variable of the module that functions change", "say(next(), next(), count);", "let count = 0; function next() { return ++count; }"),
	shape("exported constants in the order of what they depend on", "say(first, second, third);", "let count = 0; const next = () => ++count; export const first = next(); const second = next(); export const third = next() + second;"),
	shape("a frozen table", "say(TABLE.a, TABLE['b'], Object.isFrozen(TABLE)); try { (TABLE as { a: number }).a = 5; } catch (error) { say((error as Error).name); }", "const TABLE = Object.freeze({ a: 1, b: [2] });"),
	shape("what a constant rules out", "if (IS_ON) say('on'); else say('off'); say(IS_ON ? 'a' : 'b', IS_ON && 'c', !IS_ON || 'd'); while (!IS_ON) say('never');", "const IS_ON: boolean = true;"),
	shape("what never runs still declares", "const f = () => { if (say.length > 99) { return g(); } return typeof g; function g() { return 1; } }; say(f());"),
	shape("members of constants", "say('abc'.length, 'abc'[1], [1, 2, 3].length, [4, 5][1], 'abc'.charCodeAt(1), ({ a: 6 }).a);"),
	shape("what undefined is", "const a: { undefined?: number } = { undefined: 1 }; say(undefined, void 0, a.undefined, typeof undefined, [undefined], { b: undefined }); const f = () => undefined; say(f());"),
	shape("what is no number", "say(NaN, NUMBER === NUMBER, Number.isNaN(NUMBER), Infinity);", "const NUMBER: number = NaN;"),
	shape("constants of types", "type Kind = typeof KINDS[number]; const kind: Kind = 'b'; say(kind satisfies string, KINDS.indexOf(kind));", "const KINDS = ['a', 'b'] as const;")
];

const texts: readonly Shape[] = [
	shape("a template whose values change each other", "const list = [1, 2]; say(`${list}: ${list.pop()}`, `${list.pop()}${list}`);"),
	shape("what a template asks of its values", "const o = { toString: () => 'text', valueOf: () => 'value', [Symbol.toPrimitive]: (hint: string) => hint }; say(`a${o}b`, '' + o, `${{ toString: () => 'text', valueOf: () => 'value' }}|`);"),
	shape("a symbol in a template", "try { say(`a${Symbol('b') as unknown as string}c`); } catch (error) { say((error as Error).name); }"),
	shape("a template in a template", "const a = 'a'; say(`x${`y${a}z`}${a ? `${a}${a}` : ''}`);"),
	shape("a tag gets the same texts each time", "const tag = (texts: TemplateStringsArray, ...values: unknown[]) => { say(texts.raw, values); return texts; }; const f = (a: number) => tag`a\\n${a}b`; say(f(1) === f(2));"),
	shape("a tag that is a method", "const o = { a: 1, tag(this: { a: number } | undefined, texts: TemplateStringsArray) { return [this?.a, texts[0]]; } }; say(o.tag`x`);"),
	shape("hot texts next to keywords", "function f(a: string) { switch (a) { case\"{\": return\"GET\"; case\"}\": return typeof\"\"; default: return\"a\"in { a: 1 }; } } say(f('{'), f('}'), f(''));"),
	shape("hot texts as names", "class C { \"\" = 1; \"GET\"() { return 2; } get \"POST\"() { return 3; } static \"null\" = 4; } const o = { \"\": 5, \"/\"() { return 6; }, [\"=\"]: 7 }; const c = new C(); say(c[\"\"], c[\"GET\"](), c[\"POST\"], C[\"null\"], o[\"\"], o[\"/\"](), o[\"=\"]);"),
	shape("hot texts in patterns, defaults and fields", "const { \"\": a = \"GET\", b = \"\" } = { \"\": undefined, b: undefined } as Record<string, string | undefined>; class C { c = \"GET\"; static d = \"POST\"; } const f = (e = \"{\") => e; say(a, b, new C().c, C.d, f());"),
	shape("long texts in several places", "say(f(0), f(1), f(2));", "function f(a: number) { return a === 0 ? 'a text that is long' : a === 1 ? 'a text that is long' + a : { 'a text that is long': a }; }"),
	shape("a directive that is none", "function f(this: unknown) { 'use strict'; return this === undefined; } say((f as () => unknown)());"),
	shape("texts that are compared", "say('a' < 'b', 'a' < 'B', '10' < '9', 'a' === 'a', ('1' as unknown) == 1);")
];

const classes: readonly Shape[] = [
	shape("a class whose static field is made of it", "say(A.first.n, A.all.length);", "class A { static all: A[] = []; static first = new A(1); n: number; constructor(n: number) { this.n = n; A.all.push(this); } }"),
	shape("a class with a static block", "say(A.b, A.c);", "class A { static b = 1; static c: number; static { A.c = A.b + 1; } }"),
	shape("a class has its name, unless it says another", "say(A.name, new A().constructor.name, B.name, new C().constructor.name);", "class A {} const B = class {}; const C = class D {};"),
	shape("a class that extends another", "const b = new B(); say(b.f(), b.g, b instanceof A, Object.getPrototypeOf(B) === A, B.s());", "class A { f() { return 'A'; } get g() { return 1; } static s() { return this.name; } } class B extends A { override f() { return super.f() + 'B'; } override get g() { return super.g + 1; } }"),
	shape("private members", "const a = new A(); say(a.next(), a.next(), A.has(a), A.has({}));", "class A { #n = 0; #step() { return ++this.#n; } next() { return this.#step(); } static has(o: object) { return #n in o; } }"),
	shape("fields in their order, and what they see of each other", "say(new A());", "class A { a = 1; b = this.a + 1; f = () => this.b; c: number | undefined; d = this.f(); }"),
	shape("a field in an arrow keeps its object", "const { f } = new A(); say(f());", "class A { n = 5; f = () => this.n; }"),
	shape("accessors are called as often as they are named", "const a = new A(); a.v += 1; a.v ||= 5; a.v ??= 6; a.v &&= 7; say(a.log);", "class A { log: string[] = []; n = 0; get v() { this.log.push('get'); return this.n; } set v(value) { this.log.push('set' + value); this.n = value; } }"),
	shape("assignments in a row", "const log: string[] = []; const o = { set a(v: number) { log.push('a' + v); }, set b(v: number) { log.push('b' + v); } }; o.a = 0; o.b = 0; o.a = o.b = 1; say(log);"),
	shape("a field that is read again after it may have changed", "const a = new A(); say(a.f());", "class A { n = 1; g() { this.n = 5; return 1; } f() { const n = this.n; const m = this.g() + n; return [n, m, this.n]; } }")
];

const statements: readonly Shape[] = [
	shape("conditions in each other, and the last else", "for (const a of [0, 1]) for (const b of [0, 1]) { if (a) if (b) say('both'); else say('a alone'); if (a && b) say('and'); else if (a || b) say('or'); }"),
	shape("a condition's values are asked for once, in their order", "const v = (x: unknown) => { say(x); return x; }; if (v(1) && (v(0) || v('b')) && v(!1)) say('then'); say((v(0) ? v(1) : v(2)) ?? v(3), v(null) ?? v('d'));"),
	shape("returns that depend on conditions", "const f = (a: number) => { if (a > 2) return 'c'; else if (a > 1) return 'b'; if (a) { say('some'); return; } return a ? 1 : a === 0 ? 'zero' : 3; }; say(f(3), f(2), f(1), f(0));"),
	shape("cases that have one body, and a default in the middle", "const f = (a: unknown) => { const seen = []; switch (a) { case ONE: case 'one': seen.push(1); break; default: seen.push('other'); break; case 'two': seen.push(2); } return seen; }; say(f(1), f('one'), f('two'), f(3));", "const ONE = 1;"),
	shape("labels", "outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; say(i, j); } }"),
	shape("loops without a body, with two counters and from behind", "let n = 0; while (n++ < 3); say(n); for (let i = 0, j = 5; i < j; i++, j--) say(i, j); do say(--n); while (n > 2); for (let i = 2; --i >= 0;) say(i);"),
	shape("an object's names in their order", "const o: Record<string, number> = { b: 1, 2: 2, a: 3, 1: 4 }; for (const name in o) say(name); say(Object.keys({ ...o, c: 5 }));"),
	shape("what may not be there", "const o = { f() { return this === o; }, n: null } as { f?: () => boolean; g?: () => boolean; n: { m: number } | null }; say(o.f?.(), o.g?.(), o.n?.m, o?.['f']?.(), delete o?.f, o.f);"),
	shape("the order of increments", "let a = 1; const b = a++ + ++a; a += a++ + a; say(a, b); const list = [0, 0]; let i = 0; list[i++] = i++; say(list, i);"),
	shape("commas, and what is thrown away", "let a = 0; const b = (a++, a += 2, a * 10); void (a = 7); say(a, b);"),
	shape("errors that are caught, and thrown again", "const f = () => { try { throw new Error('one'); } catch (error) { throw new TypeError('two', { cause: error }); } finally { say('finally'); } }; try { f(); } catch (error) { say((error as Error).message, ((error as Error).cause as Error).message); }"),
	shape("what is read only for its effect", "const o = { get a() { say('read'); return 1; } }; o.a; void o.a; const { a: _a } = o; say('end');"),
	shape("a call whose result nobody uses", "const made = (() => { say('called'); return 1; })(); say(typeof made); (() => say('again'))();"),
	shape("operators of numbers and texts", "const a: unknown = '5'; say(+(a as string) + 1, -(a as string), Number(a) * 2, !a, !!a, ~~7.9, typeof a);")
];

export const shapes: readonly Shape[] = [...scopes, ...lists, ...objects, ...functions, ...constants, ...texts, ...classes, ...statements];

/** What the build refuses: by name, the code, and what is said of it behind the file's name. */
export const refused: readonly (readonly [name: string, before: string, fault: RegExp])[] = [
	["direct eval", "export const a = 1;\nexport function f(text: string) {\n\treturn eval(text) as unknown;\n}\n", /:3:\d+: eval: /]
];
