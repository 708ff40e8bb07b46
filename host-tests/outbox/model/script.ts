import type { Blocks } from "./damage.js";
import { finish } from "./finish.js";
import type { Settings } from "./life.js";
import type { LocalService } from "./local-service.js";
import type { Machine } from "./machine.js";
import type { Reading, Sort } from "./readings.js";
import type { Fate } from "./wire.js";
import { type Cut, type Lived, World } from "./world.js";

/** Bytes of a reading and what becomes of it: the whole life of an outbox, several times around its storage. */
export const life: readonly (readonly [step: "put" | "invalid" | "flush" | "singles" | "batches" | "close", ...details: (number | Fate)[]])[] = [
	["put", 40, 61], ["flush", "answered"], ["put", 25, 99, 26], ["close"], ["put", 30], ["flush", "unheard", "answered"],
	["put", 120, 27, 64], ["close"], ["put", 47], ["invalid", 31], ["put", 28], ["flush", "answered"],
	["put", 150, 33, 90, 41, 29, 77, 35, 120, 52, 25, 44, 100], ["close"], ["singles"], ["flush", "answered", "answered", "lost"],
	["put", 26, 140, 38], ["close"], ["flush", "answered"], ["batches"], ["put", 66, 31], ["flush", "late"], ["put", 130, 58, 140, 140, 90, 28],
	["flush", "answered"], ["close"], ["put", 45]
];

/** Steps of the life behind a cut, beside the one that it is in: enough to write behind what was torn, to start once more, and to deliver. */
const STEPS_BEHIND = 5;

/** What happens to the device in its life. */
export interface Trouble {
	/** The power fails. */
	readonly cut?: Cut;
	/** It fails once more, counted from the start behind the first. */
	readonly again?: Cut;
	/** The storage is damaged before a step, which is counted from 0. */
	readonly damage?: { readonly step: number; readonly name: string; readonly change: (blocks: Blocks, copies: readonly Blocks[]) => Blocks };
}

/** Plays the life of an outbox on a machine, the same each time but for what trouble makes of it. */
export async function play(machine: Machine, service: LocalService, settings: Settings, { again, cut, damage }: Trouble): Promise<Lived> {
	const world = new World(machine, service, settings);
	if (cut !== undefined)
		world.arm(cut);
	world.again = again;
	try {
		await world.start(true);
		let behind = 0;
		for (const [number, [step, ...details]] of life.entries()) {
			if (number === damage?.step)
				await world.damage(damage.name, damage.change);
			await act(world, service, step, details);
			if (world.cuts + world.damages > 0 && world.again === undefined && ++behind > STEPS_BEHIND)
				break;
		}
		await finish(service, world, false);
	}
	catch (error) {
		return { world, fault: error instanceof Error ? error.stack ?? error.message : String(error) };
	}
	return { world, fault: "" };
}

async function act(world: World, service: LocalService, step: string, details: readonly (number | Fate)[]): Promise<void> {
	const fates = details.filter((detail) => typeof detail === "string");
	switch (step) {
		case "put":
		case "invalid":
			for (const length of details as readonly number[])
				await world.put(readingOf(world, service, step === "put" ? "good" : "invalid", length));
			return;
		case "flush":
			world.life.flush();
			return world.settle(() => fates.length > 1 ? fates.shift()! : fates[0]);
		case "singles":
		case "batches":
			service.ram.batches = step === "batches";
			return;
		case "close":
			world.life.outbox.close();
			return world.start();
	}
	throw new Error(`no step: ${step}`);
}

function readingOf(world: World, service: LocalService, sort: Sort, length: number): Reading {
	const serial = world.nextSerial();
	const fields = { ...sort === "good" && { sensor: service.sensors.sensor }, value: serial, extra: "" };
	const missing = length - JSON.stringify(fields).length;
	const text = JSON.stringify({ ...fields, extra: String.fromCharCode(97 + serial % 26).repeat(Math.max(0, missing)) });
	return { serial, sort, put: text, fields: text };
}
