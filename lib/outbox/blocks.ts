import { Entry, ID_LENGTH, sizeOf, UNIT } from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
import { MOST_WRITES, PatientStorage } from "./patient-storage.js";
import type { PendingNumbers } from "./pending-numbers.js";
import type { BlockStorage } from "./storage.js";

const NOT_ERASED = "erased storage does not read as 255: is its partition encrypted?";

/** In place of the generation of a block that is not in use: below all others. */
export const NO_GENERATION = 0;

/** States of a block: nothing of the log is in it. */
export const FREE = 0;
/** It has been begun, with a generation. */
export const IN_USE = 1;
/** A part of it can't be read. It is left alone for this start, neither erased nor written: a later one may read it. */
export const UNREAD = 2;
/** It can't be read, and what it may hold is not waited for any more. It is free once it can be erased. */
export const GIVEN_UP = 3;
/** It could not be erased or begun, and holds nothing. It is free once it can be erased. */
export const WORN = 4;
export type BlockState = typeof FREE | typeof IN_USE | typeof UNREAD | typeof GIVEN_UP | typeof WORN;

/** Whether a block is not used, and nothing waits for what it holds. */
function isAbandoned(state: number): boolean {
	return state === GIVEN_UP || state === WORN;
}

function hasFailed(state: number): boolean {
	return state === UNREAD || isAbandoned(state);
}

/** Starts that can't read a block, of which the last gives it up. */
export const MOST_STARTS = 3;
/** Times that blocks which had failed are used again in one start: one that can be erased, and not begun, would come first each time. */
const MOST_WAKES = 3;
/** Of a sum that tells sets of blocks apart. */
const FACTOR = 1021;

// docs/decisions/0097-an-unread-block-is-left-alone.md
/**
 * The blocks of a storage: which are in use, in which order, and which have failed.
 *
 * A position is a generation times the block length, plus the offset in that block: positions grow from reading to reading.
 */
export class Blocks {
	readonly storage: PatientStorage;
	/** What was read or written last, until the next call. */
	readonly entry: Entry;
	/** Bytes of a block. */
	readonly length: number;
	/** State of each block. */
	states!: Uint8Array;
	/** Generation of each block that is in use, `NO_GENERATION` of others. */
	generations!: Uint32Array;
	/** How many are `UNREAD`. */
	unread = 0;
	/** Which of them can't be read, those that are given up, too, as a number that hardly any others have; 0 when all can. */
	unreadable = 0;
	/** Starts in a row that could not read these, with this one, up to `MOST_STARTS`. */
	starts = 0;
	/** Generation of which two blocks differ, of which one is `UNREAD` although it can be read; `NO_GENERATION` without such. */
	twin = NO_GENERATION;
	/** Blocks that could not be erased since the last that could. */
	unproven = 0;

	readonly numbers: PendingNumbers;
	readonly counts: OutboxCounts;
	/** The generation that was looked up last, and where its block begins. */
	private generation = NO_GENERATION;
	private offset = 0;
	private wakes = 0;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number, numbers: PendingNumbers, counts: OutboxCounts) {
		const { blockLength: length, blocks, writeAlign = 1 } = storage.status();
		const size = sizeOf(longest + ID_LENGTH);
		this.storage = new PatientStorage(storage, counts);
		this.numbers = numbers;
		this.counts = counts;
		this.length = length;
		// encodeInto leaves at most three bytes free for want of room, so one unit more distinguishes a full buffer from a text that fits.
		this.entry = new Entry(size + UNIT);
		if (!(blocks >= 2 && length >= size + 5 * UNIT && length % UNIT === 0 && UNIT % writeAlign === 0))
			throw new RangeError("storage has too few, too short or odd blocks");
		this.forget();
	}

	/** A start begins, which knows nothing of the blocks. */
	forget(): void {
		const count = this.storage.blocks;
		this.states = new Uint8Array(count);
		this.generations = new Uint32Array(count);
		this.generation = this.twin = NO_GENERATION;
		this.unread = this.unreadable = this.wakes = 0;
	}

	/** @param generation of a block that is in use */
	set(block: number, state: BlockState, generation = NO_GENERATION): void {
		const { states } = this;
		states[block] = state;
		this.generations[block] = generation;
		this.generation = NO_GENERATION;
		let bad = 0, unread = 0, unreadable = 0;
		for (let at = 0; at < states.length; at++) {
			const each = states[at];
			if (hasFailed(each))
				bad++;
			if (each === UNREAD)
				unread++;
			if (each === UNREAD || each === GIVEN_UP)
				unreadable = Math.imul(unreadable, FACTOR) + at + 1 >>> 0;
		}
		this.unread = unread;
		this.unreadable = unreadable;
		this.counts.badBlocks = bad;
	}

	/** The highest generation below one; `NO_GENERATION` without such. */
	before(generation: number): number {
		return this.generations.reduce((highest, each) => each < generation && each > highest ? each : highest, NO_GENERATION);
	}

	/** The lowest generation above one; `Infinity` without such. */
	after(generation: number): number {
		return this.generations.reduce((lowest, each) => each > generation && each < lowest ? each : lowest, Infinity);
	}

	/** The block to begin next: a free one, else the oldest; -1 where none is in use, either. */
	spare(): number {
		const free = this.states.indexOf(FREE);
		return free >= 0 ? free : this.generations.indexOf(this.after(NO_GENERATION));
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

	/** Reads what is at an offset of the storage into the buffer. Returns as `Entry.read`. */
	read(at: number): number {
		return this.entry.read(this.storage, at, this.length - at % this.length);
	}

	/**
	 * Reads what is at a position into a buffer. Returns as `Entry.read`; a block that is not there is one with nothing in it,
	 * and so is one that can't be read where others can: it is left alone from then on. Throws what the storage throws.
	 */
	readAt(position: number, entry: Entry): number {
		const at = this.place(position);
		if (at < 0) {
			entry.size = this.behind(position) - position;
			return 0;
		}
		const offset = at % this.length;
		const kind = entry.read(this.storage, at, this.length - offset);
		if (this.storage.thrown !== undefined) {
			this.leaveAlone((at - offset) / this.length);
			entry.size = this.length - offset;
		}
		return kind;
	}

	/** Whether an entry can be written at an offset of the storage. Uses the first bytes of the buffer. Throws what the storage throws. */
	isFree(at: number): boolean {
		this.storage.read(this.entry.head, at);
		if (this.storage.thrown !== undefined)
			throw this.storage.unreadable;
		return this.entry.isBlank();
	}

	/**
	 * Erases a block for a generation, or for none. Where that fails, it is not used for a while, unless it was free and the storage
	 * is full: there is no room to begin it.
	 * @returns what has failed, undefined when it is erased
	 */
	erase(block: number, generation: number): unknown {
		const isInUse = this.states[block] === IN_USE;
		this.set(block, FREE);
		const fault = this.tryErase(block, MOST_WRITES);
		// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half
		// erased, with its header.
		if (fault === undefined && generation !== NO_GENERATION)
			this.set(block, IN_USE, generation);
		if (fault !== undefined && (isInUse || !this.storage.isFull(fault)))
			this.wearOut(block);
		return fault;
	}

	/**
	 * A block that holds nothing which is pending is not used for a while. Where no other is left, it was the storage as a
	 * whole, and each may be tried again.
	 */
	wearOut(block: number): void {
		this.set(block, WORN);
		this.unproven++;
		this.counts.storageErrors++;
		if (this.spare() < 0)
			this.change(WORN, FREE);
	}

	/** What can't be read is not waited for any more. */
	giveUp(): void {
		this.starts = MOST_STARTS;
		this.wakes = 0;
		this.change(UNREAD, GIVEN_UP);
	}

	/** Tries to erase the blocks that are not used, and that nothing waits for. Returns whether one is free again. */
	wake(): boolean {
		let isAwake = false;
		for (let block = 0; block < this.states.length; block++) {
			if (this.wakes < MOST_WAKES && isAbandoned(this.states[block]) && this.tryErase(block, 1) === undefined) {
				this.set(block, FREE);
				isAwake = true;
			}
		}
		if (isAwake)
			this.wakes++;
		return isAwake;
	}

	/**
	 * Empties the blocks that hold nothing which is waited for, and yet take room: a power cut, or an erase that failed, has left
	 * that. Returns whether there was any.
	 */
	emptyRests(): boolean {
		const { entry, states, storage } = this;
		let isThere = false;
		for (let block = 0; block < states.length; block++) {
			if (states[block] !== FREE && !isAbandoned(states[block]))
				continue;
			storage.read(entry.head, block * this.length);
			if (!entry.isBlank() && this.tryErase(block, 1) === undefined)
				isThere = true;
		}
		return isThere;
	}

	private change(from: BlockState, to: BlockState): void {
		this.states.forEach((state, block) => {
			if (state === from)
				this.set(block, to);
		});
	}

	/** A part of a block can't be read. Throws what the storage throws where no other block can be read, either. */
	private leaveAlone(block: number): void {
		for (let other = 0; this.storage.thrown !== undefined; other++) {
			if (other === this.states.length)
				throw this.storage.unreadable;
			if (other !== block && !hasFailed(this.states[other]))
				this.read(other * this.length);
		}
		this.set(block, UNREAD);
		this.starts = 1;
		this.numbers.hold();
	}

	/** Where the next block begins after that of a position, which is not there; where that would end without such. */
	private behind(position: number): number {
		const generation = Math.floor(position / this.length);
		const next = this.after(generation);
		return (next === Infinity ? generation + 1 : next) * this.length;
	}

	/** Erases a block, so many times where that throws. Returns what has failed, undefined when it is erased. */
	private tryErase(block: number, most: number): unknown {
		const storage = this.storage;
		let fault: unknown;
		for (let tries = 0; tries < most && !storage.isFull(fault); tries++) {
			try {
				storage.eraseBlock(block);
				if (!this.isFree(block * this.length))
					return new Error(NOT_ERASED);
				this.unproven = 0;
				this.counts.erases++;
				return undefined;
			}
			catch (thrown) {
				fault = thrown ?? "";
			}
		}
		return fault;
	}
}
