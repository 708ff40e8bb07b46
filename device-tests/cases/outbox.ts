import { PASSWORD } from "cases";
import { type BlockStorage, Outbox, type OutboxOptions } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { senderCases } from "../../host-tests/contract/outbox/senders.js";
import type { RecordsClient } from "../../lib/client.js";
import type { Files } from "../app/files.js";
import { Partition } from "../app/partition.js";

const blocks = 4;
/** As many as the file system has blocks. */
const manyBlocks = 16;
/** Records of a page, at most. */
const LIST = 500;
/** Readings of which far fewer fill them. */
const most = 100;

function device(context: Context): RecordsClient {
	return context.client({ baseUrl: context.service, credentials: { collection: "users", identity: "device-one", password: PASSWORD } });
}

/** An outbox that delivers when it is told to. */
function open(context: Context, storage: BlockStorage, more: Partial<OutboxOptions> = {}): Outbox {
	return new Outbox({ client: device(context), collection: "readings", storage, limits: { count: 1000, bootJitter: 600_000 }, ...more });
}

/** Puts readings that carry a name. Returns their ids. */
function put(context: Context, outbox: Outbox, sensor: string, count: number): string[] {
	return Array.from({ length: count }, (_, value) => {
		const { error, id, stored } = outbox.put({ sensor, value });
		context.equal(stored, true, error);
		context.equal(id.length, 15);
		return id;
	});
}

/** Looks into the service for the readings of that name: they are these, each once. */
async function compare(context: Context, sensor: string, ids: readonly string[]): Promise<void> {
	const stored: string[] = [];
	for (let page = 1; (page - 1) * LIST <= ids.length; page++) {
		const client = device(context);
		const list = await client.collection("readings").getListEx(page, LIST, "value", `sensor = '${sensor}'`, "1", null, "id");
		client.close();
		context.equal(list.error, "");
		stored.push(...(JSON.parse(list.body) as { items: { id: string }[] }).items.map(({ id }) => id));
	}
	context.equal(stored.sort().join(), [...ids].sort().join());
}

/** Text that no other run of the cases has. */
function name(): string {
	return "outbox-" + String(Math.random()).slice(2);
}

function storeFiles(files: Files, path: string): FileStorage {
	return new FileStorage({ directory: files, path, blocks, blockLength: 1024 });
}

/** Readings are put; another outbox over the same storage finds and delivers them, a third finds none. */
async function survive(context: Context, make: () => BlockStorage): Promise<void> {
	const sensor = name();
	const one = open(context, make());
	const ids = put(context, one, sensor, 10);
	one.close();
	const other = open(context, make());
	context.equal(other.pending, 10);
	ids.push(...put(context, other, sensor, 5));
	const { delivered, error, left } = await other.flush();
	context.equal(error, "");
	context.equal(delivered, 15);
	context.equal(left, 0);
	other.close();
	const last = open(context, make());
	context.equal(last.pending, 0);
	last.close();
	await compare(context, sensor, ids);
}

/** The second outbox is refused, and the first goes on; once that is closed, another one works. */
async function refuse(context: Context, make: () => BlockStorage): Promise<void> {
	const one = open(context, make());
	put(context, one, "two", 1);
	const other = open(context, make());
	const { error, stored } = other.put({ sensor: "two" });
	context.equal(stored, false);
	context.ok(error.includes("in use by another outbox"), error);
	context.ok((await other.flush()).error.includes("in use by another outbox"), "flush");
	other.close();
	put(context, one, "two", 1);
	one.close();
	const last = open(context, make());
	context.equal(last.pending, 2);
	last.close();
}

/** The outbox on the SDK, against the real service. @param files undefined where the SDK has none */
export function outboxCases(files: Files | undefined): readonly Case[] {
	const empty = (path: string, count = blocks): void => {
		for (let block = 0; block < count; block++)
			files?.delete(path + String(block));
	};
	return [
		...senderCases((options) => new Outbox({ collection: "readings", storage: new RamStorage(4096, 1024), ...options })),
		testCase("readings in RAM are delivered in batches, each once", async (context) => {
			const sensor = name();
			const outbox = open(context, new RamStorage(16_384, 4096));
			const ids = put(context, outbox, sensor, 120);
			context.equal(outbox.pending, 120);
			const { delivered, error } = await outbox.flush();
			context.equal(error, "");
			context.equal(delivered, 120);
			context.equal(outbox.pending, 0);
			context.ok(outbox.stats().requests < 10, `${outbox.stats().requests} requests`);
			outbox.close();
			await compare(context, sensor, ids);
		}),
		testCase("readings are delivered in the background when there are enough", async (context) => {
			const sensor = name();
			const outbox = open(context, new RamStorage(), { limits: { count: 3, bootJitter: 1 } });
			await context.sleep(50);
			const ids = put(context, outbox, sensor, 3);
			while (outbox.pending > 0)
				await context.sleep(50);
			outbox.close();
			await compare(context, sensor, ids);
		}),
		testCase("a partition of flash keeps readings for the next outbox", async (context) => {
			const partition = new Partition(blocks, 1024);
			await survive(context, () => partition);
		}),
		testCase("a second outbox on one partition, or one RamStorage, is refused until the first is closed", async (context) => {
			const partition = new Partition(blocks, 1024);
			await refuse(context, () => partition);
			const storage = new RamStorage(4096, 1024);
			await refuse(context, () => storage);
		}),
		...files === undefined ? [] : [
			testCase("a second outbox on the same files is refused until the first is closed", async (context: Context) => {
				empty("outbox-two");
				await refuse(context, () => storeFiles(files, "outbox-two"));
			}),
			testCase("files keep readings for the next outbox", async (context: Context) => {
				empty("outbox-case");
				await survive(context, () => storeFiles(files, "outbox-case"));
			}),
			testCase("files that are full drop the oldest block, or refuse the newest reading", async (context: Context) => {
				for (const whenFull of ["drop-oldest", "refuse-newest"] as const) {
					empty("outbox-full");
					const outbox = open(context, storeFiles(files, "outbox-full"), { whenFull });
					let stored = 0;
					while (stored < most && outbox.put({ sensor: "full", text: "x".repeat(200) }).stored && outbox.stats().dropped === 0)
						stored++;
					const { dropped, refused } = outbox.stats();
					context.ok(stored > 8 && stored < most, `${stored} stored`);
					context.equal(dropped > 0, whenFull === "drop-oldest");
					context.equal(refused, whenFull === "drop-oldest" ? 0 : 1);
					outbox.close();
					await context.sleep(0);
				}
			}),
			testCase("more files than littlefs has room for on an ESP32: each put is stored, the oldest readings make room, the others arrive", async (context: Context) => {
				empty("outbox-full");
				empty("outbox-many", manyBlocks);
				const sensor = name();
				const storage = new FileStorage({ directory: files, path: "outbox-many", blocks: manyBlocks });
				const outbox = open(context, storage);
				const ids = put(context, outbox, sensor, 700);
				const { dropped } = outbox.stats();
				context.ok(dropped > 0 && dropped < 400, `${dropped} dropped`);
				context.equal(outbox.pending, ids.length - dropped);
				const { error, left } = await outbox.flush();
				context.equal(error, "");
				context.equal(left, 0);
				outbox.close();
				await compare(context, sensor, ids.slice(dropped));
				empty("outbox-many", manyBlocks);
			})
		]
	];
}

const left = "outbox-restart";
const restartSensor = "restarted";

/** What one start of the app leaves for the next; `phase` tells which it is. */
export function outboxRestartCases(files: Files | undefined): Readonly<Record<string, readonly Case[]>> {
	if (files === undefined)
		return {};
	return {
		write: [testCase("readings are put, and nobody closes anything", (context) => {
			put(context, open(context, storeFiles(files, left)), restartSensor, 7);
		})],
		read: [testCase("the readings are pending after a restart, and arrive once", async (context) => {
			const outbox = open(context, storeFiles(files, left));
			context.equal(outbox.pending, 7);
			const { delivered, error } = await outbox.flush();
			context.equal(error, "");
			context.equal(delivered, 7);
			outbox.close();
			const list = await device(context).collection("readings").getListEx(1, 50, null, `sensor = '${restartSensor}'`);
			context.equal((JSON.parse(list.body) as { totalItems: number }).totalItems, 7);
		})]
	};
}
