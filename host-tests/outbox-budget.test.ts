import test from "ava";
import { prepareHost } from "../bench/engine.js";
import { measureLive, measureOutboxBytecode } from "../bench/outbox/live.js";
import { logIn, withRecords } from "../bench/records.js";

const light = "the outbox adds at most 13 KB of bytecode";
const small = "an outbox holds at most 3 KB, its readings apart, however many are pending";

const prepared = await prepareHost(4);
if (prepared.host === undefined) {
	console.warn(`not run: the outbox's budgets, because there is no XS with 32 bits to measure on: ${prepared.why}`);
	for (const title of [light, small])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;

	test(light, async (t) => {
		const { outbox } = await measureOutboxBytecode(host);
		t.true(outbox > 5000 && outbox <= 13_312, `${outbox} bytes`);
	});

	test(small, async (t) => {
		const live = await withRecords(async (records) => measureLive(host, records, await logIn(records)));
		t.deepEqual(live.map(({ storage }) => storage), ["flash", "files", "RAM"]);
		for (const { storage, delivered, few, many } of live) {
			const readings = storage === "RAM" ? 1920 : 0;
			t.true(delivered > 1000 && few - readings <= 3072, `${storage}: ${few} bytes`);
			t.is(many, few, storage);
		}
	});
}
