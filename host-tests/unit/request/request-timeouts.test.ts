import test from "ava";
import { completeLimits, type Limits } from "../../../lib/client-limits.js";
import { RequestTimeouts, STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_NONE, STAGE_RECEIVE, STAGE_SEND } from "../../../lib/request/request-timeouts.js";
import { SetTimers } from "../../../tools/set-timers.js";

const limits = completeLimits({ timeout: 10_000, connect: 3000, firstByte: 2000, idle: 1000 });

/** Timeouts, and what they have told. `onExpired` does what their owner does then. */
function make(onExpired: (timeouts: RequestTimeouts) => void = (timeouts) => timeouts.end(), given: Limits = limits, start = 0) {
	const timers = new SetTimers(start);
	const expired: { stage: number; fault: string; at: number }[] = [];
	const timeouts: RequestTimeouts = new RequestTimeouts(timers, given, {
		onExpired() {
			expired.push({ stage: timeouts.stage, fault: timeouts.fault, at: timers.now() - start | 0 });
			onExpired(timeouts);
		}
	});
	return { timers, timeouts, expired, begin: () => timeouts.begin(timers.now()) };
}

const stages = [
	[STAGE_CONNECT, 3000, "no connection within limits.connect (3000 ms)"],
	[STAGE_SEND, 1000, "the request did not leave within limits.idle (1000 ms)"],
	[STAGE_FIRST_BYTE, 2000, "no answer within limits.firstByte (2000 ms)"],
	[STAGE_RECEIVE, 1000, "no more of the answer within limits.idle (1000 ms)"],
	[STAGE_NONE, 10_000, "no complete answer within limits.timeout (10000 ms)"]
] as const;

test("a stage that is entered at any moment has all of its time, also behind requests that have left their timer", (t) => {
	for (const [stage, time] of stages.slice(0, 4)) {
		for (const before of [0, 1, 499, 999, 1000, 1001, 1500, 2999]) {
			for (const since of [undefined, 0, 1, 500, 999, 1000, 1001]) {
				const { begin, timers, timeouts, expired } = make();
				if (since !== undefined) {
					begin();
					timeouts.enterStage(STAGE_RECEIVE);
					timeouts.end();
					timers.pass(since);
				}
				begin();
				timers.pass(before);
				timeouts.enterStage(stage);
				timers.pass(20_000);
				t.deepEqual(expired.map((each) => [each.stage, each.at]), [[stage, (since ?? 0) + before + time]], `stage ${stage} after ${before}, a request ${since} before`);
				t.is(timers.waiting, 0);
			}
		}
	}
});

test("the total is told when both are over at once", (t) => {
	const { begin, timers, timeouts, expired } = make();
	begin();
	timers.pass(9000);
	timeouts.enterStage(STAGE_SEND);
	timers.pass(1000);
	t.deepEqual(expired.map(({ stage, at }) => [stage, at]), [[STAGE_NONE, 10_000]]);
});

test("a request that goes on after a stage keeps what is left of the total", (t) => {
	const { begin, timers, timeouts, expired } = make((one) => {
		if (one.stage === STAGE_NONE)
			one.end();
		else
			one.enterStage(STAGE_CONNECT);
	});
	begin();
	timeouts.enterStage(STAGE_CONNECT);
	timers.pass(60_000);
	t.deepEqual(expired.map(({ stage, at }) => [stage, at]), [[STAGE_CONNECT, 3000], [STAGE_CONNECT, 6000], [STAGE_CONNECT, 9000], [STAGE_NONE, 10_000]]);
	t.is(timers.waiting, 0);
});

test("a request sets no timer of its own: one goes on over all of them, and ends when there is none", (t) => {
	const { begin, timers, timeouts, expired } = make();
	for (let count = 0; count < 1000; count++) {
		begin();
		for (const stage of [STAGE_CONNECT, STAGE_SEND, STAGE_FIRST_BYTE, STAGE_RECEIVE] as const)
			timeouts.enterStage(stage);
		timeouts.end();
	}
	t.deepEqual([timers.count, timers.waiting], [1, 1]);
	timers.pass(999);
	begin();
	t.is(timers.count, 1);
	timeouts.end();
	timers.pass(1);
	t.deepEqual([timers.count, timers.waiting], [1, 0]);
	for (let count = 0; count < 5000; count++) {
		begin();
		timeouts.enterStage(STAGE_RECEIVE);
		timers.pass(1);
		timeouts.end();
	}
	t.true(timers.count <= 7, `${timers.count} timers in 5 seconds`);
	timers.pass(1000);
	t.is(timers.waiting, 0);
	timers.pass(60_000);
	t.deepEqual(expired, []);
});

test("close clears the timer, before, in and behind a request, and where a timeout is told", (t) => {
	for (const isBegun of [false, true]) {
		for (const isEnded of [false, true]) {
			const { begin, timers, timeouts, expired } = make();
			if (isBegun)
				begin();
			if (isEnded)
				timeouts.end();
			timeouts.close();
			timeouts.close();
			t.is(timers.waiting, 0);
			timers.pass(60_000);
			t.deepEqual(expired, []);
		}
	}
	const { begin, timers, expired } = make((one) => {
		one.close();
		one.end();
	});
	begin();
	timers.pass(60_000);
	t.deepEqual([expired.length, timers.waiting], [1, 0]);
});

test("ticks that wrap during a request change nothing", (t) => {
	for (const before of [1, 500, 999, 1500, 4000, 9999]) {
		for (const [stage, time, fault] of stages) {
			const { begin, timers, timeouts, expired } = make(undefined, limits, 0x80000000 - before);
			begin();
			timeouts.enterStage(stage);
			timers.pass(time - 1);
			t.deepEqual(expired, [], `stage ${stage}, ${before} before the wrap`);
			t.is(timeouts.left, 10_000 - time + 1);
			timers.pass(1);
			t.deepEqual(expired, [{ stage, fault, at: time }]);
		}
	}
});

test("the longest and the shortest limits hold", (t) => {
	const longest = 0x7fffffff;
	for (const time of [1, longest]) {
		const { begin, timers, timeouts, expired } = make(undefined, completeLimits({ timeout: time, connect: time, firstByte: time, idle: time }), 5);
		begin();
		t.is(timeouts.left, time);
		timers.pass(time - 1);
		t.deepEqual(expired, []);
		timers.pass(1);
		t.is(expired.length, 1);
	}
});
