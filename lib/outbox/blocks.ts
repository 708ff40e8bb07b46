import { BLOCK_LENGTH, BLOCKS, Entry, FIRST_HEADER, FORMER_HEADER, HEAD, HEADER, HEADER_LENGTH, ID_LENGTH, MARK, OLD_HEADER_LENGTH, PADDING, READING, sizeOf, UNIT, VERSION } from "./log-format.js";
import type { BlockStorage } from "./storage.js";

export const IN_USE = "the storage is in use by another outbox";
const OTHER_VERSION = "the storage is of another version";
const NOT_ERASED = "erased storage does not read as 255: is its partition encrypted?";

/**
 * The blocks of a storage: finds them and what they hold, wherever they are and whatever of them is damaged.
 *
 * A position is a generation times the block length, plus the offset in that block: positions grow from reading to reading.
 */
export class Blocks {
	readonly storage: BlockStorage;
	/** What was read last, until the next call. */
	readonly entry: Entry;
	/** Bytes of a block. */
	readonly length: number;
	/** Generation of each block; 0 for one without an entry. */
	readonly generations: Uint32Array;

	/** Found by `scanBlock`: number of the next reading, of the first that is not delivered (0 while that is not known), and readings behind the last whole entry that can't be read. */
	next = 1;
	head = 0;
	damaged = 0;

	/** The generation that was looked up last, and where its block begins. */
	private generation = 0;
	private offset = 0;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number) {
		const status = storage.status();
		const length = status.blockLength;
		const size = sizeOf(longest + ID_LENGTH);
		this.storage = storage;
		this.length = length;
		// encodeInto leaves at most three bytes free for want of room, so one unit more tells a full buffer from a fitting text.
		this.entry = new Entry(size + UNIT);
		if (!(status.blocks >= 2 && length >= size + 5 * UNIT && length % UNIT === 0 && UNIT % (status.writeAlign ?? 1) === 0))
			throw new RangeError("storage has too few, too short or odd blocks");
		this.generations = new Uint32Array(status.blocks);
	}

	/** Learns the generation of each block. Returns the newest, 0 for none. */
	find(): number {
		const generations = this.generations;
		let newest = 0;
		generations.fill(0);
		for (let block = 0; block < generations.length; block++) {
			let generation = this.generationOf(block);
			const twin = generations.indexOf(generation);
			// Of two copies of a block, the one that holds more.
			if (generation > 0 && twin >= 0) {
				if (this.scanBlock(block) > this.scanBlock(twin))
					generations[twin] = 0;
				else
					generation = 0;
			}
			generations[block] = generation;
			if (generation > newest)
				newest = generation;
		}
		// What is older than one round is a copy of another time.
		for (let block = 0; block < generations.length; block++) {
			if (generations[block] <= newest - generations.length)
				generations[block] = 0;
		}
		if (newest === 0)
			this.refuseFirst();
		this.generation = this.head = 0;
		this.next = 1;
		return newest;
	}

	/**
	 * Reads a block.
	 * @returns bytes up to where it has not been written; 0 for no block
	 */
	scanBlock(block: number): number {
		const entry = this.entry;
		let last = 0;
		let whole = 0;
		let end = 0;
		let torn = 0;
		for (let at = 0; block >= 0 && at < this.length; at += entry.size) {
			const kind = this.read(block * this.length + at);
			if (kind === 0) {
				if (entry.isBlank())
					continue;
				const words = entry.words;
				last = words[3] >>> 24;
				// Damage can turn a byte of a reading's text into this kind; such a row is not a reading of its own.
				if (words[1] >>> 24 === READING && (at >= whole || words[3] === this.generations[block])) {
					torn++;
					whole = at + sizeOf(entry.length);
				}
			}
			else {
				torn = 0;
				last = -1;
				if (kind !== READING)
					this.head = kind === MARK ? entry.sequence : entry.words[HEAD];
				// A header revokes the reading before it.
				this.next = kind === READING ? entry.sequence + 1 : kind === HEADER ? entry.sequence : Math.max(this.next, entry.sequence);
			}
			end = at + entry.size;
		}
		// A write that the power has cut lacks its end, which is erased or 0, or its last rows. Those of a reading end with a brace or padding.
		const isWhole = last > 0 && last < 255 && (end === whole || last === "}".charCodeAt(0) || last === PADDING);
		this.damaged = isWhole ? Math.max(1, torn) : Math.max(0, torn - 1);
		return end;
	}

	/** Offset in the storage of a position; negative when its block is not there. */
	place(position: number): number {
		const offset = position % this.length;
		const generation = (position - offset) / this.length;
		if (generation !== this.generation) {
			this.generation = generation;
			this.offset = this.generations.indexOf(generation) * this.length;
		}
		return this.offset + offset;
	}

	/** Reads what is at a position into a buffer. Returns as `Entry.read`; a block that is not there is one with nothing in it. */
	readAt(position: number, entry: Entry): number {
		const at = this.place(position);
		if (at >= 0)
			return entry.read(this.storage, at, this.length - at % this.length);
		entry.size = -at;
		return 0;
	}

	/**
	 * Whether a reading is revoked: what comes behind it has its number, or one before. It is in its buffer again then.
	 * @param at position behind it
	 * @param end position behind the last entry
	 */
	isRevoked(reading: Entry, at: number, end: number): boolean {
		const { sequence, size } = reading;
		const entry = this.entry;
		let isRevoked = false;
		for (let next = at; next < end; next += entry.size) {
			const kind = this.readAt(next, entry);
			if (kind === HEADER || kind === READING) {
				isRevoked = entry.sequence <= sequence;
				break;
			}
		}
		this.readAt(at - size, reading);
		return isRevoked;
	}

	/** Erases the block of a round ago, or one without an entry, for a generation. */
	erase(generation: number): void {
		const generations = this.generations;
		let block = generations.indexOf(generation - generations.length);
		if (block < 0)
			block = generations.indexOf(0);
		generations[block] = this.generation = 0;
		this.storage.eraseBlock(block);
		if (!this.isFree(block * this.length))
			throw new Error(NOT_ERASED);
		// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half erased, with its header.
		generations[block] = generation;
	}

	/**
	 * Erases the blocks before a generation, where the storage has use for their room.
	 * @returns how many
	 */
	release(generation: number): number {
		const generations = this.generations;
		let count = 0;
		if (this.storage.isFull === undefined)
			return 0;
		for (let block = 0; block < generations.length; block++) {
			if (generations[block] > 0 && generations[block] < generation) {
				generations[block] = this.generation = 0;
				this.storage.eraseBlock(block);
				count++;
			}
		}
		return count;
	}

	/** Whether the storage has thrown this because others have taken its room. */
	isFull(thrown: unknown): boolean {
		return this.storage.isFull?.(thrown) === true;
	}

	/** Whether an entry can be written. Uses the first bytes of the buffer. */
	isFree(at: number): boolean {
		const entry = this.entry;
		this.storage.read(entry.bytes.subarray(0, UNIT), at);
		return entry.isBlank();
	}

	/** Generation of a block, from its first entry that is whole; 0 without one. */
	private generationOf(block: number): number {
		const entry = this.entry;
		const start = block * this.length;
		// Of a block that begins with so many blank bytes, nothing else has been written.
		let blank = start + 3 * UNIT;
		for (let at = start; at < start + this.length; at += entry.size) {
			if (this.read(at) !== 0)
				return entry.words[3];
			if (!entry.isBlank())
				blank = 0;
			else if (at === blank)
				break;
		}
		return 0;
	}

	/** Reads what is at an offset of the storage. @throws Error when it was written in another version, or with another geometry */
	private read(at: number): number {
		const entry = this.entry;
		const kind = entry.read(this.storage, at, this.length - at % this.length);
		if (kind === HEADER) {
			const words = entry.words;
			const version = words[BLOCKS] >>> 16;
			const blocks = words[BLOCKS] & 0xffff;
			if (version > VERSION || entry.length !== (version === 0 ? OLD_HEADER_LENGTH : HEADER_LENGTH))
				throw new Error(OTHER_VERSION);
			if (blocks !== this.generations.length && this.storage.isFull === undefined || words[BLOCK_LENGTH] !== this.length)
				throw new Error("the storage has " + this.generations.length + " blocks of " + this.length + " bytes, but was written with " + blocks + " of " + words[BLOCK_LENGTH]);
		}
		return kind;
	}

	/** @throws Error when a block, where none is of this version or a known one, begins as those of the formats before, whose checksums are others */
	private refuseFirst(): void {
		const entry = this.entry;
		const words = entry.words;
		for (let at = 0; at < this.generations.length * this.length; at += this.length) {
			entry.read(this.storage, at, this.length);
			if (words[1] === FORMER_HEADER || words[1] === FIRST_HEADER)
				throw new Error(OTHER_VERSION);
		}
	}
}
