import test from "ava";
import type { BlockStorage, FlushResult, OutboxLimits } from "../../lib/outbox/index.js";
import { Flaky } from "./model/flaky.js";
import { Life } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FlashMachine } from "./model/machine.js";
import { type Fate, Wire } from "./model/wire.js";
import { Random } from "../support/random.js";

const good = '{"sensor":"t","value":1}';
const foreign = '{"sensor":"t","device":"anotherdevice00"}';

/** An outbox on a flash of its own, and the service that it delivers to. */
function scene(limits: Partial<OutboxLimits> = {}) {
	const service = new LocalService();
	const rejected: string[] = [];
	const machine = new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) });
	const wake = (): Life => {
		machine.restart();
		const settings = { limits: { reading: 128, age: 3_600_000, count: 1000, ...limits }, whenFull: "drop-oldest" } as const;
		return new Life(new Wire(service.carrier, () => {}), machine.open(), settings, (reading) => rejected.push(reading));
	};
	return { service, rejected, machine, wake, life: wake() };
}

/** Puts readings, which must be stored. */
function put(life: Life, ...readings: string[]): string[] {
	return readings.map((reading) => {
		const { error, id } = life.outbox.put(reading);
		if (error !== "")
			throw new Error(error);
		return id;
	});
}

/** Flushes, with the fates one after the other and the last again and again. Returns what that came to. */
async function flush(life: Life, ...fates: Fate[]): Promise<FlushResult> {
	life.flush();
	await life.settle(() => fates.length > 1 ? fates.shift()! : fates[0] ?? "answered");
	const [result] = life.results.splice(0);
	return result;
}

test("what has left is not pending again behind a start, wherever in a block the log ends", async (t) => {
	const { life: first, rejected, wake } = scene({ batch: 1 });
	let life = first;
	for (let count = 1; count <= 100; count++) {
		put(life, `{${count % 7 === 0 ? "" : '"sensor":"t",'}"extra":["${"a".repeat(count * 7 % 80)}"]}`);
		t.like(await flush(life), { left: 0, error: "" });
		life = wake();
		t.is(life.outbox.pending, 0, `reading ${count}`);
	}
	t.is(rejected.length, 14);
});

test("a portal's long page in place of the answer rejects nothing", async (t) => {
	const { life, rejected, service } = scene();
	put(life, good, good, good);
	t.like(await flush(life, "page"), { delivered: 0, rejected: 0, left: 3 });
	t.deepEqual(rejected, []);
	t.like(await flush(life), { delivered: 3, left: 0, error: "" });
	t.is((await service.records()).size, 3);
});

test("a reading that is too long for the service is rejected, and the others go on", async (t) => {
	const { life, rejected, service } = scene();
	put(life, good, '{"sensor":"t","extra":["'.padEnd(120, "a") + '"]}', good);
	await service.setBodyLimit(100);
	t.like(await flush(life), { delivered: 2, rejected: 1, left: 0, error: "" });
	t.is(rejected.length, 1);
	t.true(rejected[0].includes("aaa"));
});

test("where batches are off, readings are delivered one by one, however soon batches are to be tried again", async (t) => {
	for (const [batchRetry, requests] of [[1, 5], [2, 4], [100, 4]]) {
		const { life, service } = scene({ batchRetry });
		await service.setBatches(false);
		put(life, good, good, good);
		t.like(await flush(life), { delivered: 3, left: 0, error: "" }, `after ${batchRetry}`);
		t.is(life.outbox.stats().requests, requests, `after ${batchRetry}`);
	}
	t.throws(() => scene({ batchRetry: 0 }), { instanceOf: RangeError, message: /limits\.batchRetry/ });
});

test("a service that takes no batches is asked again after limits.batchRetry readings, whatever the time", async (t) => {
	const { life, service } = scene({ batchRetry: 10 });
	await service.setBatches(false);
	const requests: number[] = [];
	for (let count = 1; count <= 17; count++) {
		const before = life.outbox.stats().requests;
		if (count === 12)
			await service.setBatches(true);
		put(life, good, good);
		t.like(await flush(life), { delivered: 2, left: 0, error: "" });
		requests.push(life.outbox.stats().requests - before);
	}
	t.deepEqual(requests, [3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 1, 1]);
});

test("a device that sleeps asks a service that takes no batches at each start", async (t) => {
	const { service, wake } = scene();
	for (const [enabled, requests] of [[false, 3], [false, 3], [true, 1]] as const) {
		await service.setBatches(enabled);
		const life = wake();
		put(life, good, good);
		t.like(await flush(life), { delivered: 2, left: 0, error: "" });
		t.is(life.outbox.stats().requests, requests);
	}
});

for (const batch of [1, 50]) {
	test(`a device that becomes a guest in the middle of a delivery loses nothing (${batch} in a request)`, async (t) => {
		const { life, rejected, service } = scene({ batch, batchBytes: 256 });
		put(life, good, good, good, good, good);
		life.flush();
		let requests = 0;
		await life.settle(() => {
			service.setGuest(++requests > 1);
			return "answered";
		});
		t.deepEqual(rejected, []);
		t.like(life.results.pop(), { delivered: 1, rejected: 0, left: 4 });
		service.setGuest(false);
		t.like(await flush(life), { delivered: 4, rejected: 0, left: 0 });
	});

	test(`readings that are refused without a reason, however many, block no others (${batch} in a request)`, async (t) => {
		const { life, rejected, service } = scene({ batch });
		put(life, ...Array.from({ length: 9 }, () => foreign), good, good);
		let flushes = 0;
		while (life.outbox.pending > 0 && flushes++ < 20)
			await flush(life);
		t.is(rejected.length, 9);
		t.is((await service.records()).size, 2);
		t.true(flushes < 5, `${flushes} flushes`);
	});

	test(`one that is refused without a reason waits for others before it is rejected (${batch} in a request)`, async (t) => {
		const { life, rejected } = scene({ batch });
		put(life, good);
		await flush(life);
		put(life, foreign);
		t.like(await flush(life), { delivered: 0, rejected: 0, left: 1, error: "Failed to create record." });
		put(life, good);
		t.like(await flush(life), { delivered: 1, rejected: 1, left: 0, error: "" });
		t.is(rejected.length, 1);
	});
}

test("a flush that its deadline ends says so", async (t) => {
	const { life } = scene();
	put(life, good);
	life.flush(1000);
	await life.settle(() => "late");
	life.pass(1000);
	await life.settle(() => "late");
	t.deepEqual(life.results, [{ delivered: 0, rejected: 0, dropped: 0, left: 1, error: "the deadline is over" }]);
});

test("a flush whose readings were dropped while they were under way leaves none, and no error", async (t) => {
	const machine = new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) });
	const storage = new Flaky(machine.open());
	const settings = { limits: { reading: 128, age: 3_600_000, count: 1000 }, whenFull: "drop-oldest" } as const;
	const life = new Life(new Wire(new LocalService().carrier, () => {}), storage, settings, () => {});
	put(life, good);
	life.flush();
	await life.settle(() => "late");
	Object.defineProperty(storage, "flaw", { get: () => "misread", set: () => {} });
	while (life.outbox.stats().dropped === 0)
		t.false(life.outbox.put(good).stored);
	await life.settle(() => "lost");
	t.deepEqual(life.results, [{ delivered: 0, rejected: 0, dropped: 1, left: 0, error: "" }]);
});

test("readings that make room while they are under way are counted once, whatever their numbers", async (t) => {
	const { life: first, machine, wake } = scene();
	// Three of them fill a block.
	const long = '{"sensor":"t","extra":["'.padEnd(100, "a") + '"]}';
	put(first, long, long, long, long);
	machine.cutAt(0, 20);
	first.outbox.put(long);
	// The number of the torn reading is passed over.
	const life = wake();
	put(life, long, long);
	life.flush();
	await life.settle(() => "late");
	while (life.outbox.stats().dropped === 0)
		put(life, long);
	const { dropped, stored } = life.outbox.stats();
	t.is(dropped, 3);
	await life.settle(() => life.outbox.stats().delivered > 0 ? "late" : "answered");
	t.is(life.outbox.stats().delivered, 3);
	t.is(life.outbox.pending, 4 + stored - 6);
});

test("what the storage is not fit for is said at once", (t) => {
	const make = (blockLength: number, blocks: number, writeAlign?: number): Life => {
		const machine = new FlashMachine({ blockLength, blocks, random: new Random(1), ...writeAlign !== undefined && { writeAlign } });
		return new Life(new Wire(new LocalService().carrier, () => {}), machine.open(), { limits: { reading: 128 }, whenFull: "drop-oldest" }, () => {});
	};
	t.notThrows(() => make(256, 2));
	for (const align of [1, 2, 4, 8, 16])
		t.notThrows(() => make(256, 2, align));
	for (const [blockLength, blocks, align] of [[240, 2], [248, 2], [256, 1], [256, 0], [256, 2, 32], [256, 2, 48]])
		t.throws(() => make(blockLength, blocks, align), { instanceOf: RangeError, message: /^storage / }, `${blockLength} bytes, ${blocks} blocks, in units of ${align}`);
});

for (const how of ["throws", "keeps other bytes"] as const) {
	test(`a storage that ${how} in a write costs that reading at the most, and says so`, async (t) => {
		for (let failing = 0; failing < 60; failing++) {
			const { service } = scene();
			const { flash } = new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) });
			let writes = 0;
			const storage: BlockStorage = {
				status: () => flash.status(),
				read: (target, at) => flash.read(target, at),
				eraseBlock: (block) => flash.eraseBlock(block),
				close: () => flash.close(),
				write: (data, at) => {
					const fails = writes++ === failing;
					if (fails && how === "throws")
						throw new Error("no write");
					flash.write(fails ? data.map((byte, index) => index === 9 ? byte ^ 1 : byte) : data, at);
				}
			};
			const settings = { limits: { reading: 128, age: 3_600_000, count: 1000 }, whenFull: "drop-oldest" } as const;
			const life = new Life(new Wire(service.carrier, () => {}), storage, settings, () => {});
			const stored: string[] = [];
			for (let count = 1; count <= 40; count++) {
				const { id, stored: isStored } = life.outbox.put(`{"sensor":"t","value":${count}}`);
				if (isStored)
					stored.push(id);
				if (count % 5 === 0)
					await flush(life);
			}
			while (life.outbox.pending > 0)
				await flush(life);
			t.deepEqual([...(await service.records()).keys()].sort(), stored.sort(), `write ${failing}`);
			t.true(stored.length >= 39, `write ${failing}`);
			t.is(life.outbox.stats().storageErrors, writes > failing ? 1 : 0, `write ${failing}`);
			t.deepEqual(flash.faults, [], `write ${failing}`);
		}
	});
}

test("a flush without a deadline ends with the first failure, one with a deadline with the last reading", async (t) => {
	const { life } = scene();
	put(life, good);
	[undefined, 1_000_000].forEach((deadline) => life.flush(deadline));
	await life.settle(() => "lost");
	t.deepEqual(life.results.splice(0).map(({ error, left }) => [error, left]), [["no connection", 1]]);
	life.pass(5000);
	await life.settle(() => "answered");
	t.deepEqual(life.results, [{ delivered: 1, rejected: 0, dropped: 0, left: 0, error: "" }]);
});
