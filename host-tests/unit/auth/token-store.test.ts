import test from "ava";
import { text } from "../../../host/text.js";
import type { Preferences } from "../../../lib/platform.js";
import { ClientStats } from "../../../lib/stats.js";
import { Session } from "../../../lib/auth/session.js";
import { TokenStore } from "../../../lib/auth/token-store.js";
import { FailingPreferences } from "../../support/failing-preferences.js";

const domain = "records";
const tokenA = "eyJ".padEnd(224, "abcdefghij");
const tokenB = "eyK".padEnd(224, "klmnopqrst");

function stored(...tokens: readonly string[]): FailingPreferences {
	const memory = new FailingPreferences();
	for (const token of tokens)
		new TokenStore(memory, domain, text).save(token);
	return memory;
}

function load(memory: Preferences, name = domain): string {
	return new TokenStore(memory, name, text).load();
}

test("a token of any length comes back, in values of 63 bytes and keys of 15 characters", (t) => {
	for (const length of [1, 59, 60, 61, 119, 120, 121, 224, 600, 601, 6000]) {
		const memory = new FailingPreferences();
		for (const letter of ["a", "b", "c"]) {
			new TokenStore(memory, domain, text).save(letter.repeat(length));
			t.is(load(memory), letter.repeat(length));
		}
		t.true(memory.longestValue <= 63);
		t.true(memory.longestKey <= 15);
	}
});

test("nothing is stored at first", (t) => {
	const memory = new FailingPreferences();
	t.is(load(memory), "");
	t.is(memory.writes, 0);
});

test("nothing is written when nothing changes", (t) => {
	const memory = stored(tokenA);
	const { writes } = memory;
	const store = new TokenStore(memory, domain, text);
	store.save(tokenA);
	store.save(tokenA);
	t.is(store.load(), tokenA);
	t.is(memory.writes, writes);
	store.save("");
	const { writes: cleared } = memory;
	store.save("");
	new TokenStore(memory, domain, text).save("");
	t.is(memory.writes, cleared);
});

test("a token that shares parts with one left over is written with fewer writes", (t) => {
	const memory = stored(tokenA);
	memory.cutAt(4, false);
	t.throws(() => new TokenStore(memory, domain, text).save(tokenB));
	memory.restore();
	const before = memory.writes;
	new TokenStore(memory, domain, text).save(tokenB);
	t.is(memory.writes - before, 1 + 1 + 4, "the marker, the old one deleted, and its four parts");
	t.is(load(memory), tokenB);
});

test("replacing leaves nothing of the old token", (t) => {
	for (const tokens of [[tokenA, tokenB], [tokenA, "short"], ["short", tokenA, "s"]]) {
		const memory = stored(...tokens);
		const expected = Math.ceil(tokens[tokens.length - 1].length / 60) + 1;
		t.is(memory.keys(domain).length, expected);
	}
});

test("clearing leaves no key at all", (t) => {
	for (const tokens of [[tokenA], [tokenA, tokenB], ["short", tokenA.repeat(20), tokenB]])
		t.deepEqual(stored(...tokens, "").keys(domain), []);
});

test("what is loaded is what the preferences hold, whoever has changed them", (t) => {
	const memory = new FailingPreferences();
	const store = new TokenStore(memory, domain, text);
	store.save(tokenA);
	new TokenStore(memory, domain, text).save(tokenB);
	t.is(store.load(), tokenB);
	memory.drop(domain, "b");
	t.is(store.load(), "");
	store.save(tokenB);
	t.is(load(memory), tokenB);
});

const damages: readonly (readonly [what: string, damage: (memory: FailingPreferences) => void])[] = [
	["a missing marker", (memory) => memory.drop(domain, "a")],
	["a missing first part", (memory) => memory.drop(domain, "a0")],
	["a missing part in the middle", (memory) => memory.drop(domain, "a1")],
	["a missing last part", (memory) => memory.drop(domain, "a3")],
	["swapped parts", (memory) => {
		const [first, second] = [memory.get(domain, "a0"), memory.get(domain, "a1")];
		memory.put(domain, "a0", second);
		memory.put(domain, "a1", first);
	}],
	["a part with another character", (memory) => memory.put(domain, "a2", String(memory.get(domain, "a2")).replace("a", "A"))],
	["a shorter part", (memory) => memory.put(domain, "a1", String(memory.get(domain, "a1")).slice(1))],
	["a longer part", (memory) => memory.put(domain, "a1", `${String(memory.get(domain, "a1"))}x`)],
	["a part that is a number", (memory) => memory.put(domain, "a1", 7)],
	["a part that is a buffer", (memory) => memory.put(domain, "a1", new ArrayBuffer(60))],
	["another checksum", (memory) => memory.put(domain, "a", `${String(memory.get(domain, "a"))}1`)],
	["another length", (memory) => memory.put(domain, "a", String(memory.get(domain, "a")).replace(" 224 ", " 223 "))],
	["the other bank", (memory) => {
		memory.put(domain, "b", memory.get(domain, "a"));
		memory.drop(domain, "a");
	}],
	["the former format's key", (memory) => {
		memory.put(domain, "token", memory.get(domain, "a"));
		memory.drop(domain, "a");
	}],
	["the former format's marker in the place of today's", (memory) => memory.put(domain, "a", String(memory.get(domain, "a")).replace("1 224", "a 224"))],
	...["", "1", "1 224", "c 224 1", "1 -1 1", "-1 224 1", "1 0 0", "1 99999999999999999999 1", "1 224 x", " 1 224 1", "1 224 1\n", "eyJhbGciOi"]
		.map((marker) => [`the marker ${JSON.stringify(marker)}`, (memory: FailingPreferences) => memory.put(domain, "a", marker)] as const),
	["a serial of sixteen digits", (memory) => memory.put(domain, "a", String(memory.get(domain, "a")).replace(/^1/, "1".repeat(16)))],
	["a marker that is a number", (memory) => memory.put(domain, "a", 7)],
	["a marker that is a boolean", (memory) => memory.put(domain, "a", true)],
	["a marker that is null", (memory) => memory.put(domain, "a", null)],
	["a marker that is a buffer", (memory) => memory.put(domain, "a", new ArrayBuffer(8))]
];

for (const [what, damage] of damages) {
	test(`damaged preferences hold no token: ${what}`, (t) => {
		const memory = stored(tokenA);
		damage(memory);
		t.is(load(memory), "");
	});

	test(`damaged preferences take a new token: ${what}`, (t) => {
		for (const token of [tokenA, tokenB, "short"]) {
			const memory = stored(tokenA);
			damage(memory);
			new TokenStore(memory, domain, text).save(token);
			t.is(load(memory), token);
		}
	});
}

test("of two banks that are whole the one with the higher serial counts, whatever its digits", (t) => {
	for (const [serialA, serialB, newer] of [[1, 2, tokenB], [3, 2, tokenA], [9, 10, tokenB], [100, 99, tokenA], [0, 1, tokenB]] as const) {
		const memory = stored(tokenA);
		for (const [bank, marker] of [["b", stored(tokenA, tokenB)], ["a", memory]] as const) {
			for (const key of ["", 0, 1, 2, 3])
				memory.put(domain, `${bank}${key}`, marker.get(domain, `${bank}${key}`));
			memory.put(domain, bank, String(memory.get(domain, bank)).replace(/^\d+/, String(bank === "a" ? serialA : serialB)));
		}
		t.is(load(memory), newer);
		new TokenStore(memory, domain, text).save("short");
		t.is(load(memory), "short");
		t.is(memory.keys(domain).length, 2);
		t.regex(String(memory.get(domain, newer === tokenA ? "b" : "a")), new RegExp(`^${Math.max(serialA, serialB) + 1} 5 `));
	}
});

test("two domains don't disturb one another", (t) => {
	const memory = new FailingPreferences();
	const [one, two] = [new TokenStore(memory, "one", text), new TokenStore(memory, "two", text)];
	one.save(tokenA);
	t.is(load(memory, "two"), "");
	two.save(tokenB);
	two.save("short");
	t.is(load(memory, "one"), tokenA);
	one.save("");
	t.deepEqual(memory.keys("one"), []);
	t.is(load(memory, "two"), "short");
});

const refusing: Preferences = {
	get() { throw new Error("no storage"); },
	set() { throw new Error("no storage"); },
	delete() { throw new Error("no storage"); }
};

function sessionWith(store: TokenStore | undefined): { session: Session; monitor: ClientStats } {
	const monitor = new ClientStats({ warn: () => undefined }, undefined);
	return { session: new Session(text, monitor, store, false, false), monitor };
}

test("a session works in RAM when the storage refuses everything, and counts it", (t) => {
	const { session, monitor } = sessionWith(new TokenStore(refusing, domain, text));
	t.is(session.load(), "");
	t.is(monitor.storageErrors, 1);
	session.set(tokenA);
	t.is(monitor.storageErrors, 2);
	t.is(session.token, tokenA);
	t.is(session.authorization, `Bearer ${tokenA}`);
	session.set("");
	t.is(monitor.storageErrors, 3);
	t.is(session.token, "");
	t.is(session.authorization, "");
});

test("a session without a store keeps the token in RAM", (t) => {
	const { session, monitor } = sessionWith(undefined);
	t.is(session.load(), "");
	session.set(tokenA);
	t.is(session.token, tokenA);
	t.is(session.load(), "");
	t.is(monitor.storageErrors, 0);
});

test("a session stores its token, and forgets it", (t) => {
	const memory = new FailingPreferences();
	const { session, monitor } = sessionWith(new TokenStore(memory, domain, text));
	session.set(tokenA);
	t.is(sessionWith(new TokenStore(memory, domain, text)).session.load(), tokenA);
	session.set("");
	t.deepEqual(memory.keys(domain), []);
	t.is(monitor.storageErrors, 0);
});

test("a token that can't stand in a header is unusable, and takes the place of the stored one only in RAM", (t) => {
	for (const wrong of ["a b", "a\r\nx: y", "a\n", "\0", "ä", "\x7f", " a", "a\t", "\ud800"]) {
		const memory = stored(tokenA);
		const { session } = sessionWith(new TokenStore(memory, domain, text));
		session.set(wrong);
		t.is(session.fault, "token must be visible ASCII");
		t.is(session.token, wrong);
		t.deepEqual(memory.keys(domain), []);
		session.set(tokenB);
		t.is(session.fault, "");
		t.is(load(memory), tokenB);
	}
});
