import test, { type ExecutionContext } from "ava";
import { Health } from "../../../lib/health/health.js";
import type { HealthOptions, Machine } from "../../../lib/health/health-options.js";
import { failure } from "../../../lib/response.js";
import { SetTimers } from "../../../tools/set-timers.js";

const HOUR = 3_600_000;
const counts = { requests: 999_999, connections: 999_999, retries: 999_999, timeouts: 999_999, renewals: 9999, recycled: 9999, storageErrors: 499_999 };
const stored = { stored: 999_999, refused: 9999, delivered: 999_999, rejected: 999_999, dropped: 999_999, damaged: 999_999, badBlocks: 999, requests: 1, writes: 9_999_999, erases: 999_999, storageErrors: 500_000 };

interface Put {
	readonly value: number;
	readonly extra: Readonly<Record<string, unknown>>;
}

/** A device that knows everything, and what it has put. */
function device(t: ExecutionContext, { start = 0, ...options }: Partial<HealthOptions> & { start?: number } = {}, machine: Machine = { start: "Interrupt WDT", heap: 99999_999, rssi: -100 }) {
	const timers = new SetTimers(start);
	const puts: Put[] = [];
	const outbox = { pending: 9999, stats: () => stored, put: (reading: object) => {
		puts.push(reading as Put);
		return { id: "a", stored: true, error: "" };
	} };
	const client = { stats: () => counts, sendEx: () => Promise.reject(new Error("not asked")) };
	const health = new Health({ timers, machine: () => machine }, { client, outbox, firmware: "v".repeat(32), ...options });
	t.teardown(() => health.close());
	return { health, puts, timers };
}

test("a record at once, then one at each interval until close; the uptime goes on where the ticks wrap", (t) => {
	const { health, puts, timers } = device(t, { start: 0x7fffffff - HOUR });
	timers.pass(0);
	t.is(puts.length, 1);
	timers.pass(2 * HOUR);
	t.deepEqual(puts.map(({ value }) => value), [0, 3600, 7200]);
	health.close();
	timers.pass(10 * HOUR);
	t.is(puts.length, 3);
	t.is(timers.waiting, 0);
});

test("with interval 0 no record comes by itself, and report puts", async (t) => {
	const { health, puts, timers } = device(t, { limits: { interval: 0 } });
	timers.pass(5000);
	t.is(puts.length, 0);
	t.is(await health.report(), "");
	t.deepEqual(puts.map(({ value }) => value), [5]);
});

test("the uptime is right where two records are further apart than the ticks go", async (t) => {
	const DAY = 86_400_000;
	const { health, puts, timers } = device(t, { limits: { interval: 0 } });
	for (const days of [24, 25, 49, 50, 100, 1]) {
		timers.pass(days * DAY);
		await health.report();
	}
	t.deepEqual(puts.map(({ value }) => value), [24, 49, 98, 148, 248, 249].map((days) => days * DAY / 1000));
	const { puts: seldom, timers: longest } = device(t, { limits: { interval: 0x7fffffff } });
	longest.pass(2 * 0x7fffffff + HOUR);
	t.deepEqual(seldom.map(({ value }) => value), [0, 2_147_483, 4_294_967]);
});

test("after close no record is put or sent, and report says so", async (t) => {
	const { health, puts, timers } = device(t);
	health.close();
	t.is(await health.report(), "health is closed");
	t.is(health.error, "health is closed");
	t.deepEqual([puts.length, timers.waiting], [0, 0]);
});

test("without an outbox the first record waits for a random time of at most 30 seconds", async (t) => {
	let sent = 0;
	const client = { stats: () => counts, sendEx: () => {
		sent++;
		return Promise.resolve(failure("connect", "no network"));
	} };
	const { health, timers } = device(t, { client, outbox: undefined });
	timers.pass(30_000);
	t.is(sent, 1);
	await new Promise(setImmediate);
	t.is(health.error, "no network");
	timers.pass(HOUR);
	t.is(sent, 2);
});

test("what the machine does not know is not in the record", (t) => {
	const { puts, timers } = device(t, {}, {});
	timers.pass(0);
	const written = JSON.parse(JSON.stringify(puts[0])) as Put;
	t.deepEqual(Object.keys(written.extra).sort(), [
		"badBlocks", "connections", "damaged", "delivered", "dropped", "firmware", "interval", "library", "pending", "recycled", "refused", "rejected", "renewals", "requests", "retries", "storageErrors", "stored", "timeouts"
	]);
});

test("a record with a firmware and numbers of the longest fits into an outbox's default reading, its id and stamp included", (t) => {
	for (const firmware of ["v".repeat(32), "温".repeat(10) + "vv", "é".repeat(16), "😀".repeat(8), '"'.repeat(16), "\n".repeat(16), "\u0001".repeat(5)]) {
		const { puts, timers } = device(t, { firmware });
		timers.pass(0);
		const written = Buffer.byteLength(JSON.stringify({ id: "i".repeat(15), ...puts[0], value: 2_147_483_647, taken: "2026-11-21T07:00:00.000Z" }));
		t.true(written <= 512, `${written} bytes`);
		t.is(puts[0].extra.storageErrors, 999_999);
	}
	for (const firmware of ["v".repeat(33), "温".repeat(11), "温".repeat(32), "😀".repeat(9), '"'.repeat(17), "\u0001".repeat(6), "\ud800".repeat(6)])
		t.throws(() => device(t, { firmware }), { message: "firmware must have 1 to 32 bytes" });
});
