import test from "ava";
import { FLASH_SIZE, flashImage, partitionsOf, sectionsOf } from "./flash-image.js";

/** A table of an NVS and an app, as ESP-IDF's gen_esp32part.py writes it. */
function tableOf(appSize: number): Uint8Array {
	const table = new Uint8Array(96).fill(0xff);
	const entry = (at: number, type: number, offset: number, size: number, name: string): void => {
		const view = new DataView(table.buffer, at, 32);
		table.fill(0, at, at + 32);
		view.setUint16(0, 0x50aa, true);
		view.setUint8(2, type);
		view.setUint32(4, offset, true);
		view.setUint32(8, size, true);
		table.set(new TextEncoder().encode(name), at + 12);
	};
	entry(0, 1, 0x9000, 0x6000, "nvs");
	entry(32, 0, 0x10000, appSize, "factory");
	return table;
}

test("a partition table is read up to its end", (t) => {
	t.deepEqual(partitionsOf(tableOf(0x1000)), [
		{ name: "nvs", type: 1, offset: 0x9000, size: 0x6000 },
		{ name: "factory", type: 0, offset: 0x10000, size: 0x1000 }
	]);
});

test("each part is where the ROM and the bootloader look for it, and the rest is erased", (t) => {
	const flash = flashImage({ bootloader: Uint8Array.of(1, 2), table: tableOf(0x1000), app: Uint8Array.of(3, 4, 5) });
	t.is(flash.length, FLASH_SIZE);
	t.deepEqual([...flash.subarray(0, 3)], [1, 2, 255]);
	t.deepEqual([...flash.subarray(0x8000, 0x8002)], [0xaa, 0x50]);
	t.deepEqual([...flash.subarray(0xffff, 0x10004)], [255, 3, 4, 5, 255]);
});

test("what does not fit is refused with its size", (t) => {
	t.throws(() => flashImage({ bootloader: new Uint8Array(1), table: tableOf(2), app: new Uint8Array(3) }), { message: /app of 3 bytes does not fit the partition of 2 bytes/ });
	t.throws(() => flashImage({ bootloader: new Uint8Array(0x8001), table: tableOf(2), app: new Uint8Array(1) }), { message: /bootloader of 32769 bytes/ });
	t.throws(() => flashImage({ bootloader: new Uint8Array(1), table: new Uint8Array(96).fill(255), app: new Uint8Array(1) }), { message: /no partition for an app/ });
});

test("the parts of an app are counted by where they are when it runs, without padding", (t) => {
	const app = new Uint8Array(24 + 4 * 8 + 4 + 2 + 6 + 8);
	app[1] = 4;
	const view = new DataView(app.buffer);
	let at = 24;
	for (const [address, size] of [[0x3c0d0020, 4], [0x42000020, 2], [0, 6], [0x42010020, 8]] as const) {
		view.setUint32(at, address, true);
		view.setUint32(at + 4, size, true);
		at += 8 + size;
	}
	t.deepEqual(sectionsOf(app), { constants: 4, code: 10 });
});
