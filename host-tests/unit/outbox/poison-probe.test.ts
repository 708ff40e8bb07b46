import test from "ava";
import { GO_ON, PAUSE, PoisonProbe, REJECT } from "../../../lib/outbox/poison-probe.js";

function begun(): PoisonProbe {
	const probe = new PoisonProbe();
	probe.begin();
	return probe;
}

test("a reading that is refused for good is rejected", (t) => {
	t.is(begun().refused(1, true), REJECT);
});

test("one that ends a batch goes alone, and is rejected when the service has taken another since", (t) => {
	const probe = begun();
	t.true(probe.taken(1));
	probe.endedBatch(3);
	t.is(probe.suspect, 3);
	// That the service took one before does not count.
	t.false(probe.hasTaken);
	t.true(probe.taken(2));
	t.is(probe.refused(3, false), REJECT);
});

test("the first that is refused without a reason is not rejected: the one behind it is tried", (t) => {
	const probe = begun();
	t.is(probe.refused(1, false), GO_ON);
	t.deepEqual([probe.suspect, probe.from], [1, 2]);
});

test("when one behind it is taken, that stays, and those before are rejected when they are refused again", (t) => {
	const probe = begun();
	t.is(probe.refused(1, false), GO_ON);
	t.is(probe.refused(2, false), GO_ON);
	t.false(probe.taken(3), "it is sent again behind those before it");
	t.is(probe.from, 0);
	t.is(probe.refused(1, false), REJECT);
	t.is(probe.refused(2, false), REJECT);
	t.true(probe.taken(3));
});

test("the taken one itself, and those behind it, are not rejected with them", (t) => {
	const probe = begun();
	probe.refused(1, false);
	probe.taken(2);
	t.is(probe.refused(2, false), GO_ON);
	probe.taken(3);
	t.is(probe.refused(3, false), GO_ON);
});

test("a reading that is tried is not rejected, even for good: its turn comes", (t) => {
	const probe = begun();
	probe.refused(1, false);
	t.is(probe.refused(2, true), GO_ON);
	t.is(probe.from, 3);
});

test("in one delivery three others are tried, then the delivery pauses; the next goes on behind them", (t) => {
	const probe = begun();
	t.is(probe.refused(1, false), GO_ON);
	t.is(probe.refused(2, false), GO_ON);
	t.is(probe.refused(3, false), GO_ON);
	t.is(probe.refused(4, false), PAUSE);
	probe.begin();
	t.is(probe.from, 5);
	t.is(probe.refused(5, false), GO_ON);
});

test("a guest, who is always refused, has nothing rejected", (t) => {
	const probe = new PoisonProbe();
	for (let delivery = 0; delivery < 20; delivery++) {
		probe.begin();
		for (let action = GO_ON, sent = 0; action === GO_ON; sent++) {
			t.true(sent < 5);
			// Four readings, from the first that may be sent on.
			if (probe.from > 4) {
				if (!probe.exhausted())
					break;
			}
			action = probe.refused(Math.max(1, probe.from), false);
			t.not(action, REJECT);
		}
	}
});

test("without a reading left it begins anew only when none was tried in this delivery", (t) => {
	const probe = begun();
	t.false(probe.exhausted(), "nothing was tried at all");
	probe.refused(1, false);
	t.false(probe.exhausted());
	t.is(probe.from, 0);
	probe.refused(1, false);
	probe.begin();
	t.true(probe.exhausted(), "what is left was tried in an earlier delivery");
	t.is(probe.from, 0);
});

test("each taken reading gives three more tries", (t) => {
	const probe = begun();
	probe.refused(1, false);
	probe.refused(2, false);
	probe.taken(3);
	t.is(probe.refused(4, false), GO_ON);
	t.is(probe.refused(5, false), GO_ON);
	t.is(probe.refused(6, false), GO_ON);
	t.is(probe.refused(7, false), PAUSE);
});
