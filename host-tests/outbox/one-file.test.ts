/** A file system with room for one file, in which the power fails in each operation: the file is erased before the next is begun. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import type { OutboxOptions } from "../../lib/outbox/index.js";
import type { Outbox } from "../../lib/outbox/outbox.js";
import { CutDirectory } from "../../tools/flash/cut-directory.js";
import { Random } from "../../tools/random.js";
import { LocalService } from "./model/local-service.js";
import { quickFolder } from "./model/stages.js";
import { openOutbox } from "./open.js";
import { watchedFiles } from "./watched.js";

const blockLength = 288;
const blocks = 4;
/** Enough to go on to the next file twice. */
const readings = 9;
/** How often what chance decides is tried. */
const chances = 2;

let path: string;
let seed = 0;

test.before(async () => {
	path = await mkdtemp(join(quickFolder, "records-one-file-"));
});

test.after.always(() => rm(path, { recursive: true, force: true }));

/** A device whose file system has room for one file. It knows which readings it has stored, over power cuts. */
class Device {
	readonly disk: CutDirectory;
	readonly service = new LocalService();
	/** Values by id of what `put` has called stored. */
	readonly stored = new Map<string, number>();
	/** Readings that were dropped, as the outboxes have counted them. */
	dropped = 0;
	/** How many puts were refused with power. */
	refused = 0;
	outbox!: Outbox;
	readonly #whenFull: NonNullable<OutboxOptions["whenFull"]>;
	#value = 0;

	constructor(seed: number, whenFull: NonNullable<OutboxOptions["whenFull"]>) {
		this.disk = new CutDirectory(join(path, String(seed)), new Random(seed));
		this.#whenFull = whenFull;
	}

	start(): void {
		const { disk } = this;
		disk.restart();
		const directory = watchedFiles(disk, (operation, own) => {
			if (operation === "write" && disk.isOn && this.#files.some((other) => other !== own && (disk.contentOf(other)?.length ?? 0) > 0))
				throw new Error("LFS ERR -28");
		});
		this.outbox = openOutbox(new FileStorage({ directory, blocks, blockLength }), this.service, { whenFull: this.#whenFull });
	}

	/** Puts readings, and delivers after so many, until the power fails. */
	async live(count: number, flushes: number): Promise<void> {
		for (let puts = 1; puts <= count && this.disk.isOn; puts++) {
			this.put();
			if (puts % flushes === 0)
				await this.outbox.flush();
		}
	}

	put(): void {
		const { disk, outbox, stored } = this;
		const before = outbox.stats().dropped;
		const value = this.#value++;
		const { id, stored: isStored } = outbox.put({ sensor: "t", value });
		this.dropped += outbox.stats().dropped - before;
		if (isStored && stored.has(id))
			throw new Error(`id ${id} again`);
		if (isStored)
			stored.set(id, value);
		else if (disk.isOn)
			this.refused++;
	}

	get #files(): string[] {
		return Array.from({ length: blocks }, (_, block) => `outbox${block}`);
	}
}

/** All that is pending is delivered: what was stored is in the service once, but for what was dropped. */
async function expectDelivered(t: ExecutionContext, { dropped, outbox, service, stored }: Device, what: string): Promise<void> {
	t.like(await outbox.flush(), { left: 0, error: "" }, what);
	const arrived = [...service.records()].map(([id, text]) => [id, (JSON.parse(text) as { value: number }).value] as const);
	// No id has become another reading's, and no reading has two.
	for (const [id, value] of arrived)
		t.is(stored.get(id) ?? value, value, `${what}, ${id}`);
	t.is(new Set(arrived.map(([, value]) => value)).size, arrived.length, what);
	const missing = [...stored.keys()].filter((id) => !service.ram.records.has(id)).length;
	t.true(missing <= dropped, `${what}: ${missing} of ${stored.size} are missing, ${dropped} were dropped`);
	// A write torn at its last byte may count.
	t.true(outbox.stats().damaged <= 2, what);
}

for (const whenFull of ["drop-oldest", "refuse-newest"] as const) {
	// With all delivered, with some pending, and with all.
	for (const [name, flushes] of [["none", 1], ["some", 3], ["all", Infinity]] as const) {
		test.serial(`the power may fail in every operation, and in the next start, with ${name} of the readings pending, ${whenFull}: none that was stored is lost, no id comes again`, async (t) => {
			const first = seed;
			let empty = 0;
			for (let operation = 0, isOver = false; !isOver; operation++) {
				for (const again of [Infinity, 0, 2, 5, 8]) {
					for (let chance = 0; chance < chances; chance++) {
						const device = new Device(++seed, whenFull);
						const what = `operation ${operation}, again ${again}, chance ${chance}`;
						device.start();
						device.disk.cutAt(operation);
						await device.live(readings, flushes);
						isOver = device.disk.isOn;
						device.start();
						device.disk.cutAt(again);
						t.true(device.outbox.pending >= 0);
						empty += device.stored.size > 0 && device.outbox.pending === 0 ? 1 : 0;
						await device.live(readings, flushes);
						device.disk.cutAt(Infinity);
						device.start();
						await expectDelivered(t, device, what);
						// There is room again for what follows.
						const { refused } = device;
						await device.live(readings, 1);
						t.is(device.refused, refused, what);
						await expectDelivered(t, device, what);
						device.outbox.close();
					}
				}
			}
			t.log(`${seed - first} lives, ${empty} starts with nothing pending`);
		});
	}
}
