import type { OutboxCounts } from "./options.js";
import type { BlockStorage } from "./storage.js";

export const IN_USE = "the storage is in use by another outbox";

/**
 * Kind of an entry. None of these bytes is in any UTF-8 text (RFC 3629, section 1), so that an entry behind a damaged one
 * is found. 247 was a reading of 0.1.0's first format, without an id.
 */
export const HEADER = 245;
export const MARK = 246;
export const READING = 248;

/** Bytes in front of an entry's content, and what lengths are multiples of: flash that encrypts itself takes 16 at once. */
export const UNIT = 16;

/** Bytes of a header's content. Another length is another format. */
export const HEADER_LENGTH = 12;
/** Which numbers of a header are: the first reading that is not delivered, the storage's blocks, their length. */
export const HEAD = 4;
const BLOCKS = 5;
const BLOCK_LENGTH = 6;

/** Bytes that a reading's content begins with: {"id":"123456789012345" */
export const ID_LENGTH = 23;

/** Fills the last bytes of an entry: what neither erased flash nor a hole in a file reads as. */
export const PADDING = 10;

/**
 * Entries in the blocks of a storage. Numbers are unsigned, 32 bits, in the machine's order, which is little-endian on all
 * that XS runs on. Each entry tells its block's generation and its own number, so that a block whose header is damaged is
 * read from its other entries.
 *
 * | bytes | of an entry |
 * |---|---|
 * | 0 to 3 | checksum of all that follows |
 * | 4 to 6 | length of the content |
 * | 7 | kind |
 * | 8 to 11 | of a reading its number; of a mark the number of the first that is not delivered; of a header the next number |
 * | 12 to 15 | generation of the block: how many blocks have been begun |
 * | from 16 | content: of a reading the JSON text of its record, id first; of a header the first number that is not delivered, blocks, block length |
 *
 * One buffer serves all: what was read is there until the next call.
 */
export class Entries {
	/** The whole of the entry that was read last, or is to be written, as bytes and as numbers; other arrays when they have had to grow. */
	bytes!: Uint8Array<ArrayBuffer>;
	words!: Uint32Array;
	/** Of the entry that was read last: bytes of its content, those that it takes (`UNIT` when it is not whole), its number. */
	length!: number;
	size!: number;
	sequence!: number;

	readonly blockLength: number;
	/** Generation of each block; 0 for one without an entry. */
	protected readonly generations: Uint32Array;
	protected readonly storage: BlockStorage;
	protected readonly counts: OutboxCounts;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number, counts: OutboxCounts) {
		const { blockLength, blocks, writeAlign = 1 } = storage.status();
		this.storage = storage;
		this.counts = counts;
		this.blockLength = blockLength;
		this.allot(longest + ID_LENGTH);
		if (!(blocks >= 2 && blockLength >= sizeOf(longest + ID_LENGTH) + 5 * UNIT && blockLength % UNIT === 0 && UNIT % writeAlign === 0))
			throw new RangeError("storage has too few, too short or odd blocks");
		this.generations = new Uint32Array(blocks);
	}

	/**
	 * Reads what is at an offset of the storage. Returns its kind, 0 when there is no entry that is whole.
	 * @throws Error when it was written with another geometry, or in another format
	 */
	protected read(at: number): number {
		this.readRow(at);
		const kind = this.words[1] >>> 24;
		this.length = this.words[1] & 0xffffff;
		const size = sizeOf(this.length);
		this.size = UNIT;
		if (kind < HEADER || kind > READING || size > this.blockLength - at % this.blockLength)
			return 0;
		// Another version of the firmware may have allowed longer readings.
		const before = this.bytes.length;
		if (size > before)
			this.allot(this.length);
		this.storage.read(this.bytes.subarray(0, size), at);
		const words = this.words;
		if (words[0] !== checksum(words, size >> 2)) {
			if (size > before) {
				this.allot(before - 2 * UNIT);
				this.readRow(at);
			}
			return 0;
		}
		this.size = size;
		this.sequence = words[2];
		const blocks = this.generations.length;
		if (kind === HEADER && (this.length !== HEADER_LENGTH || words[BLOCKS] !== blocks || words[BLOCK_LENGTH] !== this.blockLength))
			throw new Error(this.length === HEADER_LENGTH
				? "the storage has " + blocks + " blocks of " + this.blockLength + " bytes, but was written with " + words[BLOCKS] + " of " + words[BLOCK_LENGTH]
				: "the storage is of another version");
		return kind;
	}

	/** Whether nothing was written since its block was erased, in the row in which `read` has found no entry. */
	protected isBlank(): boolean {
		const words = this.words;
		return (words[0] & words[1] & words[2] & words[3]) === -1;
	}

	/** Looks whether an entry can be written. @throws Error when something is there, which only another outbox can have written */
	protected check(at: number): void {
		this.readRow(at);
		if (!this.isBlank())
			throw new Error(IN_USE);
	}

	/**
	 * Writes an entry and reads it back.
	 * @param at offset in the storage, where nothing is
	 * @param length bytes of its content, which is in `bytes`
	 * @returns whether it is there
	 */
	protected write(at: number, kind: number, sequence: number, generation: number, length: number): boolean {
		const words = this.words;
		const size = sizeOf(length);
		this.bytes.fill(PADDING, UNIT + length, size);
		words[1] = kind << 24 | length;
		words[2] = sequence;
		words[3] = generation;
		const sum = checksum(words, size >> 2);
		words[0] = sum;
		this.counts.writes++;
		const entry = this.bytes.subarray(0, size);
		this.storage.write(entry, at);
		this.storage.read(entry, at);
		return words[0] === sum && checksum(words, size >> 2) === sum;
	}

	/**
	 * Writes a header and reads it back.
	 * @param head number of the first reading that is not delivered
	 * @param next number of the next reading
	 */
	protected writeHeader(at: number, head: number, next: number, generation: number): boolean {
		const words = this.words;
		words[HEAD] = head;
		words[BLOCKS] = this.generations.length;
		words[BLOCK_LENGTH] = this.blockLength;
		return this.write(at, HEADER, next, generation, HEADER_LENGTH);
	}

	private readRow(at: number): void {
		this.storage.read(this.bytes.subarray(0, UNIT), at);
	}

	private allot(length: number): void {
		// encodeInto leaves at most three bytes free for want of room, so one unit more tells a full buffer from a fitting text.
		this.bytes = new Uint8Array(sizeOf(length) + UNIT);
		this.words = new Uint32Array(this.bytes.buffer);
	}
}

/**
 * Checksum of all numbers but the first. By numbers, not by bytes as a CRC goes: on XS each step of a loop costs the same.
 * Each step can be undone, so that a difference in one number is always found.
 */
function checksum(words: Uint32Array, count: number): number {
	// Looked up once, not for each number.
	const { imul } = Math;
	let sum = 0;
	for (let at = count; --at > 0;) {
		sum = imul(sum ^ words[at], 0x9e3779b1);
		sum ^= sum >>> 15;
	}
	return sum >>> 0;
}

/** Bytes that an entry takes. */
export function sizeOf(length: number): number {
	return length + 2 * UNIT - 1 & -UNIT;
}
