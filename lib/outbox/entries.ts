import type { OutboxCounts } from "./options.js";
import type { BlockStorage } from "./storage.js";

/** What an entry is. None of these bytes is in any UTF-8 text (RFC 3629, section 1), so that one behind a torn entry is found. */
export const HEADER = 245;
export const MARK = 246;
export const READING = 247;

/** Bytes in front of an entry's content, and what lengths are multiples of: flash that encrypts itself takes 16 at once. */
export const UNIT = 16;

/** In a header, as one of its numbers: the first reading that is not delivered. Behind it, in its content, where ids begin: 15 characters. */
export const HEAD = 4;
export const BASE_AT = 4;

/**
 * Entries in the blocks of a storage. A position counts bytes from the log's beginning: its block is the generation, and
 * lies in the block of the storage that is its remainder. Numbers are unsigned, 32 bits, in the machine's order, which is
 * little-endian on all that XS runs on.
 *
 * | bytes | of an entry |
 * |---|---|
 * | 0 to 3 | checksum of all that follows |
 * | 4 to 6 | length of the content |
 * | 7 | what it is |
 * | 8 to 11 | number of the reading; of a mark that of the first that is not delivered; of a header that of the next |
 * | 12 to 15 | generation |
 * | from 16 | content: of a reading its JSON text; of a header what `HEAD` and `BASE_AT` say |
 *
 * One buffer serves all: what was read is there until the next call.
 */
export class Entries {
	/** Content of the entry that was read last, or is to be written; another array when it has had to grow. */
	payload!: Uint8Array;
	/** The whole of it, as numbers. */
	words!: Uint32Array;
	/** Of the entry that was read last: bytes of its content, those that it takes, its number. */
	length!: number;
	size!: number;
	sequence!: number;

	readonly blockLength: number;
	/** Bytes of all blocks. */
	readonly capacity: number;

	protected readonly storage: BlockStorage;
	protected readonly counts: OutboxCounts;
	private bytes!: Uint8Array<ArrayBuffer>;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number, counts: OutboxCounts) {
		const status = storage.status();
		this.storage = storage;
		this.counts = counts;
		this.blockLength = status.blockLength;
		this.capacity = status.blocks * status.blockLength;
		this.allot(longest);
		if (!(status.blocks >= 2 && this.blockLength >= sizeOf(longest) + 3 * UNIT && this.blockLength % UNIT === 0 && UNIT % (status.writeAlign ?? 1) === 0))
			throw new RangeError("storage has too few, too short or odd blocks");
	}

	/** Reads what begins at a position. Returns what it is, 0 when there is no entry that is whole. */
	protected read(position: number): number {
		const at = position % this.capacity;
		this.storage.read(this.bytes.subarray(0, UNIT), at);
		const kind = this.words[1] >>> 24;
		this.length = this.words[1] & 0xffffff;
		this.size = sizeOf(this.length);
		if (kind < HEADER || kind > READING || this.size > this.blockLength - at % this.blockLength)
			return 0;
		// Another version of the firmware may have allowed longer readings.
		if (this.size > this.bytes.length)
			this.allot(this.length);
		this.storage.read(this.bytes.subarray(0, this.size), at);
		this.sequence = this.words[2];
		return this.words[0] === checksum(this.words, this.size >> 2) && this.words[3] === Math.floor(position / this.blockLength) ? kind : 0;
	}

	/**
	 * Writes an entry and reads it back.
	 * @param length bytes of its content, in `payload`
	 * @returns whether it is there
	 */
	protected write(position: number, kind: number, sequence: number, length: number): boolean {
		const words = this.words;
		this.payload.fill(0, length);
		this.size = sizeOf(length);
		words[1] = kind << 24 | length;
		words[2] = sequence;
		words[3] = Math.floor(position / this.blockLength);
		words[0] = checksum(words, this.size >> 2);
		this.counts.writes++;
		this.storage.write(this.bytes.subarray(0, this.size), position % this.capacity);
		return this.read(position) === kind && this.sequence === sequence;
	}

	private allot(length: number): void {
		// encodeInto leaves at most three bytes free for want of room, so one unit more tells a full buffer from a fitting text.
		this.bytes = new Uint8Array(sizeOf(length) + UNIT);
		this.words = new Uint32Array(this.bytes.buffer);
		this.payload = this.bytes.subarray(UNIT);
	}
}

/**
 * Checksum of all numbers but the first. By numbers, not by bytes as a CRC goes: on XS each step of a loop costs the same.
 * Each step can be undone, so that a difference in one number is always found.
 */
export function checksum(words: Uint32Array, count: number): number {
	let sum = 0;
	for (let at = count; --at > 0;) {
		sum = Math.imul(sum ^ words[at], 0x9e3779b1);
		sum ^= sum >>> 15;
	}
	return sum >>> 0;
}

/** Bytes that an entry takes. */
export function sizeOf(length: number): number {
	return length + 2 * UNIT - 1 & -UNIT;
}
