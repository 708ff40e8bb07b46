import { type Case, testCase } from "../../host-tests/contract/case.js";
import { bound } from "../app/providers.js";

/** The timers that the library hands around, which are Moddable's. */
export const timerCases: readonly Case[] = [
	testCase("calls once, later", async (context) => {
		const { timers } = bound();
		let calls = 0;
		let early = false;
		let inside = true;
		timers.set(() => {
			early ||= inside;
			calls++;
		}, 10);
		timers.set(() => {
			early ||= inside;
			calls++;
		});
		inside = false;
		while (calls < 2)
			await context.sleep(10);
		await context.sleep(100);
		context.equal(calls, 2);
		context.ok(!early, "not inside set");
	}),
	testCase("does not call before its time", async (context) => {
		const begun = Date.now();
		await new Promise((resolve) => bound().timers.set(() => resolve(undefined), 100));
		const elapsed = Date.now() - begun;
		context.ok(elapsed >= 99, `${elapsed} ms of 100`);
	}),
	testCase("the shorter time comes first", async (context) => {
		const { timers } = bound();
		const order: number[] = [];
		for (const time of [60, 20, 40])
			timers.set(() => order.push(time), time);
		while (order.length < 3)
			await context.sleep(10);
		context.equal(order.join(), "20,40,60");
	}),
	testCase("a cleared timer is silent", async (context) => {
		const { timers } = bound();
		let calls = 0;
		const timer = timers.set(() => calls++, 10);
		timers.clear(timer);
		timers.clear(undefined);
		await context.sleep(100);
		context.equal(calls, 0);
	}),
	testCase("one timer can clear another that is due as well", async (context) => {
		const { timers } = bound();
		let calls = 0;
		const second = { timer: timers.set(() => undefined, 10_000) };
		timers.set(() => timers.clear(second.timer), 20);
		timers.clear(second.timer);
		second.timer = timers.set(() => calls++, 20);
		await context.sleep(100);
		context.equal(calls, 0);
	})
];
