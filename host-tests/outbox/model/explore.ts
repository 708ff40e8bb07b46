import { Random } from "../../../tools/random.js";
import type { Machine, StorageOptions } from "./machine.js";
import { runSequence, sequenceOf } from "./sequence.js";
import type { Lived, World } from "./world.js";
import { LocalService } from "./local-service.js";

/** Makes a machine with empty storage. */
export type MachineOf = (options: StorageOptions) => Machine;

/** What is counted of a sequence. */
const counted = {
	sequences: () => 1,
	readings: ({ model }: World) => model.stored,
	cuts: ({ cuts }: World) => cuts,
	/** Readings that were there although the power was cut before `put` returned. */
	survived: ({ model }: World) => model.survived,
	/** Readings that were pending again behind a start although they had left. */
	repeated: ({ model }: World) => model.repeated,
	/** Damages of the storage, readings lost because their own bytes were hit, and outboxes that were refused. */
	damages: ({ damages }: World) => damages,
	damaged: ({ model }: World) => model.damaged,
	intrusions: ({ intrusions }: World) => intrusions,
	/** Readings sent that were put with their time; later given it, by their start and by a later one; without. */
	known: ({ times }: World) => times.known,
	own: ({ times }: World) => times.own,
	earlier: ({ times }: World) => times.earlier,
	unknown: ({ times }: World) => times.unknown
};
const names = Object.keys(counted) as (keyof typeof counted)[];

/** What sequences have come to. */
export type Counts = Readonly<Record<keyof typeof counted, number>>;

export interface Explored extends Counts {
	/** What was found, "" for nothing. */
	readonly failure: string;
}

/** How often something must have happened. */
export type Least = Partial<Counts>;

function countsOf(count: (name: keyof Counts) => number): Counts {
	return Object.fromEntries(names.map((name) => [name, count(name)])) as Counts;
}

export const NOTHING = countsOf(() => 0);

export function sum(one: Counts, other: Counts): Counts {
	return countsOf((name) => one[name] + other[name]);
}

/** Sequences that are played for want of something, for each that was asked for. */
const MOST_MORE = 10;

/** What of that which must have happened so often has happened less often. */
export function lacking(explored: Counts, least: Least): string[] {
	return (Object.keys(least) as (keyof Least)[]).filter((name) => explored[name] < least[name]!);
}

/**
 * Plays sequences of a seed, from one index to before another, and stops at the first that fails.
 * @param least what must happen so often: more sequences are played until it has, so that chance alone does not keep it
 * from that; up to ten times as many
 * @returns with a failure, the sequence made as short as it can be
 */
export async function explore(machineOf: MachineOf, seed: number, from: number, to: number, least: Least = {}): Promise<Explored> {
	let total = NOTHING;
	const most = from + MOST_MORE * (to - from);
	for (let index = from; index < to || index < most && lacking(total, least).length > 0; index++) {
		const sequence = sequenceOf(new Random(Math.imul(seed, 0x9e3779b1) + index));
		const lived = await playOn(machineOf, sequence);
		if (lived.fault !== "")
			return { ...total, failure: `sequence ${index} of seed ${seed}\n${await shortest(machineOf, sequence)}` };
		total = sum(total, countsOf((name) => counted[name](lived.world)));
	}
	return { ...total, failure: "" };
}

async function playOn(machineOf: MachineOf, sequence: readonly number[]): Promise<Lived> {
	// Of the first steps, not of all, so that the machine stays when later ones are left out.
	const random = new Random(sequence[0] ?? 0);
	const blockLength = random.pick([256, 512, 1024]);
	const writeAlign = random.pick([undefined, undefined, 4, 16]);
	const blocks = random.pick([2, 3, 4, 8]);
	const machine = machineOf({ blockLength, blocks, random, ...writeAlign !== undefined && { writeAlign } });
	return runSequence(sequence, machine, new LocalService(), { blockLength, blocks });
}

/** The story of the steps that are left when each has gone without which it fails, too. */
async function shortest(machineOf: MachineOf, sequence: readonly number[]): Promise<string> {
	let steps = sequence;
	for (let at = sequence.length - 1; at >= 0; at--) {
		const less = steps.toSpliced(at, 1);
		if ((await playOn(machineOf, less)).fault !== "")
			steps = less;
	}
	const { fault, world } = await playOn(machineOf, steps);
	return [`${steps.length} of ${sequence.length} steps:`, ...brief(world.story), fault].join("\n");
}

/** The lines, those that come again and again only once. */
function brief(story: readonly string[]): string[] {
	const lines: string[] = [];
	for (let at = 0, count = 1; at < story.length; at += count) {
		for (count = 1; story[at + count] === story[at];)
			count++;
		lines.push(count === 1 ? story[at] : `${story[at]} (${count} times)`);
	}
	return lines;
}
