/** Readings through an outbox, as fast as it goes. The same script runs on Node (bench/outbox/on-node.ts). */
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { Line, OutboxSettings } from "../figures.js";
import { fail, READING } from "./outbox-parts.js";

const given = JSON.parse(settings) as OutboxSettings;
const ROUND = 250;

const client = new RecordsClient({ baseUrl: given.url, preferences: null });
client.setAuthToken(given.token);
const outbox = new Outbox({
	client, collection: "readings", storage: new RamStorage(65_536, 1024),
	// Nothing is delivered before it is told to.
	limits: { batch: given.batch, batchBytes: given.batchBytes, count: 2 * ROUND, age: 600_000, bootJitter: 600_000 }
});

/** Delivers the rounds. Returns the milliseconds that it took, without those of the puts. */
async function deliver(): Promise<number> {
	let milliseconds = 0;
	for (let put = 0; put < given.count; put += ROUND) {
		for (let number = 0; number < ROUND; number++)
			outbox.put(READING);
		const begun = host.now();
		const { delivered, error } = await outbox.flush();
		milliseconds += host.now() - begun;
		if (delivered !== ROUND)
			throw new Error(error);
	}
	return milliseconds;
}

deliver().then((milliseconds) => {
	const line: Line = { outbox: { milliseconds, requests: outbox.stats().requests } };
	host.print(JSON.stringify(line));
	host.exit(0);
}, fail);
