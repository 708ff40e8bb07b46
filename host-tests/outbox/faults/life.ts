/** What the device does from one start to its end or its death, the same on Node and on XS. */
import { RecordsClient, type RecordsClientOptions } from "records-client";
import { type Directory, Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { SeededRandom } from "../../../tools/seeded-random.js";

/** What a life begins with. JSON. */
export interface LifeSettings {
	readonly url: string;
	readonly password: string;
	readonly seed: number;
	/** Serial numbers of the readings to put, the last one included. */
	readonly first: number;
	readonly last: number;
}

/** The machine that a life is lived on. */
export interface World {
	/** Where files outlive it. */
	readonly directory: Directory;
	/** More of a client's options, for preferences that outlive it. */
	readonly options: Partial<RecordsClientOptions>;
	sleep(milliseconds: number): Promise<void>;
	/** Tells a line to those who watch; what has been told is known even when the device dies at once. */
	tell(line: string): void;
}

/** What `sensor` is of all readings. */
export const sensor = "faults";

/** Small enough to be full and wrapped around again and again. */
const blocks = 6;
const blockLength = 2048;
/** Times that don't make a run of a thousand faults a long one; the service may need some, on a machine with other work. A stranger's Retry-After may ask for an hour. */
const clientLimits = { connect: 500, firstByte: 400, idle: 400, timeout: 3000, retryBase: 5, retryMaximum: 20, retryPause: 10, retryAfterMaximum: 100 };

/** Puts readings, has them delivered, and goes on until all are put and none is pending; unless it falls into deep sleep before. */
export async function live(settings: LifeSettings, world: World): Promise<void> {
	const random = new SeededRandom(settings.seed);
	const client = new RecordsClient({
		...world.options,
		baseUrl: settings.url,
		credentials: { collection: "users", identity: "device-one", password: settings.password },
		limits: { ...clientLimits, retries: random.below(3) }
	});
	client.restoreAuthToken();
	const outbox = makeOutbox(client, random, world);
	for (let serial = settings.first; serial <= settings.last; serial++) {
		await put(outbox, random, world, serial);
		if (random.below(200) === 0) {
			outbox.close();
			client.close();
			world.tell("asleep");
			return;
		}
		await rest(outbox, random, world);
	}
	while (outbox.pending > 0)
		await outbox.flush({ deadline: 1000 });
	outbox.close();
	const again = makeOutbox(client, random, world);
	if (again.pending > 0)
		world.tell(`fault ${again.pending} delivered readings are pending after a restart`);
	again.close();
	client.close();
	world.tell("end");
}

/** An outbox with limits of its own: no life has those of the one before. */
function makeOutbox(client: RecordsClient, random: SeededRandom, world: World): Outbox {
	return new Outbox({
		client,
		collection: "readings",
		storage: new FileStorage({ directory: world.directory, blocks, blockLength }),
		whenFull: "refuse-newest",
		limits: {
			batch: random.pick([1, 2, 5, 20, 50]), batchBytes: random.pick([512, 1024, 4096]), batchRetry: 100,
			count: 1 + random.below(20), age: random.below(50), retryBase: 1 + random.below(20), retryMaximum: 50, bootJitter: random.below(20)
		} as object,
		onRejected: (reading, { error }) => world.tell(`fault a reading was rejected (${error}): ${reading}`)
	});
}

/** Puts one reading, once there is room for it. */
async function put(outbox: Outbox, random: SeededRandom, world: World, serial: number): Promise<void> {
	const reading = { sensor, value: serial, unit: "°C", extra: "°".repeat(random.below(100)) };
	for (;;) {
		const { error, id, stored } = outbox.put(random.below(2) === 0 ? reading : JSON.stringify(reading));
		if (stored || error !== "the storage is full") {
			world.tell(stored ? `put ${serial} ${id}` : `fault a reading was not stored: ${error}`);
			return;
		}
		await outbox.flush({ deadline: 100 });
	}
}

/** What comes between two readings. */
async function rest(outbox: Outbox, random: SeededRandom, world: World): Promise<void> {
	const choice = random.below(20);
	if (choice === 0)
		await outbox.flush();
	else if (choice === 1)
		await outbox.flush({ deadline: 1 + random.below(100) });
	else if (choice < 5)
		await world.sleep(random.below(10));
}
