import test from "ava";
import { Outbox } from "records-client/outbox";
import { NorFlash } from "../../tools/flash/nor-flash.js";
import { LocalService } from "./model/local-service.js";
import { Random } from "../../tools/random.js";

const blockLength = 4096;
const blocks = 16;
/** Erases that a block of NOR flash is good for. */
const cycles = 100_000;
const minutesInAYear = 60 * 24 * 365.25;
const readings = 20_000;

/** Puts readings, delivers them as often as there are `batch`, and counts what the flash has done: a reading, and erases of the block that was erased most. */
async function wear(batch: number) {
	const flash = new NorFlash({ blockLength, blocks, random: new Random(1) });
	const service = new LocalService();
	const client = { sendEx: service.carrier };
	const outbox = new Outbox({ client, collection: "readings", storage: flash, limits: { batch, count: 1000, age: 3_600_000, batchBytes: 8192 } });
	for (let count = 1; count <= readings; count++) {
		outbox.put(`{"sensor":"temperature","value":21.4,"unit":"°C","taken":"${new Date(count * 60_000).toISOString().replace("T", " ")}"}`);
		if (count % batch === 0)
			await outbox.flush();
	}
	const { dropped, erases, stored, writes } = outbox.stats();
	outbox.close();
	if (stored !== readings || dropped > 0 || service.records().size !== readings || writes !== flash.writes || erases !== flash.erases)
		throw new Error("not all has been delivered and counted");
	return { writes: writes / readings, erases: erases / readings, most: Math.max(...flash.erasesOf) };
}

for (const [how, batch] of [["one by one", 1], ["in batches of 20", 20]] as const) {
	test(`a reading a minute on 64 KB of flash, delivered ${how}: every block lives for more than 50 years`, async (t) => {
		const { erases, most, writes } = await wear(batch);
		const years = cycles / most * readings / minutesInAYear;
		t.log(`${writes.toFixed(3)} writes and ${erases.toFixed(4)} erases per reading, ${Math.round(1 / erases)} readings per erase`);
		t.log(`${most} erases of the block that was erased most, ${(erases * readings / blocks).toFixed(1)} on average: ${years.toFixed(0)} years at ${cycles} cycles`);
		t.true(years > 50);
		t.true(most <= Math.ceil(erases * readings / blocks), "no block is erased more than others");
	});
}
