import { measureLeft } from "../../bench/left.js";
import { withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";
import { hostOfTests } from "../runner/on-xs.js";

const KINDS = 10;

const { host, test } = await hostOfTests("what requests leave on the heap");

test("a request of any kind leaves at most 512 bytes more on the heap than a create, while the client is idle", async (t) => {
	const left = await withRecords(async (records) => measureLeft(host, records, await logIn(records)));
	t.is(left.length, KINDS);
	t.deepEqual(left.filter(({ bytes }) => bytes > 512), []);
});
