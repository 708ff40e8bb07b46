import test from "ava";
import { timeLeft } from "../../../lib/auth/growing-pause.js";

test("nothing is left of what never happened, nor of what seems to come from the future", (t) => {
	t.true(timeLeft(undefined, 1000, 0) < 0);
	t.true(timeLeft(500, 1000, 499) < 0);
});

test("what is left becomes less with the ticks, also where they wrap", (t) => {
	for (const since of [0, 500, 0x7fffffff, -0x80000000]) {
		t.is(timeLeft(since, 1000, since), 1000);
		t.is(timeLeft(since, 1000, since + 1000 | 0), 0);
		t.is(timeLeft(since, 1000, since + 1001 | 0), -1);
	}
});
