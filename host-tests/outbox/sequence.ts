import { Random } from "../random.js";
import type { Machine } from "./machine.js";
import type { Model } from "./model.js";
import { type Scene, settingsOf, steps } from "./steps.js";
import { type Service, World } from "./world.js";

/** Dice for all that is not a step of its own: a step that is left out must not change the others. */
type Dice = number;

/** Steps out of a seed: for each the dice that it throws. */
export function sequenceOf(random: Random): Dice[] {
	return Array.from({ length: 5 + random.below(40) }, () => random.below(0x7fffffff));
}

/** What a sequence has come to. */
export interface Told {
	/** What was wrong, "" for nothing. */
	readonly fault: string;
	/** What has happened, a line each. */
	readonly story: readonly string[];
	readonly model: Model;
	readonly cuts: number;
}

/** Rounds in which a healthy service must have got everything. */
const MOST_ROUNDS = 40;
/** Longer than any pause. */
const LONG = 4_000_000;

/**
 * Runs a sequence from an empty storage to the end, where the service is well and everything is delivered. Nothing is
 * thrown.
 * @param blockLength of the machine
 */
export async function runSequence(sequence: readonly Dice[], machine: Machine, service: Service, blockLength: number): Promise<Told> {
	const random = new Random(sequence.length);
	const longest = Math.min(512, blockLength - 64);
	const world = new World(machine, service, settingsOf(random, longest));
	const scene: Scene = { world, machine, service, longest };
	const mathRandom = Math.random;
	Math.random = () => random.below(0x40000000) / 0x40000000;
	let fault = "";
	try {
		await world.start(undefined);
		for (const dice of sequence) {
			const own = new Random(dice);
			await own.pick(steps)(scene, own);
		}
		await finish(scene, random);
	}
	catch (error) {
		fault = error instanceof Error ? error.stack ?? error.message : String(error);
	}
	finally {
		Math.random = mathRandom;
	}
	const { cuts, model, story } = world;
	return { fault, story, model, cuts };
}

/** All is well again: everything must be delivered, by flushes or by itself, the newest of all included. */
async function finish({ machine, service, world }: Scene, random: Random): Promise<void> {
	world.story.push("all is well");
	machine.restart();
	service.setGuest(false);
	await service.setBatches(true);
	await service.setBodyLimit(1_000_000);
	const alone = random.below(2) === 0;
	if (alone || world.life.wire.over)
		await world.start(undefined);
	const serial = world.nextSerial();
	const last = JSON.stringify({ sensor: service.sensors.sensor, value: serial });
	for (let round = 0, stored = false; round < MOST_ROUNDS; round++) {
		// What is refused without a reason is rejected only once something else has been taken.
		stored ||= await world.put({ serial, sort: "good", put: last, fields: last });
		if (alone)
			world.life.pass(LONG);
		else
			world.life.flush();
		await world.settle(() => "answered");
		if (stored && world.model.pending === 0 && !world.life.wire.busy)
			break;
	}
	await world.end();
}
