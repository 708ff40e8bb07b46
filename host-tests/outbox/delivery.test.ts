import test from "ava";
import type { OutboxLimits } from "../../lib/outbox/index.js";
import type { Method } from "../../lib/call-options.js";
import { refusal } from "../../lib/pocketbase/refusals.js";
import type { ClientResponse } from "../../lib/response.js";
import { Flaky } from "./model/flaky.js";
import { flush, Life } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FlashMachine } from "./model/machine.js";
import { Wire } from "./model/wire.js";
import { watchedBlocks } from "./watched.js";
import { Random } from "../../tools/random.js";

const good = '{"sensor":"t","value":1}';
const invalid = '{"value":1}';
const foreign = '{"sensor":"t","device":"anotherdevice00"}';

/** An outbox on a flash of its own, and the service that it delivers to. */
function scene(limits: Partial<OutboxLimits> = {}, blocks = 4) {
	const service = new LocalService();
	const rejected: string[] = [];
	const machine = new FlashMachine({ blockLength: 512, blocks, random: new Random(1) });
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

/** Flushes until nothing is pending, with a minute between two flushes and a good reading in each minute if that is asked for. */
async function settle(life: Life, minutes: number, others = 0): Promise<void> {
	for (let minute = 0; minute < minutes && (life.outbox.pending > 0 || minute < others); minute++) {
		if (minute < others)
			put(life, good);
		life.pass(60_000);
		await life.settle(() => "answered");
		await flush(life);
	}
}

test("what has left is not pending again behind a start, wherever in a block the log ends", async (t) => {
	const { life: first, rejected, wake } = scene({ batch: 1 });
	let life = first;
	for (let count = 1; count <= 100; count++) {
		put(life, `{${count % 7 === 0 ? "" : '"sensor":"t",'}"extra":["${"a".repeat(count * 7 % 80)}"]}`);
		await flush(life);
		// What is refused is rejected among others that are taken.
		await settle(life, 4, count % 7 === 0 ? 2 : 0);
		life = wake();
		t.is(life.outbox.pending, 0, `reading ${count}`);
	}
	t.is(rejected.length, 14);
});

test("a reading that is too long for the service is rejected, and the others go on", async (t) => {
	const { life, rejected, service } = scene();
	put(life, good, '{"sensor":"t","extra":["'.padEnd(120, "a") + '"]}', good);
	service.ram.bodyLimit = 100;
	t.like(await flush(life), { delivered: 2, rejected: 1, left: 0, error: "" });
	t.is(rejected.length, 1);
	t.true(rejected[0].includes("aaa"));
});

test("when a batch fails at its first reading, that reading goes alone, then another, then all others in one batch", async (t) => {
	const { life, service } = scene({ batch: 8 });
	put(life, invalid, good, good, good, good, good, good, good);
	await flush(life);
	t.is(service.records().size, 7);
	// The last are the suspect again, and after each of its refusals its record is fetched.
	t.is(life.outbox.stats().requests, 7);
});

test("where batches are off, readings are delivered one by one, however soon batches are to be tried again", async (t) => {
	for (const [batchRetry, requests] of [[1, 5], [2, 4], [100, 4]]) {
		const { life, service } = scene({ batchRetry });
		service.ram.batches = false;
		put(life, good, good, good);
		t.like(await flush(life), { delivered: 3, left: 0, error: "" }, `after ${batchRetry}`);
		t.is(life.outbox.stats().requests, requests, `after ${batchRetry}`);
	}
});

test("a service that takes no batches is asked again after limits.batchRetry readings, whatever the time", async (t) => {
	const { life, service } = scene({ batchRetry: 10 });
	service.ram.batches = false;
	const requests: number[] = [];
	for (let count = 1; count <= 17; count++) {
		const before = life.outbox.stats().requests;
		if (count === 12)
			service.ram.batches = true;
		put(life, good, good);
		t.like(await flush(life), { delivered: 2, left: 0, error: "" });
		requests.push(life.outbox.stats().requests - before);
	}
	t.deepEqual(requests, [3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 1, 1]);
});

test("a device that sleeps asks a service that takes no batches at each start", async (t) => {
	const { service, wake } = scene();
	for (const [enabled, requests] of [[false, 3], [false, 3], [true, 1]] as const) {
		service.ram.batches = enabled;
		const life = wake();
		put(life, good, good);
		t.like(await flush(life), { delivered: 2, left: 0, error: "" });
		t.is(life.outbox.stats().requests, requests);
	}
});

for (const batch of [1, 50]) {
	test(`a device that becomes a guest in the middle of a delivery loses nothing (${batch} in a request)`, async (t) => {
		const { life, rejected, service } = scene({ batch, batchBytes: 200 });
		put(life, good, good, good, good, good);
		life.flush();
		let requests = 0;
		await life.settle(() => {
			service.ram.guest = ++requests > 1;
			return "answered";
		});
		t.deepEqual(rejected, []);
		t.like(life.results.pop(), { delivered: 1, rejected: 0, left: 4 });
		service.ram.guest = false;
		t.like(await flush(life), { delivered: 4, rejected: 0, left: 0 });
	});

	test(`one that is refused without a reason is rejected after sixteen tries with others taken between (${batch} in a request)`, async (t) => {
		const { life, rejected } = scene({ batch });
		put(life, foreign);
		await settle(life, 30);
		t.deepEqual([life.outbox.pending, rejected.length], [1, 0], "without others it waits");
		await settle(life, 14, 14);
		t.is(rejected.length, 0);
		await settle(life, 3, 3);
		t.deepEqual([life.outbox.pending, rejected.length], [0, 1]);
		t.is(life.outbox.stats().delivered, 17);
	});

	test(`refusals by chance reject nothing, and neither does a gateway's 400 with data (${batch} in a request)`, async (t) => {
		const random = new Random(7);
		for (const fate of ["refused", "gateway"] as const) {
			for (let run = 0; run < 6; run++) {
				const { life, rejected, service } = scene({ batch }, 16);
				const ids: string[] = [];
				for (let minute = 0; minute < 100 && (ids.length < 80 || life.outbox.pending > 0); minute++) {
					if (ids.length < 80)
						ids.push(...put(life, good, good));
					life.pass(60_000);
					life.flush();
					await life.settle(() => random.below(2) === 0 ? fate : "answered");
				}
				t.deepEqual(rejected, [], `${fate}, run ${run}`);
				t.is(life.outbox.pending, 0);
				t.deepEqual([...service.records().keys()].sort(), ids.sort());
			}
		}
	});

	test(`a reading with a validation error is rejected when that is seen twice with time between (${batch} in a request)`, async (t) => {
		const { life, rejected, service } = scene({ batch });
		put(life, good, invalid, good);
		const { error, left } = await flush(life);
		t.deepEqual([left, error], [2, "Failed to create record. sensor: Cannot be blank."]);
		t.is(service.records().size, 2, "the others have arrived");
		await flush(life);
		t.deepEqual(rejected, [], "no time has passed");
		await settle(life, 1);
		t.is(life.outbox.pending, 0);
		t.is(rejected.length, 1);
		t.like(life.outbox.stats(), { delivered: 2, rejected: 1 });
	});
}

test("a number that is JSON for the device and for no service is rejected at its first refusal", async (t) => {
	const { life, rejected, service } = scene();
	const bad = refusal(400, '{"data":{},"message":"Something went wrong while processing your request.","status":400}');
	const carrier = service.carrier;
	Object.assign(service, { carrier: (method: Method, path: string, body?: Uint8Array) => Buffer.from(body ?? "").includes("1e4") ? Promise.resolve(bad) : carrier(method, path, body) });
	const wire = new Wire(service.carrier, () => {});
	const own = new Life(wire, new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open(), { limits: { reading: 128 }, whenFull: "drop-oldest" }, (reading) => rejected.push(reading));
	life.outbox.close();
	put(own, '{"sensor":"t","value":1e400}', '{"sensor":"t","extra":[{"a":-1e444}]}');
	t.like(await flush(own), { delivered: 0, rejected: 2, left: 0, error: "" });
});

test("a status that a gateway gives to what is in one reading holds no others up", async (t) => {
	const { service } = scene();
	const carrier = service.carrier;
	const walled = (method: Method, path: string, body?: Uint8Array): Promise<ClientResponse> => Buffer.from(body ?? "").includes("<script>")
		? Promise.resolve(refusal(path.startsWith("/api/batch?") ? 400 : 403, "<html>Forbidden</html>")) : carrier(method, path, body);
	const life = new Life(new Wire(walled, () => {}), new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open(), { limits: { reading: 128 }, whenFull: "drop-oldest" }, () => {});
	put(life, '{"sensor":"<script>"}', good, good);
	await flush(life);
	t.is(service.records().size, 2);
});

test("a reading that the service refuses delays no new ones", async (t) => {
	const { life, service } = scene({ age: 1000, retryBase: 100_000, retryMaximum: 10_000_000 });
	put(life, foreign);
	for (let failures = 0; failures < 8; failures++)
		await flush(life);
	put(life, good);
	life.pass(1000);
	await life.settle(() => "answered");
	t.is(service.records().size, 1);
});

test("a storage that refuses the newest is not full of one bad reading for ever, however short each start is", async (t) => {
	const { machine, rejected, service, wake } = scene();
	const start = (): Life => {
		machine.restart();
		return new Life(new Wire(service.carrier, () => {}), machine.open(), { limits: { reading: 128, age: 3_600_000, count: 1000 }, whenFull: "refuse-newest" }, (reading) => rejected.push(reading));
	};
	wake().outbox.close();
	let life = start();
	put(life, foreign);
	let refused = 0;
	for (let starts = 0; starts < 60; starts++) {
		life = start();
		refused += life.outbox.put(good).stored ? 0 : 1;
		await flush(life);
	}
	t.is(rejected.length, 1);
	t.is(refused, 1);
	t.is(life.outbox.pending, 0);
});

test("a flush that its deadline ends says so", async (t) => {
	const { life } = scene();
	put(life, good);
	life.flush(1000);
	await life.settle(() => "late");
	life.pass(1000);
	await life.settle(() => "late");
	t.deepEqual(life.results, [{ delivered: 0, rejected: 0, dropped: 0, left: 1, error: "the deadline is over" }]);
});

test("a flush whose readings a full storage has dropped ends without an error", async (t) => {
	const { machine } = scene();
	let isFull = false;
	const storage = watchedBlocks(machine.open(), (operation, at) => {
		if (isFull && operation === "write" && at > 512)
			throw new Error("no space left");
	});
	storage.isFull = () => isFull;
	const life = new Life(new Wire(new LocalService().carrier, () => {}), storage, { limits: { reading: 128 }, whenFull: "drop-oldest" }, () => {});
	put(life, good, good, good, good, good);
	life.flush(1000);
	await life.settle(() => "lost");
	isFull = true;
	t.is(life.outbox.put(`{"sensor":"t","text":"${"x".repeat(90)}"}`).error, "no space left");
	life.pass(1000);
	await life.settle(() => "lost");
	t.deepEqual(life.results, [{ delivered: 0, rejected: 0, dropped: 5, left: 0, error: "" }]);
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
