/** What a reading costs to put and to deliver, in batches: bytes allocated and computrons, the client's share among them. */
import { RecordsClient } from "records-client";
import { type BlockStorage, Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { Line, OutboxCostSettings } from "../figures.js";
import { begin, end } from "./counters.js";

const given = JSON.parse(settings) as OutboxCostSettings;
const READING = '{"sensor":"temperature","value":21.4,"unit":"°C","taken":"2026-11-21 07:00:00.000Z"}';
const BATCH = 20;
/** So many that blocks are begun as often as in the long run: 32 readings fill one. */
const ROUNDS = 16;
const OBJECT = JSON.parse(READING) as object;

const disk = new RamStorage(65_536, 4096);
/** As a partition is: what is written to it is looked at before, and read back. */
const flash: BlockStorage = {
	status: () => disk.status(),
	read: (target, at) => disk.read(target, at),
	write: (data, at) => disk.write(data, at),
	eraseBlock: (block) => disk.eraseBlock(block),
	close: () => disk.close()
};

function tell(line: Line): void {
	host.print(JSON.stringify(line));
}

async function measure(): Promise<void> {
	const client = new RecordsClient({ baseUrl: given.url, preferences: null });
	client.setAuthToken(given.token);
	const outbox = new Outbox({
		client, collection: "readings", storage: given.storage === "RAM" ? new RamStorage(65_536, 4096) : flash,
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
	// Ids, connection and buffers of the client are there then.
	await round(READING, "text", false);
	await round(OBJECT, "object", false);
	for (let number = 0; number < ROUNDS; number++) {
		await round(READING, "text", true);
		await round(OBJECT, "object", true);
	}
	const item = '{"method":"PUT","url":"/api/collections/readings/records?fields=--","body":' + READING + "}";
	const body = '{"requests":[' + Array.from({ length: BATCH }, () => item).join(",") + "]}";
	const bytes = new TextEncoder().encode(body);
	await client.sendEx("POST", "/api/batch", bytes);
	begin();
	for (let number = 0; number < ROUNDS; number++)
		await client.sendEx("POST", "/api/batch", bytes);
	tell({ figures: end("of it the client", ROUNDS * BATCH) });
	host.exit(0);
}

measure().catch((error: unknown) => {
	host.print(String(error));
	host.exit(74);
});
