import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { Settings } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FileMachine, FlashMachine, type Machine } from "./model/machine.js";
import { play } from "./model/script.js";
import { quickFolder } from "./model/stages.js";
import type { Cut } from "./model/world.js";
import { Random } from "../../tools/random.js";

const blockLength = 288;
const blocks = 4;
let path: string;

test.before(async () => {
	path = await mkdtemp(join(quickFolder, "records-cuts-"));
});

test.after.always(() => rm(path, { recursive: true, force: true }));

const machines: Readonly<Record<string, (seed: number) => Machine>> = {
	"flash": (seed) => new FlashMachine({ blockLength, blocks, random: new Random(seed) }),
	"flash in units of 16 bytes": (seed) => new FlashMachine({ blockLength, blocks, writeAlign: 16, random: new Random(seed) }),
	"files": (seed) => new FileMachine(join(path, String(seed)), { blockLength, blocks, random: new Random(seed) })
};

const policies: readonly Settings["whenFull"][] = ["drop-oldest", "refuse-newest"];

/** What is between two torn writes, in bytes: `npm run test:reliability -- every-byte` takes all. */
const stride = Number(process.env.FAULT_STEP ?? 61);
const isWhole = stride === 1;
/** In one of so many operations the power fails. */
const sample = Number(process.env.SAMPLE ?? 1);
const which = sample === 1 ? "every operation" : `one operation in ${sample}`;
/** How often what chance decides is tried, and behind how many operations of the next start the power fails again. */
const [chances, behind] = isWhole ? [3, 4] : [1, 2];

for (const [name, machineOf] of Object.entries(machines)) {
	for (const whenFull of policies) {
		const settings: Settings = { limits: { reading: 160, batch: 5, age: 3_600_000, count: 1000 }, whenFull };
		let seed = 0;

		/** Plays the life with a cut. Returns the bytes of the operation that was cut; -1 when none was. */
		const live = async (t: ExecutionContext, cut: Cut, again?: Cut): Promise<number> => {
			const machine = machineOf(++seed);
			const { fault, world } = await play(machine, new LocalService(), settings, cut, again);
			if (fault !== "")
				t.fail(`${JSON.stringify([cut, again])}\n${world.story.join("\n")}\n${fault}`);
			return world.cuts > 0 ? machine.cutLength : -1;
		};

		test.serial(`${name}, ${whenFull}: the power may fail in ${which}, ${isWhole ? "at every byte" : `at one byte in ${stride}`}`, async (t) => {
			let cuts = 0;
			let survived = 0;
			for (let operation = 0; ; operation += sample) {
				const length = await live(t, { operation, bytes: 0 });
				if (length < 0)
					break;
				cuts += 1 + chances;
				for (let bytes = 1 + operation % stride; bytes <= length; bytes += stride, cuts++)
					await live(t, { operation, bytes });
				for (let chance = 0; chance < chances; chance++)
					await live(t, { operation });
				survived = operation;
			}
			t.log(`${cuts} cuts in ${survived / sample + 1} of ${survived + 1} operations`);
			t.true(survived > 60, "the life is long");
		});

		test.serial(`${name}, ${whenFull}: and again in ${which} behind that`, async (t) => {
			for (let operation = 0; ; operation += sample) {
				for (let again = 0; again < behind; again++) {
					if (await live(t, { operation }, { operation: again }) < 0)
						return t.pass();
				}
			}
		});
	}
}
