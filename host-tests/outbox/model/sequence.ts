import { Random } from "../../../tools/random.js";
import { finish } from "./finish.js";
import type { LocalService } from "./local-service.js";
import type { Geometry, Machine } from "./machine.js";
import { type Scene, settingsOf, steps } from "./steps.js";
import { type Lived, World } from "./world.js";

/** Dice for all that is not a step of its own: a step that is left out must not change the others. */
type Dice = number;

/** Steps out of a seed: for each the dice that it throws. */
export function sequenceOf(random: Random): Dice[] {
	return Array.from({ length: 5 + random.below(40) }, () => random.below(0x7fffffff));
}

/**
 * Runs a sequence from an empty storage to the end, where the service is well and everything is delivered. Nothing is
 * thrown.
 * @param geometry of the machine
 */
export async function runSequence(sequence: readonly Dice[], machine: Machine, service: LocalService, geometry: Geometry): Promise<Lived> {
	const { blockLength, blocks } = geometry;
	const random = new Random(sequence[0] ?? 0);
	// Less what a block, an entry and an id need.
	const longest = Math.min(512, blockLength - 119);
	const world = new World(machine, service, settingsOf(random, longest));
	world.clock.isVerified = random.below(2) === 0;
	const scene: Scene = { world, service, longest, blockLength, blocks };
	const mathRandom = Math.random;
	Math.random = () => random.below(0x40000000) / 0x40000000;
	let fault = "";
	try {
		await world.start();
		for (const dice of sequence) {
			const own = new Random(dice);
			await own.pick(steps)(scene, own);
		}
		await finish(service, world, random.below(2) === 0);
	}
	catch (error) {
		fault = error instanceof Error ? error.stack ?? error.message : String(error);
	}
	finally {
		Math.random = mathRandom;
	}
	return { fault, world };
}
