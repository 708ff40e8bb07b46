import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { explore, lacking, type Least } from "./model/explore.js";
import { localStages, quickFolder } from "./model/stages.js";

/** The same at each run, so that a failure is the change's; `npm run test:reliability` plays others. SEED in the environment is another, too. */
const seed = Number(process.env.SEED ?? 7001);
/** One of so many is played. */
const sample = Number(process.env.SAMPLE ?? 1);
const counts = { flash: 1000, files: 100, RAM: 250 };

for (const name of ["flash", "files", "RAM"] as const) {
	test.serial(`${name}: whatever happens, each accepted reading is in the service once in the end`, async (t) => {
		const path = await mkdtemp(join(quickFolder, "records-model-"));
		t.teardown(() => rm(path, { recursive: true, force: true }));
		const count = counts[name] / sample;
		const least: Least = { readings: 5 * count, known: count / 2, own: count / 2, earlier: count / 20, unknown: count / 20, ...name !== "RAM" && { cuts: count / 2 } };
		const explored = await explore(localStages(path)[name], seed, 0, count, least);
		const { cuts, earlier, failure, known, own, readings, repeated, sequences, survived, unknown } = explored;
		t.log(`again with SEED=${seed}: ${sequences} sequences, ${readings} readings, ${cuts} power cuts, ${survived} readings that survived one, ${repeated} repeated; `
			+ `times: ${known} known, ${own} learned, ${earlier} of an earlier start, ${unknown} not known`);
		t.is(failure, "");
		t.deepEqual(lacking(explored, least), [], "happens too seldom");
	});
}
