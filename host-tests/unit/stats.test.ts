import test from "ava";
import { ClientStats } from "../../lib/stats.js";

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
