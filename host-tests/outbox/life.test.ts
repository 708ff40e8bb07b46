/** The life of an outbox (`model/script.ts`) again and again, with trouble in it: a power cut in each operation, damage of each kind. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { Blocks } from "./model/damage.js";
import type { Settings } from "./model/life.js";
import { LocalService } from "./model/local-service.js";
import { FileMachine, FlashMachine, type Machine } from "./model/machine.js";
import { life, play, type Trouble } from "./model/script.js";
import { quickFolder } from "./model/stages.js";
import { Random } from "../../tools/random.js";

const blockLength = 288;
const blocks = 4;
let path: string;

test.before(async () => {
	path = await mkdtemp(join(quickFolder, "records-life-"));
});

test.after.always(() => rm(path, { recursive: true, force: true }));

const machines: Readonly<Record<string, (seed: number) => Machine>> = {
	"flash": (seed) => new FlashMachine({ blockLength, blocks, random: new Random(seed) }),
	"flash in units of 16 bytes": (seed) => new FlashMachine({ blockLength, blocks, writeAlign: 16, random: new Random(seed) }),
	"files": (seed) => new FileMachine(join(path, String(seed)), { blockLength, blocks, random: new Random(seed) })
};

let seed = 0;

/** Plays the life. Returns the bytes of the operation that was cut; -1 when none was. */
async function live(t: ExecutionContext, machineOf: (seed: number) => Machine, whenFull: Settings["whenFull"], trouble: Trouble): Promise<number> {
	const machine = machineOf(++seed);
	const { fault, world } = await play(machine, new LocalService(), { limits: { reading: 160, batch: 5, age: 3_600_000, count: 1000 }, whenFull }, trouble);
	if (fault !== "")
		t.fail(`${JSON.stringify(trouble)}\n${world.story.join("\n")}\n${fault}`);
	return world.cuts > 0 ? machine.cutLength : -1;
}

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
		test.serial(`${name}, ${whenFull}: the power may fail in ${which}, ${isWhole ? "at every byte" : `at one byte in ${stride}`}`, async (t) => {
			let cuts = 0;
			let survived = 0;
			for (let operation = 0; ; operation += sample) {
				const length = await live(t, machineOf, whenFull, { cut: { operation, bytes: 0 } });
				if (length < 0)
					break;
				cuts += 1 + chances;
				for (let bytes = 1 + operation % stride; bytes <= length; bytes += stride, cuts++)
					await live(t, machineOf, whenFull, { cut: { operation, bytes } });
				for (let chance = 0; chance < chances; chance++)
					await live(t, machineOf, whenFull, { cut: { operation } });
				survived = operation;
			}
			t.log(`${cuts} cuts in ${survived / sample + 1} of ${survived + 1} operations`);
			t.true(survived > 60, "the life is long");
		});

		test.serial(`${name}, ${whenFull}: and again in ${which} behind that`, async (t) => {
			for (let operation = 0; ; operation += sample) {
				for (let again = 0; again < behind; again++) {
					if (await live(t, machineOf, whenFull, { cut: { operation }, again: { operation: again } }) < 0)
						return t.pass();
				}
			}
		});
	}
}

type Content = Uint8Array | undefined;

/** One block is another. @param block its number; the blocks are over where there is none */
function withBlock(all: Blocks, block: number, change: (content: Uint8Array) => Content): Blocks | undefined {
	return block >= all.length ? undefined : all.map((content, at) => at === block && content !== undefined ? change(content.slice()) : content);
}

/** Bytes of one block are others. @param at which byte, counted over all blocks */
function withByte(all: Blocks, at: number, change: (content: Uint8Array, at: number) => Content): Blocks | undefined {
	return withBlock(all, Math.floor(at / blockLength), (content) => change(content, at % blockLength));
}

/** Number of a block, and of another or of another thing, of a number. */
function pair(number: number): readonly [one: number, other: number] {
	return [Math.floor(number / blocks), number % blocks];
}

/** By name: the damage of each number, undefined behind the last; and whether `FAULT_STEP` says which are made. */
const damages: Readonly<Record<string, readonly [isStepped: boolean, damage: (all: Blocks, number: number, copies: readonly Blocks[]) => Blocks | undefined]>> = {
	"each bit flipped": [true, (all, number) => withByte(all, number >> 3, (content, at) => {
		content[at] ^= 1 << (number & 7);
		return content;
	})],
	"each block cut at each length": [true, (all, number) => withByte(all, number, (content, at) => content.subarray(0, at))],
	"each stretch of 48 bytes zeroed": [false, (all, number) => withByte(all, number * 16, (content, at) => content.fill(0, at, at + 48))],
	"each block zeroed": [false, (all, number) => withBlock(all, number, (content) => content.fill(0))],
	"each block deleted": [false, (all, number) => withBlock(all, number, () => undefined)],
	"each block filled with noise": [false, (all, number) => withBlock(all, number, (content) => content.map((_, at) => at * 1103515245 >>> 7))],
	"any two blocks swapped": [false, (all, number) => {
		const [one, other] = pair(number);
		return withBlock(all, one, () => all[other])?.map((content, at) => at === other ? all[one] : content);
	}],
	"any block over another": [false, (all, number) => withBlock(all, pair(number)[0], () => all[pair(number)[1]])],
	"each block exchanged for each older copy of it": [false, (all, number, copies) => withBlock(all, pair(number)[0], () => copies.at(-1 - pair(number)[1])?.[pair(number)[0]])],
	"all blocks rolled back": [false, (_, number, copies) => copies[number]]
};

for (const name of ["flash", "files"]) {
	for (const [what, [isStepped, damage]] of Object.entries(damages)) {
		test.serial(`${name}: ${what}, at moments of the life: only readings whose own bytes were hit are lost`, async (t) => {
			let made = 0;
			for (let step = isStepped ? 4 : 2; step < life.length; step += isStepped ? 8 : 3) {
				let isOver = false;
				for (let number = isStepped ? step % stride : step % sample; !isOver; number += isStepped ? stride * sample : sample, made++) {
					const change = (all: Blocks, copies: readonly Blocks[]): Blocks => {
						const changed = damage(all, number, copies);
						isOver = changed === undefined;
						return changed ?? all;
					};
					await live(t, machines[name], "drop-oldest", { damage: { step, name: `${what}, number ${number}`, change } });
				}
			}
			t.log(`${made} damages`);
			t.true(made > 0);
		});
	}
}
