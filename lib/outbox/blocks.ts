import { type BlockState, canBeListed, FailedBlocks, isHeld, TRIED } from "./failed-blocks.js";
import { Entry, HELD, ID_LENGTH, MOST_LISTED, RESTING, sizeOf, UNIT } from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
import { MOST_WRITES, PatientStorage } from "./patient-storage.js";
import type { BlockStorage } from "./storage.js";

const NOT_ERASED = "erased storage does not read as 255: is its partition encrypted?";

/** In place of the generation of a block without an entry: below all others. */
export const EMPTY = 0;
/** In place of the generation of a block that is not used, as it can't be read, erased or written: above all others. */
export const BAD = 0x7fffffff;

/** Times that a block is tried again in one start. */
const MOST_WAKES = 3;

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
	/** Those with which something has failed. */
	readonly failed = new FailedBlocks();
	/** Generation of each block, `EMPTY` or `BAD`. */
	generations: Uint32Array;
	/** Blocks that could not be erased since the last that could. */
	unproven = 0;
	/** How often a block has been found that can't be read. */
	unread = 0;

	private readonly counts: OutboxCounts;
	/** The generation that was looked up last, and where its block begins. */
	private generation = EMPTY;
	private offset = 0;
	/** The block whose read failed last; undefined without such. */
	private failing: number | undefined;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number, counts: OutboxCounts) {
		const { blockLength: length, blocks, writeAlign = 1 } = storage.status();
		const size = sizeOf(longest + ID_LENGTH);
		this.storage = new PatientStorage(storage, counts);
		this.counts = counts;
		this.length = length;
		// encodeInto leaves at most three bytes free for want of room, so one unit more distinguishes a full buffer from a text that fits.
		this.entry = new Entry(size + UNIT);
		if (!(blocks >= 2 && length >= size + 5 * UNIT && length % UNIT === 0 && UNIT % writeAlign === 0))
			throw new RangeError("storage has too few, too short or odd blocks");
		this.generations = new Uint32Array(blocks);
	}

	/** A start begins, which knows nothing of the blocks. */
	forget(): void {
		const count = this.storage.blocks;
		if (this.generations.length !== count)
			this.generations = new Uint32Array(count);
		this.generations.fill(EMPTY);
		this.generation = EMPTY;
		this.failed.all = [];
	}

	isBad(block: number): boolean {
		return this.generations[block] === BAD;
	}

	/** Whether a block has been begun, and is used. */
	isInUse(block: number): boolean {
		return this.generations[block] !== EMPTY && !this.isBad(block);
	}

	/** The highest generation below one; `EMPTY` without such. */
	before(generation: number): number {
		return this.generations.reduce((highest, each) => each < generation && each > highest ? each : highest, EMPTY);
	}

	/** The lowest generation above one; `BAD` without such. */
	after(generation: number): number {
		return this.generations.reduce((lowest, each) => each > generation && each < lowest ? each : lowest, BAD);
	}

	/** The block to begin next: one without an entry, else the oldest. */
	spare(): number {
		return this.generations.indexOf(this.generations.slice().sort()[0]);
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
	 * and so is one that can't be read, twice, where others can: it is held from then on.
	 * @param head number of the first reading that is pending
	 */
	readAt(position: number, entry: Entry, head: number): number {
		const at = this.place(position);
		if (at < 0) {
			entry.size = this.behind(position) - position;
			return 0;
		}
		const offset = at % this.length;
		const kind = entry.read(this.storage, at, this.length - offset);
		if (this.storage.thrown !== undefined) {
			this.hold((at - offset) / this.length, head);
			entry.size = this.length - offset;
		}
		return kind;
	}

	/** Whether an entry can be written at an offset of the storage. Uses the first bytes of the buffer. Throws what the storage throws. */
	isFree(at: number): boolean {
		const { entry, storage } = this;
		storage.read(entry.head, at);
		if (storage.thrown !== undefined)
			throw storage.unreadable;
		return entry.isBlank();
	}

	/**
	 * Erases a block for a generation. Where that fails, it is not used for a while, unless the storage is full.
	 * @returns what has failed, undefined when it is erased
	 */
	erase(block: number, generation: number): unknown {
		this.mark(block, EMPTY);
		// One that an earlier start could not erase is not waited for long.
		const fault = this.tryErase(block, this.failed.of(block)?.isListed === true ? 1 : MOST_WRITES);
		if (fault === undefined) {
			this.unproven = 0;
			// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half
			// erased, with its header.
			this.mark(block, generation);
		}
		else if (!this.storage.isFull(fault))
			this.giveUp(block);
		return fault;
	}

	/** A block that was held has been emptied. Returns what has failed, undefined when it is erased. */
	emptyHeld(block: number): unknown {
		const fault = this.tryErase(block);
		if (fault === undefined)
			this.letGo(block);
		return fault;
	}

	/** A block that was held has nothing that is pending. */
	letGo(block: number): void {
		this.setRight(block);
		this.mark(block, EMPTY);
	}

	/**
	 * A block that holds nothing which is pending is not used for a while. Where no other is left, it was the storage as a
	 * whole, and each may be tried again.
	 */
	giveUp(block: number): void {
		const { failed, generations } = this;
		const failure = failed.of(block);
		if (failure === undefined)
			this.setAside(block, RESTING, 0, false);
		else {
			failure.state = RESTING;
			this.mark(block, BAD);
		}
		this.unproven++;
		this.counts.storageErrors++;
		if (this.isBad(this.spare())) {
			for (const other of failed.all) {
				if (!isHeld(other))
					generations[other.block] = EMPTY;
			}
			failed.all = failed.held;
		}
		this.countBad();
	}

	/** Erases blocks that this start has stopped using. Returns whether one is in use again. */
	wake(): boolean {
		let isAwake = false;
		for (const failure of this.failed.all) {
			if (failure.state === RESTING && failure.wakes < MOST_WAKES) {
				failure.wakes++;
				if (this.tryErase(failure.block) === undefined) {
					failure.state = TRIED;
					this.generations[failure.block] = EMPTY;
					isAwake = true;
				}
			}
		}
		this.countBad();
		return isAwake;
	}

	/**
	 * Empties the blocks that are not used and hold nothing: what they held when they were given up takes room. Returns whether
	 * there was any.
	 */
	emptyBad(): boolean {
		let isThere = false;
		for (const failure of this.failed.all) {
			const { block } = failure;
			if (!this.isBad(block) || isHeld(failure))
				continue;
			try {
				if (!this.isFree(block * this.length)) {
					this.storage.eraseBlock(block);
					isThere = true;
				}
			}
			catch {
				// It is bad.
			}
		}
		return isThere;
	}

	/** A block is not used. @param head of what it holds: number of the first reading that is pending */
	setAside(block: number, state: BlockState, head: number, isListed: boolean): void {
		this.failed.add(block, state, head, isListed);
		this.mark(block, BAD);
	}

	/** A block is as others are. */
	setRight(block: number): void {
		this.failed.remove(block);
		this.countBad();
	}

	countBad(): void {
		this.counts.badBlocks = this.failed.count;
	}

	/** @param generation or `EMPTY` or `BAD` */
	private mark(block: number, generation: number): void {
		this.generations[block] = generation;
		this.generation = EMPTY;
	}

	/** A block of which a part can't be read is held, when that has failed twice. Throws what the storage throws where it is waited for. */
	private hold(block: number, head: number): void {
		const { failed, storage } = this;
		// A header lists so many; a further one is waited for.
		if (this.failing !== block || failed.held.length >= MOST_LISTED || !canBeListed(block) || !this.canReadAnother(block)) {
			this.failing = block;
			throw storage.unreadable;
		}
		this.failing = undefined;
		this.unread++;
		this.setAside(block, HELD, head, false);
		this.countBad();
	}

	/** Whether a block but this one can be read. */
	private canReadAnother(but: number): boolean {
		for (let block = 0; block < this.generations.length; block++) {
			if (block !== but && !this.isBad(block)) {
				this.read(block * this.length);
				if (this.storage.thrown === undefined)
					return true;
			}
		}
		return false;
	}

	/** Where the next block begins after that of a position, which is not there; where that would end without such. */
	private behind(position: number): number {
		const generation = Math.floor(position / this.length);
		const next = this.after(generation);
		return (next === BAD ? generation + 1 : next) * this.length;
	}

	/** Erases a block, so many times where that throws. Returns what has failed, undefined when it is erased. */
	private tryErase(block: number, most = MOST_WRITES): unknown {
		const storage = this.storage;
		let fault: unknown;
		for (let tries = 0; tries < most && !storage.isFull(fault); tries++) {
			try {
				storage.eraseBlock(block);
				return this.isFree(block * this.length) ? undefined : new Error(NOT_ERASED);
			}
			catch (thrown) {
				fault = thrown ?? "";
			}
		}
		return fault;
	}
}
