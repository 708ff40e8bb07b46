import test from "ava";
import { text } from "../../../host/text.js";
import type { Preferences } from "../../../lib/platform.js";
import { TokenStore } from "../../../lib/auth/token-store.js";
import { FailingPreferences } from "../../../tools/failing-preferences.js";

const domain = "records";
const service = "https://records.example.org";
const identity = '["users","device one"]';
const tokenA = "eyJ".padEnd(224, "abcdefghij");
const tokenB = "eyK".padEnd(224, "klmnopqrst");

function storeOf(memory: Preferences, name = domain, url = service): TokenStore {
	return new TokenStore(memory, name, text, url);
}

function stored(...tokens: readonly string[]): FailingPreferences {
	const memory = new FailingPreferences();
	for (const token of tokens)
		storeOf(memory).save(token, identity);
	return memory;
}

function load(memory: Preferences, name = domain): string {
	return storeOf(memory, name).load()?.token ?? "";
}

/** What the store has written last. */
function valueOf(memory: FailingPreferences): string {
	const [key] = memory.keys(domain);
	return String(memory.get(domain, key));
}

test("a token that does not fit in 3,999 bytes is refused, and takes the stored one with it", (t) => {
	const room = 3999 - `v2 2 3985  ${service} ${identity}`.length;
	const memory = stored(tokenA);
	storeOf(memory).save("x".repeat(room), identity);
	t.is(load(memory).length, room);
	t.is(valueOf(memory).length, 3999);
	t.throws(() => storeOf(memory).save("x".repeat(room + 1), identity), { instanceOf: RangeError, message: "the token is too long for preferences" });
	t.deepEqual(memory.keys(domain), []);
	t.throws(() => storeOf(memory).save("x".repeat(room - 200), identity + "ü".repeat(110)), { instanceOf: RangeError }, "bytes count, not characters");
	t.deepEqual(memory.keys(domain), []);
});

test("a token of another service is not there, whatever differs in the base URL; the next save takes its place", (t) => {
	for (const other of ["http://records.example.org", "https://records.example.org:8443", "https://records.example.or", "https://records.example.org/pb"]) {
		const memory = stored(tokenA);
		t.is(storeOf(memory, domain, other).load(), undefined);
		t.is(load(memory), tokenA, "it stays where it is");
		storeOf(memory, domain, other).save(tokenA, identity);
		t.is(load(memory), "");
		t.is(storeOf(memory, domain, other).load()?.token, tokenA);
		t.is(memory.keys(domain).length, 1);
	}
});

test("a damaged token that preferences give back once, and have deleted then, is not there", (t) => {
	const memory = stored(tokenA);
	const [key] = memory.keys(domain);
	const preferences: Preferences = {
		get(name, asked) {
			const value = memory.get(name, asked);
			// As the SDK's over NVS: the text has been read when the checksum turns out to be wrong.
			if (asked !== key || typeof value !== "string")
				return value;
			memory.delete(name, asked);
			return value.replace("ghi", "gHi");
		},
		set: (name, given, value) => memory.set(name, given, value),
		delete: (name, given) => memory.delete(name, given)
	};
	t.is(load(preferences), "");
	storeOf(preferences).save(tokenB, identity);
	t.is(load(memory), tokenB);
});

test("the same token of another identity is written anew", (t) => {
	const memory = stored(tokenA);
	for (const other of ['["users","device two"]', "", "?", " ", "ä\u0001"]) {
		storeOf(memory).save(tokenA, other);
		t.is(storeOf(memory).load()?.identity, other);
	}
});

test("nothing is written when nothing changes, and a new token is two changes", (t) => {
	const memory = stored(tokenA);
	const { writes } = memory;
	t.is(writes, 1);
	const store = storeOf(memory);
	store.save(tokenA, identity);
	store.save(tokenA, identity);
	t.is(memory.writes, writes);
	store.save(tokenB, identity);
	t.is(memory.writes, writes + 2, "the new value, and the old one deleted");
	store.save("", identity);
	const { writes: cleared } = memory;
	store.save("", identity);
	storeOf(memory).save("", identity);
	t.is(memory.writes, cleared);
});

test("clearing leaves no key at all, also of another service's token", (t) => {
	for (const tokens of [[tokenA], [tokenA, tokenB], ["short", tokenA, tokenB]]) {
		const memory = stored(...tokens);
		storeOf(memory, domain, "http://127.0.0.1").save("", "");
		t.deepEqual(memory.keys(domain), []);
	}
});

test("what is loaded is what the preferences hold, whoever has changed them", (t) => {
	const memory = new FailingPreferences();
	const store = storeOf(memory);
	store.save(tokenA, identity);
	storeOf(memory).save(tokenB, identity);
	t.is(store.load()?.token, tokenB);
	memory.drop(domain, "b");
	t.is(store.load(), undefined);
	store.save(tokenB, identity);
	t.is(load(memory), tokenB);
});

const whole = valueOf(stored(tokenA));
const damages: readonly (readonly [what: string, value: unknown])[] = [
	["another version", whole.replace(/^v2/, "v3")],
	["no version", whole.slice(3)],
	["another length", whole.replace(/ (\d+) eyJ/, " 1 eyJ")],
	["one character less", whole.slice(0, -1)],
	["one character more", `${whole}x`],
	["half of it", whole.slice(0, whole.length / 2)],
	["a serial that is no number", whole.replace(/^v2 1/, "v2 x")],
	["a serial of 33 bits", whole.replace(/^v2 1/, "v2 4294967297")],
	["a serial with a sign too much", whole.replace(/^v2 1/, "v2 +1")],
	["no token", "v2 1 29  https://records.example.org "],
	["text without a version", "1 224 1526026043"],
	...["", " ", "v2", "v2     ", "v2 1 0", "v2 1 2 a b", "eyJhbGciOi", 7, 0, NaN, true, false, null, new ArrayBuffer(8)]
		.map((value) => [`${typeof value} ${JSON.stringify(value)}`, value] as const)
];

for (const [what, value] of damages) {
	test(`damaged preferences hold no token and take a new one: ${what}`, (t) => {
		for (const token of [tokenA, tokenB, "short"]) {
			const memory = new FailingPreferences();
			memory.put(domain, "a", value);
			t.is(load(memory), "");
			storeOf(memory).save(token, identity);
			t.is(load(memory), token);
			t.is(memory.keys(domain).length, 1);
		}
	});
}

test("of two banks that are whole the later serial counts, also where serials wrap", (t) => {
	for (const [serialA, serialB, newer] of [[1, 2, tokenB], [3, 2, tokenA], [9, 10, tokenB], [100, 99, tokenA], [0, 1, tokenB],
		[0x7fffffff, -0x80000000, tokenB], [-0x80000000, 0x7fffffff, tokenA], [-1, 0, tokenB]] as const) {
		const memory = new FailingPreferences();
		memory.put(domain, "a", whole.replace(/^v2 1/, `v2 ${serialA}`));
		memory.put(domain, "b", whole.replace(/^v2 1/, `v2 ${serialB}`).replace(tokenA, tokenB));
		t.is(load(memory), newer);
		storeOf(memory).save("short", identity);
		t.is(load(memory), "short");
		t.is(memory.keys(domain).length, 1);
		t.is(valueOf(memory).split(" ")[1], String((newer === tokenA ? serialA : serialB) + 1 | 0));
	}
});
