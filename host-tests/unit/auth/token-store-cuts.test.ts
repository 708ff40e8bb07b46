import test from "ava";
import fc from "fast-check";
import { text } from "../../../host/text.js";
import { TokenStore } from "../../../lib/auth/token-store.js";
import { FailingPreferences, PowerCut } from "../../../tools/failing-preferences.js";

const domain = "records";
const identity = '["users","device-one"]';
/** Two of one length, a short one, a long one; "" clears. */
const tokens = ["A".repeat(224), "B".repeat(224), "S".repeat(45), "L".repeat(700), ""];
/** What is there before the first save: nothing, or values that are no token of any build's. */
const befores: readonly (readonly unknown[])[] = [[], ["v2 1 5 x", "v3 1 2 3"], [0, "x"]];

function storeOf(memory: FailingPreferences): TokenStore {
	return new TokenStore(memory, domain, text, "https://records.example.org");
}

function reboot(memory: FailingPreferences): string {
	return storeOf(memory).load()?.token ?? "";
}

/** Saves. Returns whether the power has failed at the `cut`-th write, before or behind it. */
function saveUntil(memory: FailingPreferences, store: TokenStore, token: string, cut: number, isBehind: boolean): boolean {
	memory.cutAt(cut, isBehind);
	try {
		store.save(token, identity);
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

// A save has three writes at the most: behind them the power does not fail.
const saves = fc.array(fc.record({ token: fc.constantFrom(...tokens), cut: fc.nat(3), isBehind: fc.boolean(), isReboot: fc.boolean() }), { minLength: 1, maxLength: 6 });

test("whichever writes of whatever saves the power fails at, the token before or the new one is there, and a save that ends leaves nothing else", (t) => {
	const found = { before: 0, new: 0 };
	fc.assert(fc.property(fc.constantFrom(...befores), saves, (before, steps) => {
		const memory = new FailingPreferences();
		before.forEach((value, index) => memory.put(domain, ["a", "b"][index], value));
		let store = storeOf(memory);
		for (const { cut, isBehind, isReboot, token } of steps) {
			const old = reboot(memory);
			store = isReboot ? storeOf(memory) : store;
			const isCut = saveUntil(memory, store, token, cut, isBehind);
			const now = reboot(memory);
			if (isCut && now === old && now !== token)
				found.before++;
			else if (now === token)
				found.new += isCut && token !== old ? 1 : 0;
			else
				throw new Error(`neither the token before nor the new one: ${now}`);
			if (!isCut && (token === "" || token !== old) && memory.keys(domain).length !== (token === "" ? 0 : 1))
				throw new Error(`beside the token there is another: ${memory.keys(domain).join()}`);
		}
	}), { numRuns: 5000 });
	t.true(found.before > 100 && found.new > 100, JSON.stringify(found));
});
