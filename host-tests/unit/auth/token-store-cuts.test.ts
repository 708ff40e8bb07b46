import test, { type ExecutionContext } from "ava";
import { text } from "../../../host/text.js";
import { TokenStore } from "../../../lib/auth/token-store.js";
import { FailingPreferences, PowerCut } from "../../../tools/failing-preferences.js";

const domain = "records";
const service = "https://records.example.org";
const identity = '["users","device-one"]';
const tokens = { A: token("A", 224), B: token("B", 224), short: token("S", 45), long: token("L", 700), C: token("C", 121), none: "" };

function token(letter: string, length: number): string {
	return Array.from({ length }, (_, index) => index % 7 === 0 ? letter : String(index % 10)).join("");
}

/** A device's memory behind these saves. */
type Before = () => FailingPreferences;

function saved(...names: readonly (keyof typeof tokens)[]): Before {
	return () => {
		const memory = new FailingPreferences();
		for (const name of names)
			storeOf(memory).save(tokens[name], identity);
		return memory;
	};
}

/** Values that are no token of any build's. */
function garbage(...values: readonly unknown[]): Before {
	return () => {
		const memory = new FailingPreferences();
		values.forEach((value, index) => memory.put(domain, ["a", "b"][index], value));
		return memory;
	};
}

function storeOf(memory: FailingPreferences): TokenStore {
	return new TokenStore(memory, domain, text, service);
}

/** Saves `value` and lets the power fail at the `cut`-th write. Returns whether it failed. */
function saveUntil(memory: FailingPreferences, value: string, cut: number, after: boolean): boolean {
	memory.cutAt(cut, after);
	try {
		storeOf(memory).save(value, identity);
		return false;
	}
	catch (error) {
		if (error instanceof PowerCut)
			return true;
		throw error;
	}
	finally {
		memory.restore();
	}
}

function reboot(memory: FailingPreferences): string {
	return storeOf(memory).load()?.token ?? "";
}

/** Saves `value` in another memory each time, the power failing at each write, and hands the memory over. */
function atEveryCut(t: ExecutionContext, before: Before, value: string,
	check: (memory: FailingPreferences, what: string) => void): void {
	for (const after of [false, true]) {
		for (let cut = 0; ; cut++) {
			const memory = before();
			if (!saveUntil(memory, value, cut, after)) {
				t.true(cut > 0, "nothing was written");
				t.is(reboot(memory), value);
				break;
			}
			check(memory, `cut ${after ? "behind" : "before"} write ${cut}`);
		}
	}
}

/** What must be there after a cut and another save: all of the token and, unless it was there already, nothing else. */
function checkRecovery(t: ExecutionContext, memory: FailingPreferences, what: string): void {
	for (const next of [tokens.C, tokens.long, tokens.none]) {
		const changes = next === "" || reboot(memory) !== next;
		storeOf(memory).save(next, identity);
		t.is(reboot(memory), next, what);
		if (changes)
			t.is(memory.keys(domain).length, next === "" ? 0 : 1, what);
	}
}

const sequences: readonly (readonly [why: string, before: Before, value: keyof typeof tokens])[] = [
	["a first token", saved(), "A"],
	["a second token of the same length", saved("A"), "B"],
	["a third token", saved("A", "B"), "C"],
	["a longer token", saved("A"), "long"],
	["a longer token behind a second one", saved("A", "B"), "long"],
	["a shorter token", saved("long"), "short"],
	["a shorter token behind a second one", saved("A", "long"), "short"],
	["the first token again", saved("A", "B"), "A"],
	["clearing", saved("A"), "none"],
	["clearing behind a second token", saved("A", "long"), "none"],
	["a token after clearing", saved("long", "none"), "A"],
	["a token behind values that are no token", garbage("v2 1 5 x", "v3 1 2 3"), "A"],
	["clearing values that are no token", garbage(0, "x"), "none"]
];

for (const [why, before, value] of sequences) {
	const old = reboot(before());

	test(`${why}: the power may fail at every write`, (t) => {
		const seen = new Set<string>();
		atEveryCut(t, before, tokens[value], (memory, what) => {
			const found = reboot(memory);
			t.true(found === old || found === tokens[value], what);
			seen.add(found);
			checkRecovery(t, memory, what);
		});
		t.deepEqual(seen, new Set([old, tokens[value]]), "the cuts met both the old and the new");
	});

	test(`${why}: and again at every write of the save after it`, (t) => {
		atEveryCut(t, before, tokens[value], (first, what) => {
			const state = first.keys(domain).map((key) => [key, first.get(domain, key)] as const);
			const between = reboot(first);
			for (const next of [tokens.C, tokens.short, tokens.none, old, tokens[value]]) {
				for (let cut = 0; ; cut++) {
					const memory = new FailingPreferences();
					for (const [key, content] of state)
						memory.put(domain, key, content);
					if (!saveUntil(memory, next, cut, cut % 2 === 0)) {
						t.is(reboot(memory), next, what);
						break;
					}
					const found = reboot(memory);
					if (found !== between && found !== next)
						t.fail(`${what}, then at write ${cut}`);
				}
			}
		});
	});
}

test("many cuts in a row leave one of the tokens that were saved since the last that was whole", (t) => {
	const memory = new FailingPreferences();
	storeOf(memory).save(tokens.A, identity);
	for (let round = 0; round < 500; round++) {
		const before = reboot(memory);
		const next = [tokens.A, tokens.B, tokens.long, tokens.short, tokens.C][round * 7 % 5];
		saveUntil(memory, next, round * 13 % 17, round % 3 === 0);
		const found = reboot(memory);
		t.true(found !== "" && (found === before || found === next), `round ${round}`);
	}
	checkRecovery(t, memory, "in the end");
});

test("a write that fails without a cut is made up for by the same store", (t) => {
	for (const value of [tokens.B, tokens.long, tokens.short, tokens.none]) {
		for (let cut = 0; cut < 20; cut++) {
			const memory = new FailingPreferences();
			const store = storeOf(memory);
			store.save(tokens.A, identity);
			memory.cutAt(cut, cut % 2 === 0);
			try {
				store.save(value, identity);
			}
			catch {
				t.true([tokens.A, value].includes(store.load()?.token ?? ""));
			}
			memory.restore();
			store.save(value, identity);
			t.is(reboot(memory), value);
		}
	}
});
