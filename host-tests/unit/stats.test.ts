import test from "ava";
import { ClientStats } from "../../lib/stats.js";

test("events go to the listener, each with its number", (t) => {
	const told: unknown[] = [];
	const monitor = new ClientStats({ warn: () => t.fail() }, (...all) => told.push(all));
	monitor.emit("connect", 12);
	monitor.emit("retry", 1);
	t.deepEqual(told, [["connect", 12], ["retry", 1]]);
});

test("without a listener nothing happens", (t) => {
	new ClientStats({ warn: () => t.fail() }, undefined).emit("connect", 12);
	t.pass();
});

test("what the listener throws is warned about by the event's name, and the next event is told", (t) => {
	const warnings: string[] = [];
	let told = 0;
	const monitor = new ClientStats({ warn: (warning) => warnings.push(warning) }, () => {
		told++;
		throw new Error("secret");
	});
	monitor.emit("connect", 12);
	monitor.emit("retry", 1);
	t.is(told, 2);
	t.deepEqual(warnings, ["onEvent has thrown at connect", "onEvent has thrown at retry"]);
});

test("stats() is a new object with the counters and nothing else", (t) => {
	const monitor = new ClientStats({ warn: () => t.fail() }, undefined);
	const none = { requests: 0, connections: 0, retries: 0, timeouts: 0, renewals: 0, recycled: 0, storageErrors: 0 };
	const before = monitor.snapshot();
	t.deepEqual(before, none);
	monitor.requests = 1;
	monitor.connections = 2;
	monitor.retries = 3;
	monitor.timeouts = 4;
	monitor.renewals = 5;
	monitor.recycled = 6;
	monitor.storageErrors = 7;
	t.deepEqual(monitor.snapshot(), { requests: 1, connections: 2, retries: 3, timeouts: 4, renewals: 5, recycled: 6, storageErrors: 7 });
	t.deepEqual(before, none);
});
