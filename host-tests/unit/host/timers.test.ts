import { setTimeout as wait } from "node:timers/promises";
import test from "ava";
import { timers } from "../../../host/timers.js";

test("a timer calls back once, not inside the call", async (t) => {
	let calls = 0;
	timers.set(() => {
		calls += 1;
	});
	timers.set(() => {
		calls += 1;
	}, 5);
	t.is(calls, 0);
	await wait(100);
	t.is(calls, 2);
});

test("shorter waits end first", async (t) => {
	const order: number[] = [];
	await new Promise<void>((resolve) => {
		timers.set(() => {
			order.push(40);
			resolve();
		}, 40);
		timers.set(() => order.push(10), 10);
	});
	t.deepEqual(order, [10, 40]);
});

test("a cleared timer never calls back; clearing nothing, or twice, is fine", async (t) => {
	const timer = timers.set(() => t.fail(), 5);
	timers.clear(timer);
	timers.clear(timer);
	timers.clear(undefined);
	await wait(50);
	t.pass();
});

test("a wait that Node can't count is not over at once", async (t) => {
	const timer = timers.set(() => t.fail(), 2 ** 32);
	await wait(50);
	timers.clear(timer);
	t.pass();
});

test("who waits for 12 days and more only watches the ticks, and keeps no process alive", (t) => {
	for (const [milliseconds, keeps] of [[2 ** 30 - 1, true], [2 ** 30, false], [2 ** 32, false]] as const) {
		const timer = timers.set(() => t.fail(), milliseconds);
		t.is((timer as unknown as NodeJS.Timeout).hasRef(), keeps, String(milliseconds));
		timers.clear(timer);
	}
});
