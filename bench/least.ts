/** Searches the smallest memory that an app survives in. */
import type { Memory } from "./runner.js";

const ample = 131_072;
const grain = 128;

/** Bytes of each part of the smallest memory. */
export interface Least {
	readonly chunks: number;
	readonly slots: number;
	readonly stack: number;
	readonly total: number;
}

/**
 * Finds the least of each part with the rest ample, then tries them together and widens the chunks until the app survives.
 * @param attempt does what has to survive, on an engine that notices when its stack is full; undefined when the memory didn't do
 */
export async function leastMemory(attempt: (memory: Memory) => Promise<object | undefined>): Promise<Least> {
	const survives = async (chunks: number, slots: number, stack: number): Promise<boolean> =>
		await attempt(fixed({ chunks, slots, stack })) !== undefined;
	const stack = await least((size) => survives(ample, ample, size));
	const slots = await least((size) => survives(ample, size, stack));
	let chunks = await least((size) => survives(size, ample, stack));
	while (!await survives(chunks, slots, stack))
		chunks += grain;
	return { chunks, slots, stack, total: chunks + slots + stack };
}

/** Memory that does not grow. */
export function fixed({ chunks, slots, stack }: Omit<Least, "total">): Memory {
	return { chunks: [chunks, 0], slots: [slots, 0], stack };
}

async function least(survives: (size: number) => Promise<boolean>): Promise<number> {
	let tooSmall = 0;
	let enough = ample;
	while (enough - tooSmall > grain) {
		const size = Math.ceil((tooSmall + enough) / 2 / grain) * grain;
		if (await survives(size))
			enough = size;
		else
			tooSmall = size;
	}
	return enough;
}
