/** What an outbox holds on the heap: after its first readings are delivered, and with few and many pending. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { type BlockStorage, Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";
import type { OutboxLiveSettings } from "../../figures.js";
import { heapNow } from "./counters.js";
import { directory, disk } from "./disk.js";
import { batch, BATCHES, partition, READING } from "./outbox-parts.js";
import { finish, tell } from "./finish.js";

const given = JSON.parse(settings) as OutboxLiveSettings;
/** As the outbox delivers them to a service at hand. */
const BATCH = 20;
/** Readings that a storage of RAM holds. */
const MOST_IN_RAM = 10;

const flash = partition(disk);

function storage(): BlockStorage {
	switch (given.storage) {
		case "flash":
			return flash;
		case "files":
			return new FileStorage({ directory });
		case "RAM":
			return new RamStorage();
	}
}

function tellHeap(name: string): void {
	tell({ heap: heapNow(name) });
}

const client = new RecordsClient({ baseUrl: given.url, preferences: null });
let outbox: Outbox | undefined;

function put(count: number): void {
	for (let number = 0; number < count; number++)
		outbox?.put(READING);
}

async function measure(): Promise<void> {
	client.setAuthToken(given.token);
	await client.collection("readings").createEx(READING);
	// The client's buffers are as large as the outbox needs them, and its last answer is of the same kind.
	await client.sendEx("POST", BATCHES, batch(BATCH));
	tellHeap("without");
	outbox = new Outbox({ client, collection: "readings", storage: storage(), limits: { count: 1_000_000 } });
	const step = given.storage === "RAM" ? MOST_IN_RAM : BATCH;
	for (let left = BATCH; left > 0; left -= step) {
		put(step);
		await outbox.flush();
	}
	tellHeap("delivered");
	put(5);
	tellHeap("5 pending");
	put(given.storage === "RAM" ? 5 : 400);
	tellHeap("many pending");
}

finish(measure());
