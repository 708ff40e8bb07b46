import test from "ava";
import { Pacing } from "../lib/pacing.js";

const day = 86_400_000;

test("without a pause nothing is left of it", (t) => {
	const pacing = new Pacing();
	for (const ticks of [0, 1, -1, 0x7fffffff, -0x80000000])
		t.is(pacing.left(ticks), 0);
});

test("a pause has its length, and then it is over for good", (t) => {
	const pacing = new Pacing();
	pacing.begin(1000, 500);
	t.is(pacing.left(500), 1000);
	t.is(pacing.left(1499), 1);
	t.is(pacing.left(1500), 0);
	t.is(pacing.left(500), 0);
});

test("a pause without length is none", (t) => {
	const pacing = new Pacing();
	pacing.begin(0, 7);
	t.is(pacing.left(7), 0);
});

test("a new pause takes the place of the one before", (t) => {
	const pacing = new Pacing();
	pacing.begin(10_000, 0);
	pacing.begin(100, 50);
	t.is(pacing.left(60), 90);
	t.is(pacing.left(150), 0);
});

test("ticks that wrap during a pause change nothing", (t) => {
	for (const before of [1, 400, 999]) {
		const pacing = new Pacing();
		pacing.begin(1000, 0x80000000 - before | 0);
		t.is(pacing.left(0x80000000 | 0), 1000 - before);
		t.is(pacing.left(0x80000000 - before + 999 | 0), 1);
		t.is(pacing.left(0x80000000 - before + 1000 | 0), 0);
	}
});

test("the longest pause is as long as a timer", (t) => {
	const pacing = new Pacing();
	pacing.begin(0x7fffffff, 10);
	t.is(pacing.left(10), 0x7fffffff);
	t.is(pacing.left(10 + 0x7ffffffe | 0), 1);
	t.is(pacing.left(10 + 0x7fffffff | 0), 0);
});

test("a pause that nobody looked at for weeks is over", (t) => {
	for (const days of [2, 20, 24, 25, 26, 30, 40, 48]) {
		const pacing = new Pacing();
		pacing.begin(day, 1000);
		t.is(pacing.left(1000 + days * day | 0), 0, `${days} days`);
	}
});
