/** Delivers readings from an outbox on raw flash beside encrypted partitions, and tells what one on an encrypted partition says. */
import flash from "embedded:storage/flash";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";

/** Values on the mcconfig command line arrive as text. */
const { baseUrl } = config as unknown as Record<string, string>;
/** Readings of a start, which are numbered from so many times a number by the dice on. */
const count = 20, numbersOfStart = 1000, dice = 1_000_000;
const deadline = 120_000;

export default async function main(): Promise<void> {
	const start = Math.floor(Math.random() * dice);
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" } });
	const outbox = new Outbox({ client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }) });
	trace(`start ${start}, ${outbox.pending} pending, ${client.restoreAuthToken() ? "with" : "without"} token\n`);
	for (let number = start * numbersOfStart + 1; number <= start * numbersOfStart + count; number++) {
		const { error, id, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C", extra: { number } });
		trace(stored ? `put ${number} ${id}\n` : `refused ${number} ${error}\n`);
	}
	const { error, left } = await outbox.flush({ deadline });
	const sealed = new Outbox({ client, collection: "readings", storage: flash.open({ path: "sealed", mode: "r+" }) });
	const put = sealed.put({ sensor: "temperature", value: 21.4 });
	trace(`sealed ${String(put.stored)} ${put.error}\n`);
	const { damaged, dropped } = outbox.stats();
	trace(`done left ${left} dropped ${dropped} damaged ${damaged} ${error}\n`);
}
