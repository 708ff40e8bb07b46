import test from "ava";
import { Random } from "../../tools/random.js";
import { live, WiFiWorld } from "./wifi/world.js";

const lives = 60;
/**
 * Seconds from the network's return: noticing, the longest pause, an attempt that fails, the longest pause, an attempt; flush;
 * a request that hangs, and the outbox's longest pause.
 */
const most = 60 + 301 + 30 + 301 + 10 + 30 + 58 + 300;

const { seed } = new Random();

test(`whatever the Wi-Fi does, a reading is stored at each tick, and all are delivered, once, within ${most} seconds of the network's return`, async (t) => {
	const took: number[] = [];
	let readings = 0;
	let lookUps = 0;
	for (let index = 0; index < lives; index++) {
		const random = new Random(Math.imul(seed, 0x9e3779b1) + index);
		const world = new WiFiWorld(random);
		const seconds = await live(world, random, most);
		const again = `life ${index}, again with SEED=${seed}`;
		t.is(world.fault, "", again);
		t.true(seconds <= most, `${seconds} seconds: ${again}`);
		// What was put since goes the same way.
		const records = world.service.records();
		for (const id of world.ids.slice(0, -Math.ceil(most / 10)))
			t.true(records.has(id), again);
		t.true(records.size <= world.ids.length, again);
		readings += world.ids.length;
		lookUps += world.lookUps;
		took.push(seconds);
		world.outbox.close();
		world.wifi.close();
	}
	took.sort((one, other) => one - other);
	t.log(`SEED=${seed}: ${readings} readings, ${lookUps} look-ups, delivered after ${took[lives >> 1]} seconds, ${took.at(-1)} at most`);
	t.true(readings > 50 * lives);
});
