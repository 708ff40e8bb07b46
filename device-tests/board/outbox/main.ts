/** Puts readings into an outbox on the board's flash and delivers them, from start to start, until there have been enough. */
import files from "embedded:storage/files";
import flash from "embedded:storage/flash";
import config from "mc/config";
import Preference from "preference";
import { RecordsClient } from "records-client";
import { type BlockStorage, Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { exit } from "../../app/machine.js";

/** Values on the mcconfig command line arrive as text. */
const { service, storage, blocks, count, most } = config as unknown as Record<string, string>;
const domain = "board-outbox";
/** Milliseconds for a delivery. */
const deadline = 60_000;
/** A start's readings are numbered from so many times its own number on. */
const numbersOfStart = 1_000_000;

function open(): BlockStorage {
	if (storage === "flash")
		return flash.open({ path: "outbox", mode: "r+" });
	return new FileStorage({ directory: files, ...blocks !== "" && { blocks: Number(blocks) } });
}

/** A number that outlives the power. */
function kept(name: string): number {
	return Number(Preference.get(domain, name) ?? 0);
}

export default async function main(): Promise<void> {
	const start = kept("starts") + 1;
	Preference.set(domain, "starts", start);
	const client = new RecordsClient({ baseUrl: service, preferences: null, credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" } });
	const outbox = new Outbox({ client, collection: "readings", storage: open(), limits: { count: 10_000, age: 3_600_000, bootJitter: 0, batchBytes: 8192 } });
	trace(`pending ${outbox.pending}\n`);
	await outbox.flush({ deadline });
	let number = start * numbersOfStart;
	for (let put = kept("put"); put < Number(count);) {
		for (let left = 1 + Math.floor(Math.random() * Number(most)); left > 0; left--) {
			const { error, id, stored } = outbox.put(`{"sensor":"board","value":21.4,"unit":"°C","extra":{"number":${++number}}}`);
			trace(stored ? `put ${number} ${id}\n` : `refused ${number} ${error}\n`);
			put++;
		}
		await outbox.flush({ deadline });
		Preference.set(domain, "put", put);
	}
	const { error, left } = await outbox.flush({ deadline });
	const { damaged, dropped } = outbox.stats();
	trace(`done left ${left} dropped ${dropped} damaged ${damaged} ${error}\n`);
	outbox.close();
	client.close();
	exit(0);
}
