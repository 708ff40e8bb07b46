import test from "ava";
import { GO_ON, NO_REASON, PAUSE, PoisonProbe, REJECT, VALIDATION } from "../../../lib/outbox/poison-probe.js";

const gap = 100;

function begun(): PoisonProbe {
	const probe = new PoisonProbe();
	probe.begin();
	return probe;
}

/** The service has just taken readings. Returns whether they leave the log at once. */
function taken(probe: PoisonProbe, last: number, count: number): boolean {
	probe.took();
	return probe.accepted(last, count);
}

test("a reading that the validation has refused is rejected at its second refusal when the gap is over and another was taken", (t) => {
	const probe = begun();
	t.is(probe.refused(1, VALIDATION, 7, gap), GO_ON);
	probe.begin();
	t.is(probe.due(), 1);
	t.is(probe.refused(1, VALIDATION, 7 + gap, gap), GO_ON, "none was taken");
	t.is(probe.due(), 0, "once in a delivery");
	taken(probe, 2, 1);
	t.deepEqual([probe.from, probe.next, probe.kept], [3, 3, 2]);
	for (const early of [1, 0]) {
		probe.begin();
		t.is(probe.due(), 1);
		t.is(probe.refused(1, VALIDATION, 7 + gap - early, gap), early > 0 ? GO_ON : REJECT);
		t.is(probe.due(), 0);
	}
});

test("the gap is measured over the wrap of ticks", (t) => {
	const probe = begun();
	probe.refused(1, VALIDATION, 0x7fffffff, gap);
	taken(probe, 2, 1);
	t.is(probe.refused(1, VALIDATION, -0x80000000 + gap - 2, gap), GO_ON);
	t.is(probe.refused(1, VALIDATION, -0x80000000 + gap - 1, gap), REJECT);
});

test("a suspect that is taken is one no more", (t) => {
	const probe = begun();
	probe.refused(1, NO_REASON, 0, gap);
	t.is(probe.due(), 1);
	t.false(taken(probe, 1, 1));
	t.is(probe.first, 2);
});

test("only the first suspect is rejected; the turn of another comes", (t) => {
	const probe = begun();
	probe.refused(1, NO_REASON, 0, gap);
	probe.refused(2, VALIDATION, 0, gap);
	taken(probe, 3, 1);
	probe.begin();
	t.deepEqual([probe.due(), probe.due(), probe.due()], [1, 2, 0]);
	t.is(probe.refused(2, VALIDATION, gap, gap), GO_ON);
	probe.forget(1);
	t.is(probe.first, 2);
	t.is(probe.due(), 2);
	t.is(probe.refused(2, VALIDATION, 2 * gap, gap), REJECT);
});

test("what all readings have in common rejects none of them, however many they are and however often they are refused", (t) => {
	const probe = begun();
	let ticks = 0;
	for (let number = 1; number <= 40; number++) {
		probe.begin();
		for (let more = true; more;)
			more = probe.refused(probe.due() || number, VALIDATION, ticks += 2 * gap, gap) === GO_ON;
	}
	probe.begin();
	// From the first that is taken on, it is the reading's own.
	taken(probe, 50, 1);
	const first = probe.due();
	t.is(probe.refused(first, VALIDATION, ticks += gap, gap), REJECT);
});

test("in one delivery four are refused, then it pauses; the next goes on behind them", (t) => {
	const probe = begun();
	t.deepEqual([1, 2, 3, 4].map((number) => probe.refused(number, NO_REASON, 0, gap)), [GO_ON, GO_ON, GO_ON, PAUSE]);
	probe.begin();
	t.is(probe.next, 5);
	t.is(probe.refused(5, NO_REASON, 0, gap), GO_ON);
	taken(probe, 6, 1);
	t.deepEqual([7, 8, 9, 10].map((number) => probe.refused(number, NO_REASON, 0, gap)), [GO_ON, GO_ON, GO_ON, PAUSE]);
});

for (const [why, prepare] of [
	["the storage is full", (probe: PoisonProbe) => probe.isFull = true],
	["so many are kept because of it", (probe: PoisonProbe) => taken(probe, 300, 201)]
] as const) {
	test(`when ${why}, the first suspect is settled without pauses, once another was taken`, (t) => {
		const probe = begun();
		probe.refused(1, NO_REASON, 0, gap);
		prepare(probe);
		taken(probe, 301, 1);
		for (let count = 2; count <= 16; count++) {
			t.is(probe.due(), 1);
			t.is(probe.refused(1, NO_REASON, 0, gap), count === 16 ? REJECT : GO_ON);
		}
	});
}

test("when there is no room for more suspects, one that is taken behind them settles the first", (t) => {
	const probe = begun();
	for (let number = 1; number <= 17; number++)
		probe.refused(number, NO_REASON, 0, gap);
	t.deepEqual([probe.from, probe.next], [17, 18]);
	t.false(taken(probe, 18, 1), "it stays, and is sent again");
	t.deepEqual([probe.from, probe.kept, probe.isRetrying], [17, 16, true]);
	for (let count = 2; count <= 16; count++) {
		t.is(probe.due(), 1);
		t.is(probe.refused(1, NO_REASON, 0, gap), count === 16 ? REJECT : GO_ON);
	}
	probe.forget(1);
	t.deepEqual([probe.next, probe.isRetrying], [17, false], "now there is room for the seventeenth");
});
