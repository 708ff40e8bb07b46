import test from "ava";
import { RetryAfterGate } from "../../../lib/request/retrying.js";

const day = 86_400_000;

/** A gate that was closed so long at that moment. */
function closed(milliseconds: number, ticks: number): RetryAfterGate {
	const gate = new RetryAfterGate();
	gate.close(milliseconds, ticks);
	return gate;
}

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
