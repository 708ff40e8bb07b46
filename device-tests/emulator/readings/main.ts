/** Puts readings into an outbox on raw flash as fast as they are delivered, then stores tokens: what both wear of the flash is counted outside. */
import flash from "embedded:storage/flash";
import { sinceStart } from "gauges";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, count, tokens } = config as unknown as Record<string, string>;
/** Readings that wait before the next ones are put: several requests' worth. */
const backlog = 200;
/** Readings put in one turn: the others of the machine have theirs. */
const burst = 20;
/** Milliseconds between two looks at the backlog, and for the delivery at the end. */
const pause = 20, deadline = 600_000;
/** Characters of a token: those of PocketBase have some 220. */
const tokenLength = 220;

function wait(milliseconds: number): Promise<void> {
	return new Promise((resolve) => void Timer.set(() => resolve(undefined), milliseconds));
}

export default async function main(): Promise<void> {
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" } });
	const outbox = new Outbox({
		client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }),
		whenFull: "refuse-newest",
		limits: { count: burst, age: 300 },
		onRejected: (reading, { error }) => trace(`rejected ${reading}: ${error}\n`)
	});
	const last = Number(count);
	for (let number = 1; number <= last;) {
		for (let left = burst; left > 0 && number <= last && outbox.pending < backlog; left--, number++) {
			const { error, id, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C", extra: { number } });
			trace(stored ? `put ${number} ${id}\n` : `refused ${number} ${error}\n`);
		}
		await wait(pause);
	}
	const { error, left } = await outbox.flush({ deadline });
	const { damaged, dropped, erases, writes } = outbox.stats();
	const { storageErrors } = client.stats();
	trace(`delivered left ${left} dropped ${dropped} damaged ${damaged} storage errors ${storageErrors} ${error}\n`);
	trace(`gauges ${erases} erases and ${writes} writes of the outbox, ${sinceStart()} ms\n`);
	await wait(pause);
	const keeper = new RecordsClient({ baseUrl, domain: "wear" });
	for (let stored = 0; stored < Number(tokens); stored++) {
		keeper.setAuthToken(String(stored).padStart(tokenLength, "t"));
		await wait(1);
	}
	trace(`done ${keeper.stats().storageErrors} tokens not stored\n`);
}
