import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { measureEntries, measureEntriesBytecode, measureRecord } from "../../bench/lists.js";
import { deviceBytes } from "../../bench/device.js";
import { withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";

const cheap = "a record of a streamed list costs at most 500 computrons and 1,860 bytes";
const small = "a filter with two values costs at most 640 computrons, a change in a batch of 20 at most 1,640";
const light = "lists add at most 12,200 bytes of bytecode, what they share with files 2,400, filters 2,700, batches 2,750 and signals 1,570";

const prepared = await prepareHost(4);
if (prepared.host === undefined) {
	console.warn(`not run: the budgets of lists, because there is no XS with 32 bits to measure on: ${prepared.why}`);
	for (const title of [cheap, small, light])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;

	test(cheap, async (t) => {
		const figures = await measureRecord(host, 4096);
		t.true(figures.computrons > 100 && figures.computrons <= 500, `${figures.computrons} computrons`);
		t.true(deviceBytes(host, figures) > 600 && deviceBytes(host, figures) <= 1860, `${deviceBytes(host, figures)} bytes`);
	});

	test(small, async (t) => {
		const figures = await withRecords(async (records) => measureEntries(host, records, await logIn(records)));
		for (const [name, most] of Object.entries({ "filter with two values": 640, "a change in a batch of 20": 1640 })) {
			const computrons = figures.find((one) => one.name === name)?.computrons ?? NaN;
			t.true(computrons > 100 && computrons <= most, `${name}: ${computrons} computrons`);
		}
	});

	test(light, async (t) => {
		const bytecode = await measureEntriesBytecode(host);
		for (const [name, most] of Object.entries({ lists: 12_200, "internal-streams": 2400, filter: 2700, batch: 2750, abort: 1570 })) {
			const bytes = bytecode.get(name) ?? NaN;
			t.true(bytes > 100 && bytes <= most, `${name}: ${bytes} bytes`);
		}
	});
}
