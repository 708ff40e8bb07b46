import test from "ava";
import { RetryAfterGate } from "../../../lib/request/retry-after-gate.js";

const day = 86_400_000;

/** A gate that was closed so long at that moment. */
function closed(milliseconds: number, ticks: number): RetryAfterGate {
	const gate = new RetryAfterGate();
	gate.close(milliseconds, ticks);
	return gate;
}

test("without a pause nothing is left of it", (t) => {
	const gate = new RetryAfterGate();
	t.false(gate.isClosed);
	for (const ticks of [0, 1, -1, 0x7fffffff, -0x80000000])
		t.is(gate.openAtEnd(ticks), 0);
});

test("a pause has its length, and then it is over for good", (t) => {
	const gate = closed(1000, 500);
	t.true(gate.isClosed);
	t.is(gate.openAtEnd(500), 1000);
	t.is(gate.openAtEnd(1499), 1);
	t.true(gate.isClosed);
	t.is(gate.openAtEnd(1500), 0);
	t.false(gate.isClosed);
	t.is(gate.openAtEnd(500), 0);
});

test("a pause without length is none", (t) => {
	const gate = closed(0, 7);
	t.is(gate.openAtEnd(7), 0);
	t.false(gate.isClosed);
});

test("a new pause takes the place of the one before", (t) => {
	const gate = closed(10_000, 0);
	gate.close(100, 50);
	t.is(gate.openAtEnd(60), 90);
	t.is(gate.openAtEnd(150), 0);
	gate.close(5, 200);
	t.is(gate.openAtEnd(201), 4);
});

test("one request is let through for each pause, also where a refusal makes the pause longer", (t) => {
	const gate = closed(1000, 0);
	t.true(gate.letOneThrough());
	t.false(gate.letOneThrough());
	gate.close(5000, 500);
	t.false(gate.letOneThrough());
	t.is(gate.openAtEnd(1000), 4500, "the others wait on");
	gate.close(1000, 5500);
	t.true(gate.letOneThrough(), "the one before was over, though nobody had looked");
});

test("ticks that wrap during a pause change nothing", (t) => {
	for (const before of [1, 400, 999]) {
		const gate = closed(1000, 0x80000000 - before | 0);
		t.is(gate.openAtEnd(0x80000000 | 0), 1000 - before);
		t.is(gate.openAtEnd(0x80000000 - before + 999 | 0), 1);
		t.is(gate.openAtEnd(0x80000000 - before + 1000 | 0), 0);
	}
});

test("the longest pause is as long as a timer; one that nobody looked at for weeks is over", (t) => {
	const longest = closed(0x7fffffff, 10);
	t.is(longest.openAtEnd(10), 0x7fffffff);
	t.is(longest.openAtEnd(10 + 0x7ffffffe | 0), 1);
	t.is(longest.openAtEnd(10 + 0x7fffffff | 0), 0);
	for (const days of [2, 20, 24, 25, 26, 30, 40, 48])
		t.is(closed(day, 1000).openAtEnd(1000 + days * day | 0), 0, `${days} days`);
});
