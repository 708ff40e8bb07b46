import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { explore } from "./model/explore.js";
import { localStages, quickFolder } from "./model/stages.js";
import { Random } from "../support/random.js";

const { seed } = new Random();
const counts = { flash: 3000, files: 200, RAM: 500 };

for (const name of ["flash", "files", "RAM"] as const) {
	test.serial(`${name}: whatever happens, each accepted reading is in the service once in the end`, async (t) => {
		const path = await mkdtemp(join(quickFolder, "records-model-"));
		t.teardown(() => rm(path, { recursive: true, force: true }));
		const { ages, cuts, earlier, failure, known, own, readings, repeated, sequences, survived, unknown } = await explore(localStages(path)[name], seed, 0, counts[name]);
		t.log(`again with SEED=${seed}: ${sequences} sequences, ${readings} readings, ${cuts} power cuts, ${survived} readings that survived one, ${repeated} repeated; `
			+ `times: ${known} known, ${own} learned, ${earlier} of an earlier start, ${unknown} not known`);
		t.is(failure, "");
		t.true(readings > 5 * sequences);
		t.true(ages > sequences / 2);
		t.true(name === "RAM" || cuts > sequences / 2);
		t.true(known > sequences / 2 && own > sequences / 2 && earlier > sequences / 20 && unknown > sequences / 20);
	});
}
