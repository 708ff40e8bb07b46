import type { Random } from "../../../tools/random.js";
import { ClientResponse } from "../../../lib/response.js";
import type { Dater } from "./clock.js";
import { damages } from "./damage.js";
import { blockFaults } from "./flaky.js";
import type { Settings } from "./life.js";
import type { LocalService } from "./local-service.js";
import { faults, TransientFault } from "./transient.js";
import { type Fate, fates } from "./wire.js";
import type { World } from "./world.js";

/** What a step works on. */
export interface Scene {
	readonly world: World;
	readonly service: LocalService;
	/** Bytes of a block, less what a block and an entry need beside a reading. */
	readonly longest: number;
	readonly blockLength: number;
	readonly blocks: number;
}

/** What can happen to a device. */
export type Step = (scene: Scene, random: Random) => Promise<void>;

/** Fates of the requests of one step: mostly good ones, mostly one bad kind, or anything. */
function fateMaker(random: Random): () => Fate {
	switch (random.below(4)) {
		case 0: return () => "answered";
		case 1: {
			const other = random.pick(fates);
			return () => random.below(3) === 0 ? other : "answered";
		}
		case 2: return () => random.below(6) === 0 ? random.pick(fates) : "answered";
	}
	return () => random.pick(fates);
}

/** What the firmware may have been built with. */
export function settingsOf(random: Random, longest: number): Settings {
	const limits = {
		reading: random.pick([longest, longest, longest, longest, Math.floor(longest / 2), Math.floor(longest / 4), 16]),
		batch: random.pick([50, 50, 20, 3, 2, 1]),
		batchBytes: random.pick([4096, 4096, 1024, 256]),
		count: random.pick([20, 5, 1, 1000]),
		age: random.pick([60_000, 1000, 0]),
		retryBase: random.pick([5000, 1]),
		bootJitter: random.pick([30_000, 0]),
		batchRetry: random.pick([100, 3, 1])
	};
	const isStamping = random.below(3) > 0;
	return { limits, whenFull: random.pick(["drop-oldest", "refuse-newest"]), ...isStamping && { stamp: "taken" } };
}

async function put({ world }: Scene, random: Random): Promise<void> {
	await world.put(world.reading(random));
}

async function puts(scene: Scene, random: Random): Promise<void> {
	for (let count = random.below(20); count >= 0; count--)
		await put(scene, random);
}

/**
 * Now and then the device becomes a guest, or is one no more, between two requests of a delivery, and stays so for two at
 * least: a device that is one at each second request only can't be told from one whose reading is refused.
 */
function withGuests({ service, world }: Scene, random: Random, fateOf: () => Fate): () => Fate {
	if (random.below(4) > 0)
		return fateOf;
	let requests = 0;
	return () => {
		if (++requests > 1 && random.below(4) === 0) {
			setGuest(service, world, random);
			requests = 0;
		}
		return fateOf();
	};
}

async function flush(scene: Scene, random: Random): Promise<void> {
	const { world } = scene;
	const deadline = random.below(3) === 0 ? random.below(20_000) : undefined;
	world.story.push(`flush${deadline === undefined ? "" : `, deadline ${deadline}`}`);
	world.life.flush(deadline);
	await world.settle(withGuests(scene, random, fateMaker(random)));
}

async function time({ world }: Scene, random: Random): Promise<void> {
	const fateOf = fateMaker(random);
	for (let count = random.below(4); count >= 0; count--) {
		const milliseconds = random.pick([1, 1000, 30_000, 60_000, 300_000, 3_600_000, 90_000_000]);
		world.story.push(`${milliseconds} ms pass`);
		world.life.pass(milliseconds);
		await world.settle(fateOf);
	}
}

/** So long without network that ticks wrap. Whoever was told that the client is closed doesn't look at them any more. */
async function wrap({ world }: Scene): Promise<void> {
	if (world.life.wire.over)
		return;
	for (let days = 0; days < 50; days += 10) {
		await world.settle(() => "lost");
		world.story.push("10 days pass");
		world.life.pass(864_000_000);
	}
	await world.settle(() => "lost");
}

/** The power will fail in one of the next operations of the storage. */
function cut({ world }: Scene, random: Random): Promise<void> {
	const operation = random.below(12);
	const bytes = random.below(3) === 0 ? undefined : random.below(80);
	world.story.push(`cut in operation ${operation}${bytes === undefined ? "" : ` behind ${bytes} bytes`}`);
	world.arm({ operation, bytes });
	return Promise.resolve();
}

/** The plug is pulled between two operations; the power may fail again while the outbox starts. */
async function unplug({ world }: Scene, random: Random): Promise<void> {
	world.story.push("unplugged");
	world.disarm();
	if (random.below(3) === 0)
		world.arm({ operation: random.below(2) });
	await world.start(random.below(2) === 0);
}

/** The outbox is closed, and another one made. */
async function close({ world }: Scene, random: Random): Promise<void> {
	world.story.push("closed");
	const { life } = world;
	life.outbox.close();
	life.outbox.close();
	await world.start();
	// An answer that comes too late.
	await life.settle(() => random.pick(["answered", "unheard"]));
}

function guest({ service, world }: Scene, random: Random): Promise<void> {
	setGuest(service, world, random);
	return Promise.resolve();
}

function setGuest(service: LocalService, world: World, random: Random): void {
	const isGuest = random.below(2) === 0;
	world.story.push(isGuest ? "a guest from now on" : "logged in");
	service.ram.guest = isGuest;
}

/** Another device has a record with the id of one that waits. */
function steal({ world }: Scene, random: Random): Promise<void> {
	world.steal(random);
	return Promise.resolve();
}

function batches({ service, world }: Scene, random: Random): Promise<void> {
	const enabled = random.below(2) === 0;
	world.story.push(enabled ? "batches are taken" : "batches are off");
	service.ram.batches = enabled;
	return Promise.resolve();
}

function bodyLimit({ service, world }: Scene, random: Random): Promise<void> {
	const limit = random.pick([300, 700, 2000, 1_000_000]);
	world.story.push(`requests of ${limit} bytes at the most`);
	service.ram.bodyLimit = limit;
	return Promise.resolve();
}

/** Somebody sets the service's clock. */
function jump({ world }: Scene, random: Random): Promise<void> {
	world.jump(random.pick([5000, -5000, 3_600_000, -3_600_000, 90_000_000_000, -3_000_000_000]));
	return Promise.resolve();
}

/** The app has asked the service for something itself; the answer says what time it is, to the service or to somebody else. */
function ask({ world }: Scene, random: Random): Promise<void> {
	const dater = random.pick<Dater>(["service", "service", "stranger", "cache"]);
	world.story.push(`the client learns what time it is to a ${dater}`);
	world.life.clock.learn({ method: "GET", path: "/api/collections/readings/records" }, new ClientResponse("", 200, "", '{"items":[]}'), dater);
	return Promise.resolve();
}

/** Firmware with other limits, at once. */
async function update({ longest, world }: Scene, random: Random): Promise<void> {
	world.settings = settingsOf(random, longest);
	world.story.push(`other firmware: ${JSON.stringify(world.settings)}`);
	await world.start();
}

async function damage({ world }: Scene, random: Random): Promise<void> {
	const name = random.pick(Object.keys(damages));
	await world.damage(name, (blocks, copies) => damages[name](blocks, random, copies));
}

/** Without erases that do nothing: the flash of the model would take each write behind one for the outbox's fault. */
const spoils = blockFaults.filter((fault) => fault !== "never erased");

/** A block goes bad, for good. */
async function spoil({ blockLength, blocks, world }: Scene, random: Random): Promise<void> {
	await world.spoil({
		block: random.below(blocks), fault: random.pick(spoils),
		at: random.below(random.pick([16, blockLength])), bit: random.below(8)
	});
}

/** A write goes wrong while readings are put. */
async function flaw(scene: Scene, random: Random): Promise<void> {
	for (let count = random.below(4); count >= 0; count--) {
		scene.world.flaw(random.pick(["misread", "throws behind", "throws before"]));
		await put(scene, random);
	}
	scene.world.flaw(undefined);
}

/** Operations fail for a while and work again, while readings are put and delivered and the device starts anew. */
async function shake(scene: Scene, random: Random): Promise<void> {
	const { world } = scene;
	const fault = new TransientFault(random.pick(faults), random.pick(["read", "write", "erase", "any"]), random);
	const rounds = 60;
	world.shake(fault);
	for (let round = 0; round < rounds; round++) {
		fault.tick(round, rounds);
		await random.pick([put, put, put, puts, flush, time, unplug])(scene, random);
	}
	world.shake(undefined);
}

/** A second object of the same partition has an outbox of its own, which writes beside the first. */
async function twin({ world }: Scene, random: Random): Promise<void> {
	await world.twin(world.reading(random));
}

/** Firmware with another geometry of its storage, or a second outbox beside the first. */
async function intrude({ blockLength, blocks, world }: Scene, random: Random): Promise<void> {
	if (random.below(2) === 0)
		return world.intrude(undefined);
	const other = random.pick([{ blocks: blocks - 1, blockLength }, { blocks: blocks >> 1, blockLength: 2 * blockLength }]);
	if (other.blocks > 1 && !(other.blockLength === blockLength && await world.reshape(other.blocks)))
		await world.intrude(other);
}

function room({ blocks, world }: Scene, random: Random): Promise<void> {
	world.setRoom(random.pick([Infinity, 1 + random.below(blocks)]));
	return Promise.resolve();
}

const weights: readonly (readonly [weight: number, step: Step])[] = [
	[14, put], [8, puts], [14, flush], [8, time], [8, cut], [4, unplug], [6, close], [3, guest], [2, steal], [3, batches],
	[2, bodyLimit], [2, update], [8, damage], [1, spoil], [1, shake], [3, flaw], [3, intrude], [2, twin], [3, room], [3, jump], [3, ask], [1, wrap]
];

/** All steps, each as often as it is likely. */
export const steps: readonly Step[] = weights.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
