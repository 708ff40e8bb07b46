import test from "ava";
import type { BlockStorage, OutboxOptions } from "../../lib/outbox/index.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { ClientResponse } from "../../lib/response.js";
import { WorldClock } from "./model/clock.js";
import { flush, Life, type Settings } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FlashMachine } from "./model/machine.js";
import type { Sent } from "./model/times.js";
import { type Fate, Wire } from "./model/wire.js";
import { openOutbox } from "./open.js";
import { watchedBlocks } from "./watched.js";
import { Random } from "../../tools/random.js";

const DAY = 86_400_000;
const settings: Settings = { limits: { reading: 128, age: 3_600_000, count: 1000 }, whenFull: "drop-oldest", stamp: "taken" };

/** A device with flash, and the service that it delivers to. */
function scene(blocks = 4, isVerified = false) {
	const service = new LocalService();
	const world = new WorldClock();
	world.isVerified = isVerified;
	const sent: Sent[] = [];
	const machine = new FlashMachine({ blockLength: 1024, blocks, random: new Random(1) });
	const start = (changed: Partial<Settings> = {}, drift = 0, storage: BlockStorage = machine.open()): Life => {
		machine.restart();
		return new Life(new Wire(service.carrier, (records) => sent.push(...records)), storage, { ...settings, ...changed }, () => {}, world, drift);
	};
	return { world, sent, machine, service, start };
}

const HEALTHY = new ClientResponse("", 200, "", '{"data":{},"message":"API is healthy.","code":200}');

/** The app has asked the service for something itself. */
function hear(life: Life, dater: "service" | "stranger"): void {
	life.clock.learn({ method: "GET", path: "/api/health" }, HEALTHY, dater);
}

/** Strangers answer until the time is not known any more. */
function contradict(life: Life): void {
	for (let asked = 0; asked < 20 && life.clock.now() >= 0; asked++)
		hear(life, "stranger");
	if (life.clock.now() >= 0)
		throw new Error("the time is still known");
}

function put(life: Life, value: number): void {
	const { error } = life.outbox.put({ sensor: "t", value });
	if (error !== "")
		throw new Error(error);
}

/** Milliseconds by which the readings sent are told to be taken before they were, by their values; null without a time. */
function early(sent: readonly Sent[], moments: Readonly<Record<number, number>>): Readonly<Record<number, number | null>> {
	return Object.fromEntries(sent.map(({ taken, value }) => [value, taken === null ? null : moments[value] - Date.parse(taken!)]));
}

test("a reading has its time to the second, whether the time was known before or is learned before it is sent", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	const moments: Record<number, number> = {};
	for (let value = 0; value < 10; value++) {
		moments[value] = world.time + world.offset;
		put(life, value);
		life.pass(12_345);
		if (value === 4)
			await flush(life);
	}
	await flush(life);
	t.is(sent.length, 10);
	for (const milliseconds of Object.values(early(sent, moments)))
		t.true(milliseconds! >= 0 && milliseconds! < 1000, `${milliseconds} ms`);
});

test.serial("without Date.prototype.toJSON, as in a release build of the SDK, times are the same", async (t) => {
	const { toJSON } = Date.prototype;
	t.teardown(() => Object.defineProperty(Date.prototype, "toJSON", { value: toJSON, writable: true, configurable: true }));
	delete (Date.prototype as Partial<Date>).toJSON;
	const { sent, start, world } = scene();
	const life = start();
	put(life, 1);
	await flush(life);
	put(life, 2);
	await flush(life);
	t.deepEqual(early(sent, { 1: world.offset, 2: world.offset }), { 1: 0, 2: 0 });
});

test("what was learned outlives a power cut, is written once, and not without need", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	put(life, 1);
	const moments = { 1: world.offset, 2: world.offset + 5000, 3: world.offset + 5000, 4: world.offset + DAY };
	life.pass(5000);
	await flush(life, "answered", "lost");
	const { writes } = life.outbox.stats();
	put(life, 2);
	put(life, 3);
	t.is(life.outbox.stats().writes, writes + 2, "both have their time, so that nothing else is written");
	world.time = DAY;
	const next = start();
	put(next, 4);
	await flush(next);
	const { writes: all } = next.outbox.stats();
	t.is(all, 3, "a reading, when that start was, and what has left");
	const found = early(sent, moments);
	t.deepEqual(Object.keys(found), ["1", "2", "3", "4"]);
	for (const milliseconds of Object.values(found))
		t.true(milliseconds! >= 0 && milliseconds! < 1000, `${milliseconds} ms`);
});

for (const outage of [1, 5, 10, 16, 40]) {
	test(`outages of ${outage} wakes each: every reading whose start has learned the time has it`, async (t) => {
		const { sent, start, world } = scene(16, true);
		const moments: Record<number, number> = {};
		for (let value = 0; value < 120; value++) {
			const life = start();
			moments[value] = world.time + world.offset;
			put(life, value);
			// The time is learned, and then the network goes, but for the last wake of an outage.
			await (value % outage === outage - 1 ? flush(life) : flush(life, "answered", "lost"));
			world.time += 3_600_000;
		}
		await flush(start());
		t.is(sent.filter(({ taken }) => taken === null).length, 0);
		t.deepEqual(early(sent, moments), Object.fromEntries(Object.keys(moments).map((value) => [value, 0])));
	});
}

test("a start that learns the time when the storage is full has its readings' times written down", async (t) => {
	for (let seed = 0; seed < 200; seed++) {
		const { sent, start, world } = scene(3, true);
		const random = new Random(seed);
		const earlier = start({ whenFull: "refuse-newest" });
		hear(earlier, "service");
		const values = new Map<number, number>();
		let value = 0;
		const fill = (life: Life, most: number): void => {
			for (let count = 0; count < most; count++) {
				const taken = world.time + world.offset;
				const { stored } = life.outbox.put({ sensor: "t", value: ++value, a: "x".repeat(random.below(70)) });
				if (stored)
					values.set(value, taken);
				life.pass(1000);
			}
		};
		fill(earlier, random.below(30));
		const life = start({ whenFull: "refuse-newest" });
		fill(life, 100);
		t.false(life.outbox.put({ sensor: "t", value: 0, a: "x".repeat(70) }).stored, "the storage is full");
		hear(life, "service");
		await flush(life, "lost");
		await flush(start({ whenFull: "refuse-newest" }));
		t.is(sent.length, values.size, `seed ${seed}`);
		t.is(sent.filter(({ taken }) => taken === null).length, 0, `seed ${seed}`);
	}
});

test("room for what says when a start was is not taken by what says which readings have left", async (t) => {
	let owing = 0;
	for (let seed = 0; seed < 200; seed++) {
		const { sent, start } = scene(3, true);
		const random = new Random(seed);
		const life = start({ whenFull: "refuse-newest", limits: { ...settings.limits, batch: 1 } });
		let value = 0;
		while (life.outbox.put({ sensor: "t", value: value + 1, a: "x".repeat(random.below(70)) }).stored)
			value++;
		// The service does not say what time it is: so many leave without.
		const early = random.below(8);
		await flush(life, ...Array<Fate>(early + 1).fill("cached"), "lost");
		hear(life, "service");
		const { error } = life.outbox.put({ sensor: "t", value: value + 1, a: "x".repeat(70) });
		owing += error === "" ? 0 : 1;
		const first = sent.length;
		await flush(start({ whenFull: "refuse-newest" }));
		t.is(sent.slice(first).filter(({ taken }) => taken === null).length, 0, `seed ${seed}`);
	}
	t.true(owing > 50);
});

test("a reading whose time can't be read for a moment is not sent without", async (t) => {
	const { machine, sent, start, world } = scene(4, true);
	const life = start();
	put(life, 1);
	await flush(life, "answered", "lost");
	const end = machine.contents()[0].findLastIndex((byte) => byte !== 255);
	let isOut = false;
	// From the last bytes of what says when that start was.
	const next = start({}, 0, watchedBlocks(machine.open(), (operation, at) => {
		if (isOut && operation === "read" && at > end - 48)
			throw new Error("EIO");
	}));
	t.is(next.outbox.pending, 1);
	isOut = true;
	t.like(await flush(next), { left: 1, error: "EIO" });
	isOut = false;
	await flush(next);
	t.deepEqual(early(sent, { 1: world.offset }), { 1: 0 });
});

test("readings of blocks that can be read have their times in the end, also where the block with their start's can't be read for a start", async (t) => {
	const { machine, sent, start, world } = scene(4, true);
	// What says when it was is behind its readings, in the second block.
	const first = start();
	const moment = world.time + world.offset;
	const values = Array.from({ length: 12 }, (_, index) => index + 1);
	for (const value of values)
		put(first, value);
	await flush(first, "answered", "lost");
	const next = start({}, 0, watchedBlocks(machine.open(), (operation, at) => {
		if (operation === "read" && Math.floor(at / 1024) === 1)
			throw new Error("EIO");
	}));
	await flush(next);
	t.is(next.outbox.stats().badBlocks, 1);
	sent.length = 0;
	await flush(start());
	t.deepEqual(early(sent, Object.fromEntries(values.map((value) => [value, moment]))), Object.fromEntries(values.map((value) => [value, 0])));
});

test("readings put after the time was contradicted are not dated by what was written down before, whose ticks may have wrapped", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	const moments = { 1: world.time + world.offset };
	put(life, 1);
	hear(life, "service");
	hear(life, "service");
	await flush(life, "lost");
	for (let days = 0; days < 50; days += 10) {
		life.pass(10 * DAY);
		await life.settle(() => "lost");
	}
	contradict(life);
	put(life, 2);
	await flush(start());
	t.deepEqual(early(sent, moments), { 1: 0, 2: null });
});

for (const count of [1, 3]) {
	test(`over plain http the answer to a delivery is the second that tells the time: a wake with ${count} readings has two requests`, async (t) => {
		const { sent, start, world } = scene();
		const life = start();
		for (let value = 0; value < count; value++)
			put(life, value);
		life.pass(5000);
		await flush(life);
		t.like(life.outbox.stats(), { delivered: count, requests: 2 });
		t.deepEqual(sent.map(({ taken }) => Date.parse(taken!)), Array(count).fill(world.offset));
	});

	test(`over plain http a time that the answer to the delivery contradicts is corrected: ${count} readings`, async (t) => {
		const { sent, start, world } = scene();
		const life = start();
		for (let value = 0; value < count; value++)
			put(life, value);
		await flush(life, "odd", "answered");
		t.like(life.outbox.stats(), { delivered: count, rejected: 0, requests: 3 });
		t.is(sent.length, 2 * count);
		for (const { taken } of sent.slice(0, count))
			t.true(Math.abs(Date.parse(taken!) - world.offset) > DAY, "as it was assumed");
		for (const { taken } of sent.slice(count))
			t.is(Date.parse(taken!), world.offset);
		put(life, 9);
		await flush(life);
		t.is(life.outbox.stats().requests, 4, "two have agreed");
		t.is(Date.parse(sent.at(-1)!.taken!), world.offset);
	});
}

test("over plain http a stranger's time alone is never stamped: a reading put meanwhile has its own when it is delivered", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	put(life, 1);
	await flush(life);
	for (let value = 2; value < 12; value++) {
		put(life, value);
		await flush(life, "odd");
		put(life, 100 + value);
		await flush(life);
	}
	await flush(life);
	const last = Object.fromEntries(sent.map(({ taken, value }) => [value, Date.parse(taken!) - world.offset]));
	for (let value = 2; value < 12; value++)
		t.deepEqual([last[value], last[100 + value]], [0, 0], String(value));
});

test("a service that does not say what time it is gets the readings without, and is asked once a delivery", async (t) => {
	const bodies: string[] = [];
	const paths: string[] = [];
	const client: OutboxOptions["client"] = {
		now: () => -1,
		sendEx(_method, path, body) {
			paths.push(path);
			bodies.push(Buffer.from(body ?? []).toString());
			return new LocalService().carrier("POST", "/api/collections/readings/records?fields=id", body ?? new TextEncoder().encode('{"sensor":"t"}'));
		}
	};
	const outbox = openOutbox(new RamStorage(2048, 512), new LocalService(), { client, stamp: "taken", limits: { batch: 1 } });
	for (const value of [1, 2]) {
		const { id } = outbox.put({ sensor: "t", value });
		t.like(await outbox.flush(), { delivered: 1, left: 0, error: "" });
		t.is(bodies.at(-1), `{"id":"${id}","sensor":"t","value":${value},"taken":null${" ".repeat(22)}}`);
	}
	t.deepEqual(paths, ["/api/health", "/api/collections/readings/records?fields=id", "/api/health", "/api/collections/readings/records?fields=id"]);
	outbox.close();
});

test("limits.reading holds with the time in it; a batch with times is no longer than limits.batchBytes", async (t) => {
	for (const stamp of ["taken", "a field with a \" in its name"]) {
		const bodies: Uint8Array[] = [];
		let now = -1;
		const carrier = new LocalService().carrier;
		const client: OutboxOptions["client"] = {
			now: () => now,
			sendEx(method, _path, body) {
				now = Date.UTC(2026, 1, 1);
				if (body !== undefined)
					bodies.push(body.slice());
				return carrier(method, "/api/batch?fields=body.id", body ?? new TextEncoder().encode('{"requests":[]}'));
			}
		};
		const outbox = openOutbox(new RamStorage(4096, 1024), new LocalService(), { client, stamp, limits: { reading: 128, batchBytes: 700 } });
		const room = 128 - 28 - JSON.stringify(stamp).length - '{"sensor":"t","a":""}'.length;
		for (let count = 0; count < 8; count++)
			t.is(outbox.put({ sensor: "t", a: "x".repeat(room) }).error, "", stamp);
		t.is(outbox.put({ sensor: "t", a: "x".repeat(room + 1) }).error, "reading is longer than limits.reading");
		await outbox.flush();
		t.true(bodies.length > 1);
		for (const body of bodies) {
			const { requests } = JSON.parse(Buffer.from(body).toString()) as { requests: { body: Record<string, string> }[] };
			t.true(body.length <= 700, `${body.length} bytes`);
			for (const { body: record } of requests)
				t.is(record[stamp], "2026-02-01T00:00:00.000Z");
		}
		outbox.close();
	}
});
