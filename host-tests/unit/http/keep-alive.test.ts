import test from "ava";
import { KeepAlive } from "../../../lib/http/keep-alive.js";

/** A connection that has been idle does not answer. */
function lose(keepAlive: KeepAlive, idle: number, age: number): void {
	keepAlive.useAfter(idle);
	keepAlive.lost(age);
}

test("a connection is kept as long as the limit says, or a second less than the server does, if that is shorter", (t) => {
	const keepAlive = new KeepAlive(180_000);
	for (const [field, milliseconds] of [
		[undefined, 180_000], ["timeout=5", 4000], ["timeout=5, max=100", 4000], ["max=99, Timeout=75", 74_000], ["timeout=181", 180_000], ["timeout=999999", 180_000],
		["timeout=1", 0], ["timeout=0", -1000], ["max=100", 180_000], ["", 180_000], ["timeout=", 180_000], ["xtimeout=5", 180_000], ["timeout=3x", 2000], [undefined, 180_000]
	] as const) {
		keepAlive.hear(field);
		t.is(keepAlive.milliseconds, milliseconds, field);
	}
});

test("where two connections in a row were lost after idleness, one is kept half as long as the last had been idle", (t) => {
	const keepAlive = new KeepAlive(180_000);
	lose(keepAlive, 60_000, 60_500);
	t.is(keepAlive.milliseconds, 180_000, "one may be an outage");
	lose(keepAlive, 60_000, 60_500);
	t.is(keepAlive.milliseconds, 30_000);
	keepAlive.hear("timeout=20");
	t.is(keepAlive.milliseconds, 19_000);
	keepAlive.hear("timeout=75");
	t.is(keepAlive.milliseconds, 30_000, "what was seen stays");
	lose(keepAlive, 20_000, 20_500);
	t.is(keepAlive.milliseconds, 10_000);
});

test("a loss does not count after an idleness of less than a second, or if the connection may have outlived as long a one", (t) => {
	const keepAlive = new KeepAlive(180_000);
	for (let count = 0; count < 5; count++) {
		lose(keepAlive, 999, 1000);
		lose(keepAlive, 60_000, 60_500);
		lose(keepAlive, 60_000, 120_000);
	}
	t.is(keepAlive.milliseconds, 180_000);
});
