/** Puts readings into an outbox on raw flash, so many a start, and delivers them meanwhile. */
import flash from "embedded:storage/flash";
import { heapFree, heapLeast, sinceStart } from "gauges";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import Timer from "timer";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, count, interval } = config as unknown as Record<string, string>;
/** A start's readings are numbered from so many times a number by the dice on: a count of the starts, in preferences, would not outlive each power cut. */
const numbersOfStart = 1000, dice = 1_000_000;
/** Delivered often, and soon again after a failure: the service is on this machine. */
const limits = { count: 5, age: 300, bootJitter: 60, retryBase: 100, retryMaximum: 1000 };
/** Milliseconds for the delivery at the end. */
const deadline = 120_000;

export default async function main(): Promise<void> {
	const start = Math.floor(Math.random() * dice);
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" } });
	const outbox = new Outbox({
		client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }),
		limits,
		onRejected: (reading, { error }) => trace(`rejected ${reading}: ${error}\n`)
	});
	trace(`start ${start}, ${outbox.pending} pending, ${client.restoreAuthToken() ? "with" : "without"} token\n`);
	for (let put = 1; put <= Number(count); put++) {
		const number = start * numbersOfStart + put;
		const { error, id, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C", extra: { number } });
		trace(stored ? `put ${number} ${id}\n` : `refused ${number} ${error}\n`);
		if (put === 1)
			trace(`gauges first reading after ${sinceStart()} ms\n`);
		await new Promise((resolve) => Timer.set(() => resolve(undefined), Number(interval)));
	}
	const { error, left } = await outbox.flush({ deadline });
	const { damaged, dropped } = outbox.stats();
	trace(`gauges ${heapFree()} bytes of heap free, ${heapLeast()} at the least\n`);
	trace(`done left ${left} dropped ${dropped} damaged ${damaged} ${error}\n`);
}
