import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { measureLeft } from "../../bench/left.js";
import { withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";

const KINDS = 10;
const little = "a request of any kind leaves at most 512 bytes more on the heap than a create, while the client is idle";

const prepared = await prepareHost();
if (prepared.host === undefined) {
	console.warn(`not run: what requests leave on the heap, because there is no XS to measure on: ${prepared.why}`);
	test.skip(little, () => undefined);
}
else {
	const { host } = prepared;

	test(little, async (t) => {
		const left = await withRecords(async (records) => measureLeft(host, records, await logIn(records)));
		t.is(left.length, KINDS);
		t.deepEqual(left.filter(({ bytes }) => bytes > 512), []);
	});
}
