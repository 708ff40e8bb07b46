/** What a reading costs to put and to deliver, in batches: bytes allocated and computrons, the client's share among them. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { OutboxCostSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { batch, BATCHES, nativePartition, READING } from "./outbox-parts.js";
import { finish, tell } from "./finish.js";

const given = JSON.parse(settings) as OutboxCostSettings;
const BATCH = 20;
/** So many that blocks are begun as often as in the long run: 32 readings fill one. */
const ROUNDS = 16;
const OBJECT = JSON.parse(READING) as object;

async function measure(): Promise<void> {
	const client = new RecordsClient({ baseUrl: given.url, preferences: null });
	client.setAuthToken(given.token);
	const outbox = new Outbox({
		client, collection: "readings", storage: given.storage === "RAM" ? new RamStorage(65_536, 4096) : nativePartition(),
		limits: { batch: BATCH, count: 2 * BATCH, age: 600_000, bootJitter: 600_000 }
	});
	const round = async (reading: string | object, name: string, told: boolean): Promise<void> => {
		begin();
		for (let number = 0; number < BATCH; number++)
			outbox.put(reading);
		const put = end(`put, ${name}`, BATCH);
		begin();
		const { delivered, error } = await outbox.flush();
		const delivery = end("delivery", BATCH);
		if (delivered !== BATCH)
			throw new Error(error);
		if (told) {
			tell({ figures: put });
			tell({ figures: delivery });
		}
	};
	/** As an outbox does that gets a reading a minute: by age. */
	const deliverOne = async (name: string, told: boolean): Promise<void> => {
		outbox.put(READING);
		begin();
		const { delivered, error } = await outbox.flush();
		const figures = end(name, 1);
		if (delivered !== 1)
			throw new Error(error);
		if (told)
			tell({ figures });
	};
	// Ids, connection and buffers of the client are there then.
	await round(READING, "text", false);
	await round(OBJECT, "object", false);
	for (let number = 0; number < ROUNDS; number++) {
		await round(READING, "text", true);
		await round(OBJECT, "object", true);
	}
	// The first after a batch is another request for the client, the next ones are not.
	for (let number = 0; number < ROUNDS; number++) {
		await round(READING, "text", false);
		await deliverOne("delivery of one, after a batch", true);
		for (let following = 0; following < 3; following++)
			await deliverOne("delivery of one, each time", following > 0);
	}
	const bytes = new TextEncoder().encode(batch(BATCH));
	await client.sendEx("POST", BATCHES, bytes);
	begin();
	for (let number = 0; number < ROUNDS; number++)
		await client.sendEx("POST", BATCHES, bytes);
	tell({ figures: end("of it the client", ROUNDS * BATCH) });
}

finish(measure());
