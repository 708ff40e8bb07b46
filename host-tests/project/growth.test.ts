/** Work grows in a straight line with input: bytes, and instructions where valgrind is installed. */
import { growing, measureOperations, type Work } from "../../bench/growth.js";
import { withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";
import { hostOfTests, once } from "../runner/on-xs.js";

/** What twice the input costs at most. */
const MOST = 2.2;

const { host, test } = await hostOfTests("what grows with input", true);
if (host.isCounting !== true)
	console.warn("not run: instructions that grow with input, because valgrind is not installed");
const measuring = once(() => withRecords(async (records) => measureOperations(host, records, await logIn(records))));

for (const [name, [size, what]] of Object.entries(growing)) {
	test(`${name}: twice ${size} ${what} takes at most ${MOST} times the bytes and instructions`, async (t) => {
		const { faults, found } = await measuring();
		const growth = found.get(name);
		if (growth === undefined)
			return t.fail(faults);
		const [once, twice] = growth;
		for (const part of ["bytes", ...host.isCounting === true ? ["instructions"] as const : []] as (keyof Work)[]) {
			t.true(twice[part] > 0, part);
			t.true(twice[part] <= MOST * once[part], `${twice[part]} ${part} after ${once[part]}: ${(twice[part] / once[part]).toFixed(2)} times`);
		}
		t.log(`${(twice.bytes / once.bytes).toFixed(2)} times the bytes, ${(twice.instructions / once.instructions).toFixed(2)} times the instructions`);
	});
}
