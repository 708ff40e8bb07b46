import test from "ava";
import { completeLimits, type Limits } from "../lib/limits.js";
import { STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_NONE, STAGE_RECEIVE, STAGE_SEND, Watch } from "../lib/watch.js";
import { SetTimers } from "./set-timers.js";

const limits = completeLimits({ timeout: 10_000, connect: 3000, firstByte: 2000, idle: 1000 });

interface Expired {
	readonly stage: number;
	readonly fault: string;
	readonly at: number;
}

/** A watch, and what it has told. `onExpired` does what its owner does then. */
function make(onExpired: (watch: Watch) => void = (watch) => watch.end(), given: Limits = limits, start = 0) {
	const timers = new SetTimers(start);
	const expired: Expired[] = [];
	const watch: Watch = new Watch(timers, given, () => {
		expired.push({ stage: watch.stage, fault: watch.fault, at: timers.now() - start | 0 });
		onExpired(watch);
	});
	return { timers, watch, expired };
}

const stages = [
	[STAGE_CONNECT, 3000, "no connection within limits.connect (3000 ms)"],
	[STAGE_SEND, 1000, "the request did not leave within limits.idle (1000 ms)"],
	[STAGE_FIRST_BYTE, 2000, "no answer within limits.firstByte (2000 ms)"],
	[STAGE_RECEIVE, 1000, "the answer stood still for limits.idle (1000 ms)"],
	[STAGE_NONE, 10_000, "no complete answer within limits.timeout (10000 ms)"]
] as const;

for (const [stage, time, fault] of stages) {
	test(`stage ${stage} is over when its time is, not before and not after`, (t) => {
		const { timers, watch, expired } = make();
		watch.begin();
		watch.mark(stage);
		timers.pass(time - 1);
		t.deepEqual(expired, []);
		timers.pass(1);
		t.deepEqual(expired, [{ stage, fault, at: time }]);
		t.is(timers.waiting, 0);
	});
}

test("a stage that begins at any moment has all of its time", (t) => {
	for (const [stage, time] of stages.slice(0, 4)) {
		for (const before of [1, 499, 999, 1000, 1001, 1500, 2999]) {
			const { timers, watch, expired } = make();
			watch.begin();
			timers.pass(before);
			watch.mark(stage);
			timers.pass(20_000);
			t.is(expired[0].at, before + time, `stage ${stage} after ${before}`);
			t.is(expired[0].stage, stage);
			t.is(expired.length, 1);
		}
	}
});

test("a mark in time begins the stage's time again; only the whole ends that", (t) => {
	const { timers, watch, expired } = make();
	watch.begin();
	for (let i = 0; i < 10; i++) {
		watch.mark(STAGE_RECEIVE);
		timers.pass(999);
	}
	t.deepEqual(expired, []);
	watch.mark(STAGE_RECEIVE);
	timers.pass(999);
	t.deepEqual(expired, [{ stage: STAGE_NONE, fault: "no complete answer within limits.timeout (10000 ms)", at: 10_000 }]);
});

test("the whole is told when both are over at once", (t) => {
	const { timers, watch, expired } = make();
	watch.begin();
	timers.pass(9000);
	watch.mark(STAGE_SEND);
	timers.pass(1000);
	t.deepEqual(expired.map(({ stage, at }) => [stage, at]), [[STAGE_NONE, 10_000]]);
});

test("a request that goes on after a stage keeps what is left of the whole", (t) => {
	const { timers, watch, expired } = make((one) => {
		if (one.stage === STAGE_NONE)
			one.end();
		else
			one.mark(STAGE_CONNECT);
	});
	watch.begin();
	watch.mark(STAGE_CONNECT);
	timers.pass(60_000);
	t.deepEqual(expired.map(({ stage, at }) => [stage, at]), [[STAGE_CONNECT, 3000], [STAGE_CONNECT, 6000], [STAGE_CONNECT, 9000], [STAGE_NONE, 10_000]]);
	t.is(timers.waiting, 0);
});

test("between two stages only the whole counts", (t) => {
	const { timers, watch, expired } = make();
	watch.begin();
	watch.mark(STAGE_RECEIVE);
	timers.pass(900);
	watch.mark(STAGE_NONE);
	timers.pass(9000);
	t.deepEqual(expired, []);
	t.is(watch.left, 100);
	watch.mark(STAGE_CONNECT);
	timers.pass(100);
	t.is(expired[0].stage, STAGE_NONE);
});

test("a request begun where another's time is over has its own", (t) => {
	let again = 1;
	const { timers, watch, expired } = make((one) => {
		one.end();
		if (again-- > 0)
			one.begin();
	});
	watch.begin();
	timers.pass(60_000);
	t.deepEqual(expired.map(({ at }) => at), [10_000, 20_000]);
	t.is(timers.waiting, 0);
});

test("an ended watch has no timer and tells nothing", (t) => {
	const { timers, watch, expired } = make();
	watch.end();
	for (let i = 0; i < 3; i++) {
		watch.begin();
		watch.mark(STAGE_CONNECT);
		t.is(timers.waiting, 1);
		watch.end();
		watch.end();
		t.is(timers.waiting, 0);
	}
	timers.pass(60_000);
	t.deepEqual(expired, []);
});

test("marks set no timer: one is set for each of the shortest times that pass", (t) => {
	const { timers, watch } = make();
	watch.begin();
	for (let i = 0; i < 1000; i++)
		watch.mark(STAGE_RECEIVE);
	t.is(timers.count, 1);
	timers.pass(999);
	t.is(timers.count, 1);
	watch.end();
});

test("ticks that wrap during a request change nothing", (t) => {
	for (const before of [1, 500, 999, 1500, 4000, 9999]) {
		for (const [stage, time, fault] of stages) {
			const { timers, watch, expired } = make(undefined, limits, 0x80000000 - before);
			watch.begin();
			watch.mark(stage);
			timers.pass(time - 1);
			t.deepEqual(expired, [], `stage ${stage}, ${before} before the wrap`);
			timers.pass(1);
			t.deepEqual(expired, [{ stage, fault, at: time }]);
		}
	}
});

test("the longest and the shortest limits hold", (t) => {
	const longest = 0x7fffffff;
	for (const time of [1, longest]) {
		const { timers, watch, expired } = make(undefined, completeLimits({ timeout: time, connect: time, firstByte: time, idle: time }), 5);
		watch.begin();
		t.is(watch.left, time);
		timers.pass(time - 1);
		t.deepEqual(expired, []);
		timers.pass(1);
		t.is(expired.length, 1);
	}
});
