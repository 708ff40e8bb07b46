import test from "ava";
import type { BlockStorage } from "../../../lib/outbox/index.js";
import { Entry, MARK, READING, UNIT } from "../../../lib/outbox/log-format.js";
import { Flash } from "../../outbox/disk.js";
import { Random } from "../../../tools/random.js";

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

test("an entry of which not all was written is none, whatever its numbers", (t) => {
	for (let sequence = 0; sequence < 40; sequence++) {
		for (let generation = 0; generation < 40; generation++) {
			for (const rest of [0, 255]) {
				const flash = new Flash(new Uint8Array(2 * blockLength).fill(255), blockLength);
				new Entry(blockLength).write(flash, 0, MARK, sequence, generation, 0);
				const whole = flash.bytes.slice();
				for (let cut = 0; cut < UNIT; cut++) {
					flash.bytes.set(whole);
					flash.bytes.fill(rest, cut, UNIT);
					const isSame = flash.bytes.every((byte, at) => byte === whole[at]);
					t.is(new Entry(blockLength).read(flash, 0, blockLength), isSame ? MARK : 0, `${sequence}, ${generation}, cut at ${cut}`);
				}
			}
		}
	}
});

/** The generation with which a mark of a number has so large a checksum that 32 bits hold all but `missing` of it. */
function generationOf(sequence: number, missing: number): number {
	const modulus = 4294967311n;
	const power = (base: bigint, exponent: bigint): bigint =>
		exponent === 0n ? 1n : power(base * base % modulus, exponent / 2n) * (exponent % 2n === 1n ? base : 1n) % modulus;
	const others = 1048391n + BigInt(sequence) * 130859n + BigInt(MARK << 24 >>> 0) * 65267n;
	return Number(((BigInt(missing) - others) % modulus + modulus) * power(261847n, modulus - 2n) % modulus);
}

test("a checksum that 32 bits can't hold is right, too", (t) => {
	for (let sequence = 1; sequence < 100; sequence++) {
		for (let missing = 0; missing <= 15; missing++) {
			const flash = new Flash(new Uint8Array(2 * blockLength).fill(255), blockLength);
			const entry = new Entry(blockLength);
			t.true(entry.write(flash, 0, MARK, sequence, generationOf(sequence, missing), 0));
			t.true(entry.words[0] <= 15, "it is such a one");
			t.is(entry.read(flash, 0, blockLength), MARK);
		}
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
