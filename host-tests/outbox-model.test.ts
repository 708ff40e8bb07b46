import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { explore, type Stage } from "./outbox/explore.js";
import { LocalService } from "./outbox/local-service.js";
import { FileMachine, FlashMachine, RamMachine } from "./outbox/machine.js";
import { Random } from "./random.js";

/** A file system in RAM, where there is one: nothing here depends on a disk, only on its slowness. */
const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const { seed } = new Random();
let path: string;
let machines = 0;

test.before(async () => {
	path = await mkdtemp(join(folder, "records-model-"));
});

test.after.always(() => rm(path, { recursive: true, force: true }));

const service = (): LocalService => new LocalService();
const stages: Readonly<Record<string, Stage & { readonly count: number }>> = {
	"flash": { machine: (geometry) => new FlashMachine(geometry), service, count: 3000 },
	"files": { machine: (geometry) => new FileMachine(join(path, String(++machines)), geometry), service, count: 200 },
	"RAM": { machine: (geometry) => new RamMachine(geometry), service, count: 500 }
};

for (const [name, stage] of Object.entries(stages)) {
	test.serial(`${name}: whatever happens, each accepted reading is in the service once in the end`, async (t) => {
		t.timeout(300_000);
		const { cuts, failure, readings, repeated, sequences, survived } = await explore(stage, seed, 0, stage.count);
		t.log(`again with SEED=${seed}: ${sequences} sequences, ${readings} readings, ${cuts} power cuts, ${survived} readings that survived one, ${repeated} repeated`);
		t.is(failure, "");
		t.true(readings > 5 * sequences);
		t.true(name === "RAM" || cuts > sequences / 2);
	});
}
