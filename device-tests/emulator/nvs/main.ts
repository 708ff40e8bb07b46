/**
 * Delivers readings from an outbox on raw flash, while NVS is full or worn out, where the token is kept. `mode` is "full":
 * other keys fill it, see `prepare`; "refusing": it takes no change any more; or "" to do nothing to it.
 */
import flash from "embedded:storage/flash";
import config from "mc/config";
import Preference from "preference";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import refuseChanges from "refuse-changes";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, mode } = config as unknown as Record<string, string>;
const identity = "device-one", password = "device-pass-1234";
/** Readings of a start, which are numbered from so many times a number by the dice on. */
const count = 20, numbersOfStart = 1000, dice = 1_000_000;
/** Milliseconds between two readings, and for the delivery at the end. */
const interval = 20, deadline = 120_000;
/** Domains of the keys that fill NVS, and of the one that says that it was emptied. */
const FILL = "fill", STATE = "state";
/** Characters of the values that fill it: where no long one fits, shorter ones do. */
const lengths = [1500, 300, 20];

/** Fills NVS until it takes not even a number. Returns how many keys that took. */
function fill(): number {
	let keys = 0;
	for (const value of [...lengths.map((length) => "x".repeat(length)), 1]) {
		try {
			for (;; keys++)
				Preference.set(FILL, `k${keys}`, value);
		}
		catch {
			// It is full for values of this length.
		}
	}
	return keys;
}

function empty(): void {
	for (const key of Preference.keys(FILL))
		Preference.delete(FILL, key);
	Preference.set(STATE, "emptied", 1);
}

/** The first start fills NVS, the second finds it full and empties it at its end, the third stores a token, the fourth fills it and wants to store another, the fifth finds it full. */
class Full {
	readonly #isFull = Preference.keys(FILL).length > 0;
	readonly #hasToken: boolean;

	constructor(hasToken: boolean) {
		this.#hasToken = hasToken;
	}

	async begin(client: RecordsClient): Promise<void> {
		if (this.#isFull || !this.#hasToken && Preference.get(STATE, "emptied") !== undefined)
			return;
		trace(`filled ${fill()} keys\n`);
		if (this.#hasToken)
			trace(`login ${(await client.collection("users").authWithPassword(identity, password)).error}\n`);
	}

	end(): void {
		if (this.#isFull && !this.#hasToken)
			empty();
	}
}

export default async function main(): Promise<void> {
	const start = Math.floor(Math.random() * dice);
	let logins = 0;
	const client = new RecordsClient({
		baseUrl,
		credentials: { collection: "users", identity, password },
		onEvent(event, status) {
			if (event === "login" && status === 200)
				logins++;
		}
	});
	const outbox = new Outbox({
		client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }),
		limits: { count: 5, age: 300, bootJitter: 60 },
		onRejected: (reading, { error }) => trace(`rejected ${reading}: ${error}\n`)
	});
	if (mode === "refusing")
		refuseChanges();
	const hasToken = client.restoreAuthToken();
	trace(`start ${start}, ${outbox.pending} pending, ${hasToken ? "with" : "without"} token\n`);
	const full = mode === "full" ? new Full(hasToken) : undefined;
	await full?.begin(client);
	for (let number = start * numbersOfStart + 1; number <= start * numbersOfStart + count; number++) {
		const { error, id, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C", extra: { number } });
		trace(stored ? `put ${number} ${id}\n` : `refused ${number} ${error}\n`);
		await new Promise((resolve) => Timer.set(() => resolve(undefined), interval));
	}
	const { error, left } = await outbox.flush({ deadline });
	const { damaged, dropped } = outbox.stats();
	full?.end();
	trace(`done left ${left} dropped ${dropped} damaged ${damaged} logins ${logins} not stored ${client.stats().storageErrors} ${error}\n`);
}
