import test from "ava";
import { text } from "../../host/text.js";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import type { BlockStorage } from "../../lib/outbox/index.js";
import { Outbox } from "../../lib/outbox/outbox.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { SetTimers } from "../../tools/set-timers.js";
import { Disk, Flash } from "./damage/disk.js";
import { LocalService } from "./model/local-service.js";
import { blockLength, type OldForm, oldForms } from "./old-form.js";

const storages: Readonly<Record<keyof typeof oldForms, (blocks: readonly (Uint8Array | undefined)[]) => BlockStorage>> = {
	flash: (blocks) => new Flash(Buffer.concat(blocks.map((block) => block!)), blockLength),
	files: (blocks) => new FileStorage({
		directory: new Disk(new Map(blocks.flatMap((block, at) => block === undefined ? [] : [[`outbox${at}`, block]]))), blocks: blocks.length, blockLength
	}),
	RAM: (blocks) => {
		const storage = new RamStorage(blocks.length * blockLength, blockLength);
		blocks.forEach((block, at) => storage.write(block!, at * blockLength));
		return storage;
	}
};

function open(name: keyof typeof oldForms, { blocks }: OldForm, service: LocalService): Outbox {
	const storage = storages[name](blocks.map((block) => block === null ? undefined : Buffer.from(block, "base64")));
	const platform = { text, timers: new SetTimers(), origin: () => "a later build" };
	const client = { sendEx: service.carrier, now: () => Date.UTC(2026, 1, 1) };
	return new Outbox(platform, { client, collection: "readings", storage, stamp: "taken", limits: { reading: 100, count: 1000 } });
}

for (const name of ["flash", "files", "RAM"] as const) {
	const form = oldForms[name];

	test(`${name}: what the last build without a version number has left is delivered, with its times`, async (t) => {
		const service = new LocalService();
		const outbox = open(name, form, service);
		t.is(outbox.pending, form.pending.length);
		t.like(await outbox.flush(), { delivered: form.pending.length, left: 0, error: "" });
		t.deepEqual([...service.stamped], form.pending.map(({ id, taken, value }) => [id, { sensor: "t", value, taken }]));
		t.like(outbox.stats(), { damaged: 0, dropped: 0, storageErrors: 0 });
	});

	test(`${name}: and the log goes on behind it, until nothing of the old form is left`, async (t) => {
		const service = new LocalService();
		const outbox = open(name, form, service);
		for (let value = 101; value < 103; value++)
			t.true(outbox.put({ sensor: "t", value }).stored);
		t.like(await outbox.flush(), { delivered: form.pending.length + 2, left: 0, error: "" });
		for (let value = 103; value < 151; value++) {
			t.true(outbox.put({ sensor: "t", value }).stored);
			await outbox.flush();
		}
		const values = [...service.stamped.values()].map(({ value }) => value);
		t.deepEqual(values, [...form.pending.map(({ value }) => value), ...Array.from({ length: 50 }, (_, at) => 101 + at)]);
		t.like(outbox.stats(), { damaged: 0, dropped: 0, storageErrors: 0 });
	});
}
