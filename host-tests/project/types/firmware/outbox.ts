/** What a firmware author writes with an outbox. */
import { type ClientResponse, RecordsClient } from "records-client";
import {
	type BlockStorage, DEFAULT_OUTBOX_LIMITS, type Directory, type FlushResult, Outbox, type OutboxLimits, type OutboxOptions, type OutboxStats, type PutResult
} from "records-client/outbox";
import { FileStorage, type FileStorageOptions } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";

/** The SDK's; its typings lack them. */
declare const files: Directory;
declare const flash: BlockStorage;

const client = new RecordsClient({ baseUrl: "https://records.example" });
const limits: Partial<OutboxLimits> = { batch: 10, count: DEFAULT_OUTBOX_LIMITS.count };
const where: FileStorageOptions = { directory: files, path: "readings", blocks: 8, blockLength: 4096 };
const options: OutboxOptions = {
	client, collection: "readings", storage: new FileStorage(where), limits, whenFull: "refuse-newest",
	onRejected: (reading: string, response: ClientResponse) => trace(reading, response.error)
};

export const inFlash = new Outbox({ client, collection: "readings", storage: flash });
export const inRAM = new Outbox({ client, collection: "readings", storage: new RamStorage(4096, 512) });

export default async function main(): Promise<void> {
	const outbox = new Outbox(options);
	const { id, stored, error }: PutResult = outbox.put({ value: 21.4 });
	const text: PutResult = outbox.put('{"value":21.4}');
	const { delivered, rejected, dropped, left, error: why }: FlushResult = await outbox.flush({ deadline: 20_000 });
	const stats: OutboxStats = outbox.stats();
	trace(id, stored, error, text.id, delivered, rejected, dropped, left, why, outbox.pending, stats.writes / stats.stored);
	outbox.close();
}

// @ts-expect-error client, collection and storage are required
new Outbox({ client, collection: "readings" });
// @ts-expect-error unknown option
new Outbox({ ...options, capacity: 4096 });
// @ts-expect-error unknown limit
new Outbox({ ...options, limits: { size: 4096 } });
// @ts-expect-error there are two ways
new Outbox({ ...options, whenFull: "drop-newest" });
// @ts-expect-error a reading is text or an object
inRAM.put(21.4);
// @ts-expect-error a deadline is a number
void inRAM.flush({ deadline: "20" });
// @ts-expect-error it is told, not set
inRAM.pending = 0;
// @ts-expect-error internal to the library
inRAM.run();
