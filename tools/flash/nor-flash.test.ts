import test from "ava";
import { PowerCut } from "../failing-preferences.js";
import { NorFlash } from "./nor-flash.js";
import { Random } from "../random.js";
import { range, seeds, untilCut } from "./until-cut.js";

const blockLength = 32;
const blocks = 3;

function newFlash(seed = 1, writeAlign?: number): NorFlash {
	return new NorFlash({ blockLength, blocks, writeAlign, random: new Random(seed) });
}

test("a flash is erased at first, and tells how it is divided", (t) => {
	t.deepEqual(newFlash().bytes, new Uint8Array(96).fill(255));
	t.deepEqual(newFlash().status(), { blockLength, blocks });
	t.deepEqual(newFlash(1, 8).status(), { blockLength, blocks, writeAlign: 8 });
});

test("what is written is read; an erase is of one block; both are counted", (t) => {
	const flash = newFlash();
	flash.write(range(blockLength, 0), 16);
	const target = new Uint8Array(6);
	t.is(flash.read(target.subarray(1, 5), 15), 4);
	t.deepEqual([...target], [0, 255, 0, 1, 2, 0]);
	flash.eraseBlock(1);
	flash.eraseBlock(1);
	flash.eraseBlock(2);
	t.deepEqual([...flash.bytes], [...Array(16).fill(255), ...range(16, 0), ...Array(64).fill(255)]);
	t.deepEqual([flash.writes, flash.erases, [...flash.erasesOf]], [1, 3, [0, 2, 1]]);
	t.deepEqual(flash.faults, []);
});

test("a byte is written once after its block was erased, even with what is there", (t) => {
	const flash = newFlash();
	flash.write(Uint8Array.of(1, 255), 4);
	for (const [value, at] of [[1, 4], [0, 4], [255, 5]])
		t.throws(() => flash.write(Uint8Array.of(255, value), at - 1), { message: /^flash: write at [45], which was written since/ });
	t.deepEqual([flash.writes, flash.bytes[3]], [1, 255]);
	t.is(flash.faults.length, 3);
	flash.eraseBlock(0);
	flash.write(Uint8Array.of(7), 4);
	t.is(flash.bytes[4], 7);
});

test("a write clears bits only", (t) => {
	const flash = newFlash();
	flash.bytes[8] = 0b1100;
	t.throws(() => flash.write(Uint8Array.of(0b0110), 8), { message: "flash: write of 6 at 8, where 12 is: only an erase sets bits" });
	flash.write(Uint8Array.of(0b0100), 8);
	t.is(flash.bytes[8], 0b0100);
});

test("reads, writes and erases stay in the flash", (t) => {
	const flash = newFlash();
	for (const [byteOffset, length] of [[-1, 1], [96, 1], [90, 7], [0.5, 1], [NaN, 1]]) {
		t.throws(() => flash.write(new Uint8Array(length), byteOffset), { message: /^flash: write of/ });
		t.throws(() => flash.read(new Uint8Array(length), byteOffset), { message: /^flash: read of/ });
	}
	for (const block of [-1, 3, 0.5, NaN])
		t.throws(() => flash.eraseBlock(block), { message: /^flash: erase of block/ });
	t.is(flash.faults.length, 14);
	t.deepEqual([flash.writes, flash.erases, flash.bytes.every((byte) => byte === 255)], [0, 0, true]);
	flash.write(new Uint8Array(6), 90);
});

test("a flash with writeAlign is written in such units", (t) => {
	const flash = newFlash(1, 8);
	for (const [byteOffset, length] of [[4, 8], [0, 4], [8, 12]])
		t.throws(() => flash.write(new Uint8Array(length), byteOffset), { message: /not in units of 8$/ });
	t.is(flash.faults.length, 3);
	flash.write(new Uint8Array(16), 8);
	t.is(flash.read(new Uint8Array(3), 7), 3);
});

test("of a write that is cut the first bytes arrive, and of the next one some bits", (t) => {
	const data = range(8, 0x50);
	const next = new Set<number>();
	for (const seed of seeds) {
		for (let count = 0; count <= 9; count++) {
			const flash = newFlash(seed);
			flash.cutAt(0, count);
			untilCut(t, flash, () => flash.write(data, 4));
			t.is(flash.cutLength, 8);
			const arrived = Math.min(count, 8);
			t.deepEqual(flash.bytes.subarray(4, 4 + arrived), data.subarray(0, arrived));
			t.true(flash.bytes.subarray(4 + arrived + 1).every((byte) => byte === 255));
			const partial = flash.bytes[4 + arrived];
			if (count < 8)
				t.is(partial & data[count], data[count]);
			else
				t.is(partial, 255);
			if (count === 0)
				next.add(partial);
		}
	}
	t.true(next.has(255) && next.has(0x50) && next.size > 10);
});

test("without a number of bytes chance decides how many arrive", (t) => {
	const counts = new Set(seeds.map((seed) => {
		const flash = newFlash(seed);
		flash.cutAt(0);
		untilCut(t, flash, () => flash.write(new Uint8Array(4), 0));
		return flash.bytes.filter((byte) => byte === 0).length;
	}));
	t.deepEqual([...counts].sort(), [0, 1, 2, 3, 4]);
});

test("of a write that is cut no bit is set where one was cleared", (t) => {
	for (const seed of seeds) {
		const flash = newFlash(seed);
		flash.bytes[1] = 0b1100;
		flash.cutAt(0, 1);
		untilCut(t, flash, () => flash.write(Uint8Array.of(0, 0b0100), 0));
		t.is(flash.bytes[1] & ~0b1000, 0b0100);
	}
});

test("as far as a write that was cut can be seen, it counts as written", (t) => {
	const flash = newFlash();
	flash.cutAt(0, 8);
	// The bytes of 255 that come last can't be told from erased ones.
	untilCut(t, flash, () => flash.write(Uint8Array.of(0, 255, 1, 255, 255, 255, 255, 255), 0));
	for (const at of [0, 1, 2])
		t.throws(() => flash.write(Uint8Array.of(0), at), { message: /which was written since/ });
	flash.write(Uint8Array.of(0), 3);
	for (const seed of seeds) {
		const other = newFlash(seed);
		other.cutAt(0, 0);
		untilCut(t, other, () => other.write(new Uint8Array(4), 0));
		if (other.bytes[0] !== 255)
			t.throws(() => other.write(Uint8Array.of(0), 0), { message: /which was written since/ });
		other.write(Uint8Array.of(0), other.bytes[0] === 255 ? 0 : 1);
	}
});

test("a block whose erase was cut has stretches of all kinds", (t) => {
	const left: string[] = [];
	for (const seed of seeds) {
		const flash = newFlash(seed);
		flash.cutAt(0, 96);
		untilCut(t, flash, () => flash.write(new Uint8Array(96), 0));
		t.is(flash.cutLength, 96);
		flash.cutAt(0);
		untilCut(t, flash, () => flash.eraseBlock(1));
		t.deepEqual([flash.cutLength, flash.erases, flash.erasesOf[1]], [0, 1, 1]);
		t.true([...flash.bytes.subarray(0, 32), ...flash.bytes.subarray(64)].every((byte) => byte === 0));
		left.push([...flash.bytes.subarray(32, 64)].map((byte) => byte === 255 ? "erased" : byte === 0 ? "old" : "new").join(" "));
	}
	t.false(left.includes(Array(32).fill("erased").join(" ")));
	for (const [one, next] of [["old", "erased"], ["old", "new"], ["erased", "old"], ["erased", "new"], ["new", "old"], ["new", "erased"]])
		t.true(left.some((kinds) => kinds.includes([one, one, one, next, next, next].join(" "))), `${one}, ${next}`);
});

test("a block whose erase was cut must be erased again, even if it was erased before", (t) => {
	for (const written of [0, 20, 32]) {
		const flash = newFlash();
		flash.write(new Uint8Array(written), 32);
		flash.cutAt(0);
		untilCut(t, flash, () => flash.eraseBlock(1));
		for (let at = 32; at < 64; at++)
			t.throws(() => flash.write(Uint8Array.of(0), at), { message: /which was written since/ });
		flash.write(Uint8Array.of(0), 64);
		flash.eraseBlock(1);
		flash.write(new Uint8Array(32), 32);
	}
});

test("what a cut erase leaves erased at a block's end can't be told from what was never written: it can be written", (t) => {
	let seen = 0;
	for (const seed of seeds) {
		const flash = newFlash(seed);
		flash.write(new Uint8Array(32), 32);
		flash.cutAt(0);
		untilCut(t, flash, () => flash.eraseBlock(1));
		if (!flash.bytes.subarray(48, 64).every((byte) => byte === 255))
			continue;
		seen++;
		t.throws(() => flash.write(Uint8Array.of(0), 47), { message: /which was written since/ });
		t.notThrows(() => flash.write(Uint8Array.of(0), 48));
	}
	t.true(seen > 0);
});

test("a flash without power does nothing until it is back, and the cut comes once", (t) => {
	const flash = newFlash();
	flash.cutAt(2, 1);
	flash.write(new Uint8Array(1), 0);
	flash.eraseBlock(1);
	t.throws(() => flash.write(new Uint8Array(2), 1), { instanceOf: PowerCut });
	const before = flash.bytes.slice();
	for (const call of [
		() => flash.write(new Uint8Array(1), 40), () => flash.eraseBlock(0), () => flash.read(new Uint8Array(1), 0), () => flash.status(),
		() => flash.close()
	])
		t.throws(call, { instanceOf: PowerCut });
	t.deepEqual([flash.writes, flash.erases], [2, 1]);
	flash.restart();
	t.deepEqual(flash.bytes, before);
	for (let at = 32; at < 64; at++)
		flash.write(new Uint8Array(1), at);
	flash.cutAt(0);
	flash.restart();
	flash.eraseBlock(0);
});

test("a cut in an operation that breaks a rule waits for the next", (t) => {
	const flash = newFlash();
	flash.cutAt(0, 0);
	t.throws(() => flash.write(new Uint8Array(1), 96), { message: /^flash: / });
	untilCut(t, flash, () => flash.write(new Uint8Array(1), 95));
});

test("a flash that was closed is open after a restart", (t) => {
	const flash = newFlash();
	flash.close();
	flash.close();
	for (const call of [
		() => flash.write(new Uint8Array(1), 0), () => flash.eraseBlock(0), () => flash.read(new Uint8Array(1), 0), () => flash.status()
	])
		t.throws(call, { message: "flash is closed" });
	flash.restart();
	flash.write(new Uint8Array(1), 0);
});
