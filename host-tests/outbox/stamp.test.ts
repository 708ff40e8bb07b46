import test from "ava";
import { text } from "../../host/text.js";
import { Outbox } from "../../lib/outbox/outbox.js";
import type { BlockStorage, OutboxOptions } from "../../lib/outbox/index.js";
import { ClientResponse } from "../../lib/response.js";
import { WorldClock } from "./model/clock.js";
import { Flaky } from "./model/flaky.js";
import { Life, type Settings } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FlashMachine } from "./model/machine.js";
import type { Sent } from "./model/times.js";
import { type Fate, Wire } from "./model/wire.js";
import { watchedBlocks } from "./watched.js";
import { Random } from "../../tools/random.js";
import { SetTimers } from "../../tools/set-timers.js";

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

async function flush(life: Life, ...fates: Fate[]): Promise<void> {
	life.flush();
	await life.settle(() => fates.length > 1 ? fates.shift()! : fates[0] ?? "answered");
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

test("in a file system that is full, a delivery that has learned the time goes on", async (t) => {
	const bodies: string[] = [];
	const full = new Error("full");
	const storage = new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open();
	const write = storage.write.bind(storage);
	let isFull = false;
	let now = -1;
	storage.isFull = (thrown) => thrown === full;
	storage.write = (data, at) => {
		if (isFull)
			throw full;
		write(data, at);
	};
	const carrier = new LocalService().carrier;
	const client: OutboxOptions["client"] = {
		now: () => now,
		sendEx(method, path, body) {
			now = Date.UTC(2026, 1, 1);
			bodies.push(body === undefined ? "" : text.decode(body, 0, body.length)!);
			return carrier("POST", method === "GET" ? "/api/collections/readings/records?fields=id" : path, body ?? new TextEncoder().encode('{"sensor":"t"}'));
		}
	};
	const outbox = new Outbox({ text, timers: new SetTimers(), origin: () => "any" }, { client, collection: "readings", storage, stamp: "taken", limits: { reading: 128 } });
	const { id } = outbox.put({ sensor: "t", value: 1 });
	isFull = true;
	t.like(await outbox.flush(), { delivered: 1, left: 0, error: "" });
	t.deepEqual(bodies, ["", `{"id":"${id}","sensor":"t","value":1,"taken":"2026-02-01T00:00:00.000Z"}`]);
	outbox.close();
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

test("a start that never knew the time sends none; those before and behind it have theirs", async (t) => {
	const { sent, start, world } = scene(4, true);
	for (const value of [1, 2, 3]) {
		const life = start();
		put(life, value);
		if (value !== 2)
			await flush(life, "answered", "lost");
		world.time += DAY;
	}
	await flush(start());
	t.deepEqual(early(sent, { 1: world.offset, 2: 0, 3: world.offset + 2 * DAY }), { 1: 0, 2: null, 3: 0 });
});

test("the times of all earlier starts are found, of as many as there are", async (t) => {
	const { sent, start, world } = scene(16, true);
	const moments: Record<number, number> = {};
	for (let value = 0; value < 60; value++) {
		const life = start();
		moments[value] = world.time + world.offset;
		put(life, value);
		await flush(life, "answered", "lost");
		world.time += DAY;
	}
	await flush(start());
	t.deepEqual(early(sent, moments), Object.fromEntries(Object.keys(moments).map((value) => [value, 0])));
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

for (const isFull of [false, true]) {
	test(`room for what says when a start was is not taken by attempts to begin a block that can't be erased${isFull ? ", because others have taken the room" : ""}`, async (t) => {
		const fault = new Error("no erase");
		for (let seed = 0; seed < 50; seed++) {
			const { machine, sent, start } = scene(4, true);
			const random = new Random(seed);
			let isOut = false;
			const storage = watchedBlocks(machine.open(), (operation) => {
				if (isOut && operation === "erase")
					throw fault;
			});
			if (isFull)
				storage.isFull = (thrown) => thrown === fault;
			const life = start({ whenFull: "refuse-newest" }, 0, storage);
			put(life, 1);
			isOut = true;
			let value = 1;
			while (life.outbox.put({ sensor: "t", value: value + 1, a: "x".repeat(random.below(70)) }).stored)
				value++;
			for (let vain = 0; vain < 6; vain++)
				t.false(life.outbox.put({ sensor: "t", value: value + 1, a: "x".repeat(70) }).stored);
			hear(life, "service");
			await flush(life, "lost");
			await flush(start());
			t.is(sent.length, value, `seed ${seed}`);
			t.is(sent.filter(({ taken }) => taken === null).length, 0, `seed ${seed}`);
		}
	});
}

test("a put behind one that has failed has written down when its start was, if that is known since", async (t) => {
	const { machine, sent, start, world } = scene(4, true);
	let isOut = false;
	const life = start({}, 0, watchedBlocks(machine.open(), (operation) => {
		if (isOut && operation === "write")
			throw new Error("EIO");
	}));
	put(life, 1);
	isOut = true;
	t.false(life.outbox.put({ sensor: "t", value: 2 }).stored);
	isOut = false;
	hear(life, "service");
	put(life, 3);
	await flush(start());
	t.deepEqual(early(sent, { 1: world.offset, 3: world.offset }), { 1: 0, 3: 0 });
});

for (const [what, blocks, filled] of [["drops no other reading", 4, 0.8], ["begins no other block", 2, 0]] as const) {
	test(`one write that fails when a put writes down when its start was ${what}`, async (t) => {
		const { machine, sent, start, world } = scene(blocks, true);
		const storage = new Flaky(machine.open(), []);
		const life = start({}, 0, storage);
		t.false(life.outbox.put({ a: "x".repeat(200) }).stored);
		let count = 0;
		for (const room = blocks * 1024 * filled; machine.contents().join().replaceAll(/,?255\b/g, "").split(",").length < room; count++)
			put(life, count);
		hear(life, "service");
		const { erases, storageErrors } = life.outbox.stats();
		storage.flaw = "throws behind";
		put(life, count);
		t.like(life.outbox.stats(), { dropped: 0, erases: filled === 0 ? 1 : erases, storageErrors: storageErrors + 1 });
		await flush(start());
		t.deepEqual(early(sent, { [count]: world.offset })[count], 0);
		t.is(sent.length, count + 1);
	});
}

test("a reading that was sent without its time has it when it is sent again, also after the time was contradicted", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	put(life, 1);
	await flush(life, "cached", "lost");
	hear(life, "service");
	hear(life, "service");
	await flush(life, "lost");
	contradict(life);
	put(life, 2);
	sent.length = 0;
	await flush(life);
	t.is(early(sent, { 1: world.offset })[1], 0);
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
	await flush(next);
	t.deepEqual(next.results.map(({ error, left }) => [left, error]), [[1, "EIO"]]);
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

test("a reading that waits longer than ticks take to wrap has its time, and one behind a rest as long, too", async (t) => {
	const { sent, start, world } = scene();
	const life = start();
	put(life, 1);
	for (let days = 0; days < 60; days += 10) {
		life.pass(10 * DAY);
		await life.settle(() => "lost");
	}
	put(life, 2);
	await flush(life);
	for (let days = 0; days < 60; days += 10)
		life.pass(10 * DAY);
	put(life, 3);
	await flush(life);
	t.deepEqual(early(sent, { 1: world.offset, 2: world.offset + 60 * DAY, 3: world.offset + 120 * DAY }), { 1: 0, 2: 0, 3: 0 });
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
		t.is(life.outbox.stats().requests, 2);
		t.is(life.outbox.pending, 0);
		t.deepEqual(early(sent, Object.fromEntries(Array.from({ length: count }, (_, value) => [value, world.offset]))), Object.fromEntries(Array.from({ length: count }, (_, value) => [value, 0])));
	});

	test(`over plain http a time that the answer to the delivery contradicts is corrected: ${count} readings`, async (t) => {
		const { sent, start, world } = scene();
		const life = start();
		for (let value = 0; value < count; value++)
			put(life, value);
		await flush(life, "odd", "answered");
		t.is(life.outbox.stats().requests, 3);
		t.like(life.outbox.stats(), { delivered: count, rejected: 0 });
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

for (const [what, fates, requests] of [
	["refuses", ["odd", "answered", "refused"], 3],
	["says a third time", ["odd", "answered", "odd"], 3]
] as const) {
	test(`over plain http a correction that the service ${what} is the last: the reading is delivered`, async (t) => {
		const { start } = scene();
		const life = start();
		put(life, 1);
		await flush(life, ...fates);
		t.like(life.outbox.stats(), { delivered: 1, requests });
		t.is(life.outbox.pending, 0);
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

for (const isVerified of [true, false]) {
	test(`ticks that stood still for an hour are noticed within ten good answers, ${isVerified ? "with a certificate" : "over plain http"}`, async (t) => {
		const { sent, start, world } = scene(4, isVerified);
		const life = start();
		put(life, 0);
		await flush(life);
		world.time += 3_600_000;
		let value = 0;
		do {
			put(life, ++value);
			await flush(life);
		} while (Date.parse(sent.at(-1)!.taken!) !== world.time + world.offset && value < 100);
		t.true(value > 1 && life.outbox.stats().requests <= 12 && value <= 11, `${value} readings`);
	});
}

test("ticks that drift move a time by what has drifted between the reading and the learning", async (t) => {
	const { sent, start, world } = scene();
	const life = start({}, 0.00002);
	put(life, 1);
	life.pass(DAY);
	await life.settle(() => "lost");
	await flush(life);
	const { 1: off } = early(sent, { 1: world.offset });
	t.true(Math.abs(off! - 1728) < 3, `${off} ms`);
});

test("a service that does not say what time it is gets the readings without, and is asked once a delivery", async (t) => {
	const bodies: string[] = [];
	const paths: string[] = [];
	const client: OutboxOptions["client"] = {
		now: () => -1,
		sendEx(_method, path, body) {
			paths.push(path);
			bodies.push(body === undefined ? "" : text.decode(body, 0, body.length)!);
			return new LocalService().carrier("POST", "/api/collections/readings/records?fields=id", body ?? new TextEncoder().encode('{"sensor":"t"}'));
		}
	};
	const outbox = new Outbox({ text, timers: new SetTimers(), origin: () => "any" }, {
		client, collection: "readings", storage: new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open(),
		stamp: "taken", limits: { reading: 128, batch: 1 }
	});
	for (const value of [1, 2]) {
		const { id } = outbox.put({ sensor: "t", value });
		t.like(await outbox.flush(), { delivered: 1, left: 0, error: "" });
		t.is(bodies.at(-1), `{"id":"${id}","sensor":"t","value":${value},"taken":null${" ".repeat(22)}}`);
	}
	t.deepEqual(paths, ["/api/health", "/api/collections/readings/records?fields=id", "/api/health", "/api/collections/readings/records?fields=id"]);
	outbox.close();
});

for (const statusCode of [400, 404, 413]) {
	test(`a service that answers ${statusCode} when it is asked what time it is gets the readings all the same`, async (t) => {
		const carrier = new LocalService().carrier;
		const rejected: string[] = [];
		const outbox = new Outbox({ text, timers: new SetTimers(), origin: () => "any" }, {
			client: {
				now: () => -1,
				sendEx: (method, path, body) => body === undefined
					? Promise.resolve(new ClientResponse("http", statusCode, "no", '{"data":{"reading":{}},"message":"no"}'))
					: carrier(method, path, body)
			},
			collection: "readings", storage: new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open(),
			stamp: "taken", limits: { reading: 128 }, onRejected: (reading) => rejected.push(reading)
		});
		outbox.put({ sensor: "t", value: 1 });
		t.like(await outbox.flush(), { delivered: 1, left: 0, error: "" });
		t.deepEqual(rejected, []);
		outbox.close();
	});
}

for (const fate of ["lost", "timeout", "closed"] as const) {
	test(`where the question what time it is comes to nothing (${fate}), readings wait, and have their time later`, async (t) => {
		const { sent, start, world } = scene();
		const life = start();
		put(life, 1);
		await flush(life, fate);
		t.deepEqual(sent, []);
		t.is(life.outbox.pending, 1);
		world.time += 1000;
		await flush(life);
		t.not(early(sent, { 1: world.offset })[1], null);
	});
}

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
		const outbox = new Outbox({ text, timers: new SetTimers(), origin: () => "any" }, {
			client, collection: "readings", storage: new FlashMachine({ blockLength: 1024, blocks: 4, random: new Random(1) }).open(),
			stamp, limits: { reading: 128, batchBytes: 700 }
		});
		const room = 128 - 28 - JSON.stringify(stamp).length - '{"sensor":"t","a":""}'.length;
		for (let count = 0; count < 8; count++)
			t.is(outbox.put({ sensor: "t", a: "x".repeat(room) }).error, "", stamp);
		t.is(outbox.put({ sensor: "t", a: "x".repeat(room + 1) }).error, "reading is longer than limits.reading");
		await outbox.flush();
		t.true(bodies.length > 1);
		for (const body of bodies) {
			const { requests } = JSON.parse(text.decode(body, 0, body.length)!) as { requests: { body: Record<string, string> }[] };
			t.true(body.length <= 700, `${body.length} bytes`);
			for (const { body: record } of requests)
				t.is(record[stamp], "2026-02-01T00:00:00.000Z");
		}
		outbox.close();
	}
});

test("options: stamp is the name of a field, and the client tells the time", (t) => {
	const storage = new FlashMachine({ blockLength: 512, blocks: 4, random: new Random(1) }).open();
	const make = (options: object): Outbox => new Outbox({ text, timers: new SetTimers(), origin: () => "any" },
		{ client: { sendEx: () => Promise.reject(new Error()) }, collection: "readings", storage, limits: { reading: 128 }, ...options });
	for (const stamp of ["", 7, {}] as unknown[])
		t.throws(() => make({ client: { sendEx: () => undefined, now: () => -1 }, stamp }), { instanceOf: TypeError, message: /stamp/ }, JSON.stringify(stamp));
	t.throws(() => make({ stamp: "taken" }), { instanceOf: TypeError, message: /client/ });
	t.notThrows(() => make({}));
});

test("readings that firmware without stamps has left are sent as they are, and the log is gone on with", async (t) => {
	const { sent, world } = scene();
	const machine = new FlashMachine({ blockLength: 256, blocks: 2, random: new Random(1) });
	const unstamped: Settings = { limits: { ...settings.limits, reading: 60 }, whenFull: "drop-oldest" };
	const earlier = new Life(new Wire(new LocalService().carrier, () => {}), machine.open(), unstamped, () => {});
	const ids = [2, 3].map((value) => earlier.outbox.put({ sensor: "t", value }).id);
	machine.restart();
	const wire = new Wire(new LocalService().carrier, (records) => sent.push(...records));
	const life = new Life(wire, machine.open(), { ...unstamped, stamp: "taken" }, () => {}, world);
	t.is(life.outbox.pending, 2);
	await flush(life);
	t.like(life.outbox.stats(), { delivered: 2, damaged: 0, requests: 1 });
	t.deepEqual(sent, [{ id: ids[0], sensor: "t", value: 2 }, { id: ids[1], sensor: "t", value: 3 }] as unknown as Sent[]);
	put(life, 4);
	await flush(life);
	t.is(sent[2].taken, "2026-01-01T00:00:00.000Z");
});
