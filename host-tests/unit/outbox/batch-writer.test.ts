import test from "ava";
import { text } from "../../../host/text.js";
import { IdFormat } from "../../../lib/outbox/id-format.js";
import { BatchWriter } from "../../../lib/outbox/batch-writer.js";
import { Log } from "../../../lib/outbox/log.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";

interface Batch {
	readonly requests: readonly { readonly method: string; readonly url: string; readonly body: { readonly id: string; readonly value: string } }[];
}

class CountingStorage extends RamStorage {
	reads = 0;

	override read(target: Uint8Array, byteOffset: number): void {
		this.reads++;
		super.read(target, byteOffset);
	}
}

function opened(storage: RamStorage, longest = 512): Log {
	const counts = { stored: 0, refused: 0, delivered: 0, rejected: 0, dropped: 0, damaged: 0, badBlocks: 0, requests: 0, writes: 0, erases: 0, storageErrors: 0 };
	const log = new Log(storage, longest, { text, timers: undefined as never, origin: () => "x" }, counts);
	log.open();
	return log;
}

/** A log with readings that have values of these lengths; numbers begin with 1. */
function logOf(lengths: readonly number[], longest = 512): { log: Log; ids: string[]; storage: CountingStorage } {
	const storage = new CountingStorage(65_536, 8192);
	const log = opened(storage, longest);
	log.makeRoom(false);
	const ids = lengths.map((length) => {
		const encoded = log.encode(JSON.stringify({ value: "°".repeat(length) }));
		if (!log.fits(encoded))
			log.makeRoom(false);
		return log.append(log.encode(JSON.stringify({ value: "°".repeat(length) })));
	});
	return { log, ids, storage };
}

function writerOf(log: Log, limit = 4096): BatchWriter {
	return new BatchWriter(log, text, "readings", 50, limit, new IdFormat());
}

function parsed(body: Uint8Array | undefined): Batch {
	return JSON.parse(text.decode(body!, 0, body!.length)!) as Batch;
}

test("a batch is the JSON that PocketBase takes, whatever the lengths", (t) => {
	for (let shift = 0; shift < 20; shift++) {
		const lengths = Array.from({ length: 12 }, (_, index) => (index * 7 + shift) % 40);
		const { ids, log } = logOf(lengths);
		const writer = writerOf(log);
		const { requests } = parsed(writer.fill(50, 0));
		t.deepEqual(requests, ids.map((id, index) => ({
			method: "PUT",
			url: "/api/collections/readings/records",
			body: { id, value: "°".repeat(lengths[index]) }
		})));
		t.deepEqual([writer.count, writer.last, writer.id], [12, 12, ids[11]]);
		t.deepEqual(parsed(writer.fill(5, 0)).requests, requests.slice(0, 5));
	}
});

test("one reading is its record alone", (t) => {
	const { ids, log } = logOf([3, 4]);
	const writer = writerOf(log);
	const body = writer.fill(1, 0)!;
	const record = text.decode(body, 0, body.length)!;
	t.deepEqual(JSON.parse(record), { id: ids[0], value: "°°°" });
	t.is(writer.reading, record);
	t.is(writer.path, "/api/collections/readings/records");
});

test("a batch is never longer than its limit, and as long as it may be", (t) => {
	const { log } = logOf(Array.from({ length: 40 }, (_, index) => index % 9));
	let most = 0;
	for (let limit = 300; limit < 1500; limit++) {
		const writer = writerOf(log, limit);
		const body = writer.fill(50, 0)!;
		t.true(writer.count > 1 && body.length <= limit, `${limit}: ${body.length}`);
		t.true(writer.count >= most, "it does not hold fewer than with less room");
		// The next would be longer by its request, its id and its value of at most 8 characters.
		t.true(limit - body.length < 150, `${limit}: ${body.length}`);
		most = writer.count;
	}
});

test("a reading that is longer than the limit goes alone, others that come behind it too", (t) => {
	const { ids, log } = logOf([200, 1, 1, 200], 512);
	const writer = writerOf(log, 256);
	t.true(writer.fill(50, 0)!.length > 256);
	t.deepEqual([writer.count, writer.id], [1, ids[0]]);
	writer.fill(50, 4);
	t.deepEqual([writer.count, writer.id], [1, ids[3]]);
});

test("readings before a number are passed over", (t) => {
	const { ids, log } = logOf([1, 2, 3, 4, 5]);
	const writer = writerOf(log);
	const sent = (most: number, from: number): string[] => {
		const body = writer.fill(most, from);
		if (body === undefined)
			return [];
		return writer.count === 1 ? [writer.id] : parsed(body).requests.map((each) => each.body.id);
	};
	t.deepEqual(sent(50, 3), ids.slice(2));
	t.deepEqual(sent(2, 0), ids.slice(0, 2));
	t.deepEqual(sent(1, 3), ids.slice(2, 3));
	t.deepEqual(sent(50, 6), []);
});

test("what has left is not read again", (t) => {
	const { ids, log, storage } = logOf(Array.from({ length: 30 }, () => 3));
	const writer = writerOf(log);
	writer.fill(20, 0);
	log.remove(writer.last, writer.next, writer.count, "delivered");
	t.is(log.pending, 10);
	storage.reads = 0;
	t.deepEqual(parsed(writer.fill(50, 0)).requests.map((each) => each.body.id), ids.slice(20));
	t.is(storage.reads, 10);
});

test("after a restart, readings of a log that nothing has left are read once", (t) => {
	const { ids, storage } = logOf(Array.from({ length: 30 }, () => 3));
	const log = opened(storage);
	const writer = writerOf(log);
	storage.reads = 0;
	t.deepEqual(parsed(writer.fill(50, 0)).requests.map((each) => each.body.id), ids);
	// And the header before them.
	t.true(storage.reads < 2 * ids.length, `${storage.reads} reads`);
});
