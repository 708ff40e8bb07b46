import type { Random } from "../../tools/random.js";

/** Bytes that decide something in a response or in JSON. */
const telling = [0, 1, 9, 10, 13, 31, 32, 34, 44, 48, 49, 58, 59, 61, 91, 92, 93, 102, 123, 125, 127, 128, 255];

/** Changes a byte, or a bit of one. */
export function mutateByte(random: Random, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const changed = Uint8Array.from(bytes);
	const at = random.below(bytes.length);
	changed[at] = random.below(2) === 0 ? bytes[at] ^ 1 << random.below(8) : random.pick(telling);
	return changed;
}

/** Makes one change: a byte, a cut, an insertion, a part twice, or a part of another input. */
export function mutate(random: Random, bytes: Uint8Array, others: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const at = random.below(bytes.length + 1);
	switch (random.below(8)) {
		case 0:
		case 1:
			return mutateByte(random, bytes);
		case 2:
			return Uint8Array.from(bytes.subarray(0, at));
		case 3:
			return joined(bytes.subarray(0, at), bytes.subarray(at + partLength(random)));
		case 4:
			return joined(bytes.subarray(0, at), Uint8Array.of(random.pick(telling)), bytes.subarray(at));
		case 5: {
			const to = Math.min(bytes.length, at + partLength(random));
			return joined(bytes.subarray(0, to), bytes.subarray(at));
		}
		case 6: {
			const other = random.pick(others);
			const from = random.below(other.length + 1);
			return joined(bytes.subarray(0, at), other.subarray(from, from + partLength(random)), bytes.subarray(at));
		}
	}
	const other = random.pick(others);
	return joined(bytes.subarray(0, at), other.subarray(random.below(other.length + 1)));
}

/** Mostly a few bytes. */
function partLength(random: Random): number {
	return 1 + random.below(random.pick([2, 8, 40, 200]));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	return new Uint8Array(Buffer.concat(parts));
}
