import test from "ava";
import { text } from "../../host/text.js";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import type { BlockStorage } from "../../lib/outbox/index.js";
import { Outbox } from "../../lib/outbox/outbox.js";
import { SetTimers } from "../support/set-timers.js";
import { Flash } from "./damage/disk.js";
import { LocalService } from "./model/local-service.js";

const blockLength = 512;

function open(storage: BlockStorage, service: LocalService): Outbox {
	const platform = { text, timers: new SetTimers(), origin: () => String(Math.random()) };
	return new Outbox(platform, { client: { sendEx: service.carrier }, collection: "readings", storage, limits: { reading: 100, count: 1000, age: 3_600_000 } });
}

/** Writes clear bits only, as those of a flash do. */
class ClearingFlash extends Flash {
	override write(data: Uint8Array, at: number): void {
		for (let index = 0; index < data.length; index++)
			this.bytes[at + index] &= data[index];
	}
}

for (const count of [1, 40]) {
	test(`one fallen bit in the blank rest, with ${count} readings put before: at most the next put is refused, nothing else is lost`, async (t) => {
		const service = new LocalService();
		const template = new ClearingFlash(new Uint8Array(4 * blockLength).fill(255), blockLength);
		const outbox = open(template, service);
		for (let value = 0; value < count; value++)
			t.true(outbox.put({ sensor: "t", value }).stored);
		const block = newestBlock(template.bytes);
		let blank = (block + 1) * blockLength;
		while (template.bytes[blank - 1] === 255)
			blank--;
		for (let bit = blank * 8; bit < (block + 1) * blockLength * 8; bit++) {
			const own = new LocalService();
			const flash = new ClearingFlash(template.bytes.slice(), blockLength);
			const other = open(flash, own);
			const { pending } = other;
			flash.bytes[bit >> 3] &= ~(1 << (bit & 7));
			const results = Array.from({ length: 12 }, (_, value) => other.put({ sensor: "u", value }));
			const refused = results.filter(({ stored }) => !stored);
			// In the first row of what is written it is seen before; in others when it is read back.
			t.true(refused.length <= ((bit >> 3) < blank + 16 ? 0 : 1), `bit ${bit}: ${refused.length}`);
			for (const { error } of refused)
				t.is(error, "the storage does not keep what is written", `bit ${bit}`);
			const { dropped } = other.stats();
			t.like(await other.flush(), { delivered: pending + 12 - refused.length - dropped, left: 0, error: "" }, `bit ${bit}`);
			t.is(other.stats().damaged, 0, `bit ${bit}`);
			other.close();
		}
	});
}

/** The block whose generation is the highest, by its header. */
function newestBlock(bytes: Uint8Array): number {
	const words = new Uint32Array(bytes.slice().buffer);
	let newest = 0;
	for (let block = 1; block < bytes.length / blockLength; block++) {
		const of = (which: number): number => words[which * blockLength / 4 + 3] === 0xffffffff ? 0 : words[which * blockLength / 4 + 3];
		newest = of(block) > of(newest) ? block : newest;
	}
	return newest;
}

test("new FileStorage throws for wrong options only; what the directory throws is told by the calls", async (t) => {
	const fails = (): never => {
		throw new Error("EIO");
	};
	const storage = new FileStorage({ directory: { openFile: fails, status: fails } });
	const outbox = open(storage, new LocalService());
	t.like(outbox.put({ sensor: "t", value: 1 }), { stored: false, error: "EIO" });
	t.is((await outbox.flush()).error, "EIO");
	t.throws(() => new FileStorage({} as never), { instanceOf: TypeError, message: "directory is required" });
});
