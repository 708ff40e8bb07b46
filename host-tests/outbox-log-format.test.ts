import test from "ava";
import type { BlockStorage } from "../lib/outbox/index.js";
import { Entry, MARK, READING, UNIT } from "../lib/outbox/log-format.js";
import { Flash } from "./outbox-damage/disk.js";
import { Random } from "./random.js";

const blockLength = 1024;

/** A flash with one entry at its beginning, whose content is text of that length. */
function written(length: number): { flash: Flash; size: number } {
	const flash = new Flash(new Uint8Array(2 * blockLength).fill(255), blockLength);
	const entry = new Entry(blockLength);
	for (let at = 0; at < length; at++)
		entry.bytes[UNIT + at] = 32 + at * 7 % 90;
	if (!entry.write(flash, 0, READING, 3, 1, length))
		throw new Error("not written");
	return { flash, size: length + 2 * UNIT - 1 & -UNIT };
}

function read(bytes: Uint8Array): number {
	return new Entry(blockLength).read(new Flash(bytes, blockLength), 0, blockLength);
}

function flip(bytes: Uint8Array, bit: number): void {
	bytes[bit >> 3] ^= 1 << (bit & 7);
}

test("an entry is read as it was written", (t) => {
	for (let length = 0; length <= 200; length++) {
		const { flash, size } = written(length);
		const entry = new Entry(blockLength);
		t.is(entry.read(flash, 0, blockLength), READING);
		t.deepEqual([entry.length, entry.size, entry.sequence, entry.words[3]], [length, size, 3, 1]);
	}
});

test("each flipped bit is found, in entries of all sizes", (t) => {
	for (const length of [0, 12, 108, 600]) {
		const { flash, size } = written(length);
		const bytes = flash.bytes;
		for (let bit = 0; bit < size * 8; bit++) {
			flip(bytes, bit);
			t.is(read(bytes), 0, `bit ${bit} of ${length}`);
			flip(bytes, bit);
		}
		t.is(read(bytes), READING);
	}
});

test("each pair of flipped bits is found", (t) => {
	const { flash, size } = written(30);
	const bytes = flash.bytes;
	let missed = 0;
	for (let one = 0; one < size * 8; one++) {
		flip(bytes, one);
		for (let other = 0; other < one; other++) {
			flip(bytes, other);
			missed += read(bytes) === 0 ? 0 : 1;
			flip(bytes, other);
		}
		flip(bytes, one);
	}
	t.is(missed, 0);
});

test("a data line that hangs is found, whichever of the 32 and wherever it begins", (t) => {
	const { flash, size } = written(200);
	for (let line = 0; line < 32; line++) {
		for (let from = 0; from < size; from += 4) {
			for (const level of [0, 1]) {
				const bytes = flash.bytes.slice();
				const words = new Uint32Array(bytes.buffer, 0, size >> 2);
				for (let at = from >> 2; at < words.length; at++)
					words[at] = level === 1 ? words[at] | 1 << line : words[at] & ~(1 << line);
				if (bytes.some((byte, at) => byte !== flash.bytes[at]))
					t.is(read(bytes), 0, `line ${line} from ${from}`);
			}
		}
	}
});

test("any two numbers exchanged, and noise, are found", (t) => {
	const { flash, size } = written(200);
	const random = new Random(7);
	for (let one = 0; one < size >> 2; one++) {
		for (let other = 0; other < one; other++) {
			const bytes = flash.bytes.slice();
			const words = new Uint32Array(bytes.buffer);
			[words[one], words[other]] = [words[other], words[one]];
			if (words[one] !== words[other])
				t.is(read(bytes), 0, `${one} and ${other}`);
		}
	}
	for (let round = 0; round < 20_000; round++) {
		const bytes = flash.bytes.slice();
		const from = random.below(size);
		for (let at = from; at < Math.min(size, from + 16); at++)
			bytes[at] = random.below(256);
		if (bytes.some((byte, at) => byte !== flash.bytes[at]))
			t.is(read(bytes), 0);
	}
});

test("what was not written is blank, what is torn is not", (t) => {
	const flash = new Flash(new Uint8Array(2 * blockLength).fill(255), blockLength);
	const entry = new Entry(blockLength);
	t.is(entry.read(flash, 0, blockLength), 0);
	t.true(entry.isBlank());
	t.is(entry.size, UNIT);
	const { flash: torn } = written(100);
	torn.bytes.fill(255, 40, blockLength);
	t.is(entry.read(torn, 0, blockLength), 0);
	t.false(entry.isBlank());
});

test("an entry behind another one of its length takes one read of the storage", (t) => {
	const { flash } = written(100);
	const reads: number[] = [];
	const storage: BlockStorage = { status: () => flash.status(), write: () => {}, eraseBlock: () => {}, close: () => {}, read: (target, at) => {
		reads.push(target.length);
		flash.read(target, at);
	} };
	const entry = new Entry(blockLength);
	t.is(entry.read(storage, 0, blockLength), READING);
	t.is(entry.read(storage, 0, blockLength), READING);
	t.deepEqual(reads, [16, 128, 128]);
});

test("a buffer grows for a longer entry, and keeps what is before it", (t) => {
	const { flash } = written(600);
	const entry = new Entry(64);
	entry.bytes.fill(7);
	entry.start = 32;
	t.is(entry.read(flash, 0, blockLength), READING);
	t.deepEqual([...entry.bytes.subarray(0, 32)], Array.from({ length: 32 }, () => 7));
	t.deepEqual(entry.bytes.subarray(32, 32 + entry.size), flash.bytes.subarray(0, entry.size));
});

test("a buffer does not stay large for a length that is damaged", (t) => {
	const { flash } = written(20);
	// Now it is longer than it was.
	flash.bytes[5] = 2;
	const entry = new Entry(64);
	t.is(entry.read(flash, 0, blockLength), 0);
	t.is(entry.bytes.length, 64);
	t.deepEqual([...entry.bytes.subarray(0, UNIT)], [...flash.bytes.subarray(0, UNIT)], "its row is there to be judged");
});

test("a write that the storage does not keep is noticed, whichever byte it is", (t) => {
	for (let broken = 0; broken < 48; broken++) {
		const flash = new Flash(new Uint8Array(2 * blockLength).fill(255), blockLength);
		const storage: BlockStorage = { status: () => flash.status(), read: (target, at) => flash.read(target, at), eraseBlock: () => {}, close: () => {},
			write: (data, at) => flash.write(data.map((byte, index) => index === broken ? byte ^ 1 : byte), at) };
		const entry = new Entry(blockLength);
		t.false(entry.write(storage, 0, broken < 16 ? MARK : READING, 1, 1, broken < 16 ? 0 : 30), `byte ${broken}`);
	}
});
