import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { measureCost } from "../../bench/outbox/cost.js";
import { measureLive, measureOutboxBytecode } from "../../bench/outbox/live.js";
import { withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";

const light = "the outbox adds at most 35,600 bytes of bytecode";
const small = "an outbox holds at most 3,650 bytes, its readings apart, however many are pending";
const cheapPut = "a put costs at most 1,170 bytes and 2,430 computrons, and on flash 2,690";
const cheapDelivery = "the delivery of a reading in batches of 20 costs at most 770 bytes and 1,720 computrons of its own";
const cheapOne = "the delivery of one reading costs at most 6,300 bytes and 7,600 computrons, and 9,150 after a batch";

const prepared = await prepareHost(4);
if (prepared.host === undefined) {
	console.warn(`not run: the outbox's budgets, because there is no XS with 32 bits to measure on: ${prepared.why}`);
	for (const title of [light, small, cheapPut, cheapDelivery, cheapOne])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;
	let costs: Awaited<ReturnType<typeof measureCost>>;

	test.before(async () => {
		costs = await withRecords(async (records) => measureCost(host, records, await logIn(records)));
	});

	test(light, async (t) => {
		const { outbox } = await measureOutboxBytecode(host);
		t.true(outbox > 5000 && outbox <= 35_600, `${outbox} bytes`);
	});

	test(cheapPut, (t) => {
		const puts = costs.filter(({ name }) => name.startsWith("put"));
		t.deepEqual(puts.map(({ name, storage }) => `${storage}: ${name}`), ["RAM: put, text", "RAM: put, object", "flash: put, text", "flash: put, object"]);
		for (const { bytes, computrons, name, storage } of puts) {
			const [mostBytes, mostComputrons] = storage === "RAM" ? [1170, 2430] : [1170, 2690];
			t.true(bytes > 500 && bytes <= mostBytes, `${storage}, ${name}: ${bytes} bytes`);
			t.true(computrons > 500 && computrons <= mostComputrons, `${storage}, ${name}: ${computrons} computrons`);
		}
	});

	test(cheapDelivery, (t) => {
		for (const storage of ["RAM", "flash"]) {
			const of = (part: string) => costs.find((cost) => cost.storage === storage && cost.name === part)!;
			const delivery = of("delivery");
			t.true(delivery.bytes > 200 && delivery.bytes <= 770, `${storage}: ${delivery.bytes} bytes`);
			// The client's part is its own budget's.
			const own = delivery.computrons - of("of it the client").computrons;
			t.true(own > 500 && own <= 1720, `${storage}: ${own} computrons`);
		}
	});

	test(cheapOne, (t) => {
		for (const storage of ["RAM", "flash"]) {
			for (const [name, most] of [["delivery of one, each time", 7600], ["delivery of one, after a batch", 9150]] as const) {
				const { bytes, computrons } = costs.find((cost) => cost.storage === storage && cost.name === name)!;
				t.true(computrons > 3000 && computrons <= most, `${storage}, ${name}: ${computrons} computrons`);
				t.true(most > 7600 || bytes > 2000 && bytes <= 6300, `${storage}, ${name}: ${bytes} bytes`);
			}
		}
	});

	test(small, async (t) => {
		const live = await withRecords(async (records) => measureLive(host, records, await logIn(records)));
		t.deepEqual(live.map(({ storage }) => storage), ["flash", "files", "RAM"]);
		for (const { storage, delivered, few, many } of live) {
			const readings = storage === "RAM" ? 1920 : 0;
			t.true(delivered > 1000 && few - readings <= 3650, `${storage}: ${few} bytes`);
			t.is(many, few, storage);
		}
	});
}
