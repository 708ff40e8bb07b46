import {
	BASE_AT, BLANK, checksum, ENTRY_LENGTH, HEADER_LENGTH, MAGIC, MARK, READING, WORD_GENERATION, WORD_HEAD, WORD_KIND, WORD_MAGIC,
	WORD_NEXT, WORD_SEQUENCE
} from "./log-layout.js";
import { ID_LENGTH } from "./reading-id.js";
import type { BlockStorage } from "./storage.js";

/** Bytes of a text that the buffer holds to begin with. */
const FIRST_LENGTH = 116;

/** A place in the log: the block of a generation, and where in it. */
export interface Place {
	generation: number;
	offset: number;
}

/**
 * Headers and entries in the blocks of a storage. A generation is the number of a block in the order in which they are
 * written, and lies in the block that is its remainder. One buffer serves all: what was read is there until the next call.
 */
export class Blocks {
	/** Where a reading's text is after `entry`, and is put before `write`; another array when it has had to grow. */
	payload!: Uint8Array;
	/** Of the entry that was read last: its number, the bytes of its text, and those that it takes. */
	sequence = 0;
	length = 0;
	size = 0;
	/** Since the log was made. */
	writes = 0;
	erases = 0;

	readonly count: number;
	readonly blockLength: number;
	/** Bytes of a header in this storage, and what lengths are multiples of. */
	readonly headerSize: number;
	readonly align: number;

	private readonly storage: BlockStorage;
	private bytes!: Uint8Array;
	private words!: Uint32Array;
	private header!: Uint8Array;
	private entryHead!: Uint8Array;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length
	 */
	constructor(storage: BlockStorage, longest: number) {
		const { blockLength, blocks, writeAlign = 0 } = storage.status();
		this.storage = storage;
		this.align = writeAlign > 4 ? writeAlign : 4;
		this.headerSize = this.aligned(HEADER_LENGTH);
		if (!(blocks >= 2))
			throw new RangeError("storage must have 2 blocks or more");
		if (!(this.headerSize + this.sizeOf(longest) <= blockLength) || blockLength % this.align !== 0)
			throw new RangeError(`storage has blocks of ${blockLength} bytes, too short for limits.reading (${longest})`);
		this.count = blocks;
		this.blockLength = blockLength;
		this.reserve(longest < FIRST_LENGTH ? longest : FIRST_LENGTH);
	}

	/** Makes the payload so large that it holds a text of `length` bytes and four more; what was in it is gone. */
	reserve(length: number): void {
		this.bytes = new Uint8Array(this.sizeOf(length) + this.align);
		this.words = new Uint32Array(this.bytes.buffer);
		this.header = this.bytes.subarray(0, this.headerSize);
		this.entryHead = this.bytes.subarray(0, ENTRY_LENGTH);
		this.payload = this.bytes.subarray(ENTRY_LENGTH);
	}

	/** Bytes that an entry takes. */
	sizeOf(length: number): number {
		return this.aligned(ENTRY_LENGTH + length);
	}

	/** Reads the header of a block. Returns its generation, 0 when it has none. */
	generationIn(block: number): number {
		const { header, words } = this;
		this.storage.read(header, block * this.blockLength);
		const valid = words[WORD_MAGIC] === MAGIC && words[0] === checksum(words, HEADER_LENGTH >> 2, 0);
		return valid && words[WORD_GENERATION] % this.count === block ? words[WORD_GENERATION] : 0;
	}

	/** Whether the block of a generation is there; its header has been read then. */
	has(generation: number): boolean {
		return this.generationIn(generation % this.count) === generation;
	}

	/** What the header says that was read last: the next reading's number, and that of the first that is not delivered. */
	get next(): number {
		return this.words[WORD_NEXT];
	}

	get head(): number {
		return this.words[WORD_HEAD];
	}

	/** The base of ids in the header that was read last, in a new array. */
	get base(): Uint8Array {
		return this.bytes.slice(BASE_AT, BASE_AT + ID_LENGTH);
	}

	/** Erases the block of a generation and writes its header. Returns whether it is there. */
	begin(generation: number, next: number, head: number, base: Uint8Array): boolean {
		const { bytes, storage, words } = this;
		const block = generation % this.count;
		this.erases++;
		storage.eraseBlock(block);
		bytes.fill(0, 0, this.headerSize);
		words[WORD_MAGIC] = MAGIC;
		words[WORD_GENERATION] = generation;
		words[WORD_NEXT] = next;
		words[WORD_HEAD] = head;
		bytes.set(base, BASE_AT);
		words[0] = checksum(words, HEADER_LENGTH >> 2, 0);
		this.writes++;
		storage.write(this.header, block * this.blockLength);
		return this.has(generation);
	}

	/** Reads the entry that begins at a place. @param end offset that it must not pass @returns its kind, 0 when there is none */
	entry(place: Place, end: number): number {
		const at = this.address(place);
		if (place.offset + ENTRY_LENGTH > end)
			return 0;
		this.storage.read(this.entryHead, at);
		const { words } = this;
		const kind = words[WORD_KIND] >>> 24;
		this.length = words[WORD_KIND] & 0xffffff;
		this.size = this.sizeOf(this.length);
		if (kind !== READING && kind !== MARK || place.offset + this.size > end)
			return 0;
		// Another version of the firmware may have allowed longer readings.
		if (this.size > this.bytes.length)
			this.reserve(this.length);
		this.storage.read(this.bytes.subarray(0, this.size), at);
		this.sequence = this.words[WORD_SEQUENCE];
		return checksum(this.words, this.size >> 2, place.generation) === this.words[0] ? kind : 0;
	}

	/**
	 * Writes an entry and reads it back.
	 * @param length bytes of its text, in `payload`
	 * @returns whether it is there
	 */
	write(place: Place, kind: number, sequence: number, length: number): boolean {
		const { bytes, words } = this;
		const size = this.sizeOf(length);
		bytes.fill(0, ENTRY_LENGTH + length, size);
		words[WORD_KIND] = kind << 24 | length;
		words[WORD_SEQUENCE] = sequence;
		words[0] = checksum(words, size >> 2, place.generation);
		this.writes++;
		this.storage.write(bytes.subarray(0, size), this.address(place));
		return this.entry(place, this.blockLength) === kind && this.sequence === sequence;
	}

	/** Returns where what was written to a block ends, between two offsets; `from` when nothing was. */
	writtenEnd(generation: number, from: number, to: number): number {
		const { bytes, words } = this;
		const longest = bytes.length - bytes.length % this.align;
		for (let end = to; end > from;) {
			const count = end - from < longest ? end - from : longest;
			end -= count;
			this.storage.read(bytes.subarray(0, count), this.address({ generation, offset: end }));
			for (let word = (count >> 2) - 1; word >= 0; word--) {
				if (words[word] !== BLANK)
					return this.aligned(end + (word + 1) * 4);
			}
		}
		return from;
	}

	private address({ generation, offset }: Place): number {
		return generation % this.count * this.blockLength + offset;
	}

	private aligned(length: number): number {
		return Math.ceil(length / this.align) * this.align;
	}
}
