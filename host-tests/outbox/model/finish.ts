import type { LocalService } from "./local-service.js";
import type { Reading } from "./readings.js";
import { STAMP_ROOM } from "./times.js";
import type { World } from "./world.js";

/** Rounds in which a healthy service must have got everything. */
const MOST_ROUNDS = 60;
/** Rounds in which it must have got everything from a storage that is full. */
const FULL_ROUNDS = 20;
/** Longer than any pause. */
const LONG = 4_000_000;

/**
 * All is well again: everything must be delivered, and one more reading, at least.
 * @param alone whether by itself as time passes, instead of by flushes
 */
export async function finish(service: LocalService, world: World, alone: boolean): Promise<void> {
	world.story.push("all is well");
	world.disarm();
	world.setRoom(Infinity);
	service.ram.guest = false;
	service.ram.batches = true;
	service.ram.bodyLimit = 1_000_000;
	const readingOf = (serial: number): Reading => {
		const text = JSON.stringify({ sensor: service.sensors.sensor, value: serial });
		return { serial, sort: "good", put: text, fields: text };
	};
	const last = readingOf(world.nextSerial());
	const { limits } = world.settings;
	const reading = Math.max(limits.reading ?? 0, last.fields.length + 2 + STAMP_ROOM);
	if (alone || world.life.wire.over || reading !== limits.reading) {
		world.settings = { ...world.settings, limits: { ...limits, reading } };
		await world.start();
	}
	for (let round = 0, stored = false; round < MOST_ROUNDS; round++) {
		// A storage may be full of what is refused without a reason: that leaves only once something else has been taken, or for want of room.
		if (round === FULL_ROUNDS && !stored) {
			world.settings = { ...world.settings, limits: { ...limits, reading }, whenFull: "drop-oldest" };
			await world.start();
		}
		// What is refused without a reason is rejected when others are taken again and again meanwhile.
		if (await world.put(stored ? readingOf(world.nextSerial()) : last))
			stored = true;
		world.life.pass(LONG);
		if (!alone)
			world.life.flush();
		await world.settle(() => "answered");
		if (stored && world.model.pending === 0 && !world.life.wire.busy)
			break;
	}
	world.end();
}
