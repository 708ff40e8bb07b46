import { CLOSE_BRACE } from "../characters.js";
import { type BlockState, canBeListed, FailedBlocks, isHeld, type Listed, listedIn, TRIED } from "./failed-blocks.js";
import {
	BLANK, BLANK_BYTE, BLOCK_LENGTH, BLOCKS, Entry, FLAGS, GIVEN_UP, HEAD, HEADER, HEADER_LENGTH, HELD, HELD_AGAIN, ID_LENGTH,
	IS_REVOKED, MARK, MOST_LISTED, OPENING, PADDING, READING,
	RESTING, sizeOf, UNIT, VERSION
} from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
import { MOST_WRITES, PatientStorage } from "./patient-storage.js";
import type { BlockStorage } from "./storage.js";

export const IN_USE = "the storage is in use by another outbox";
const OTHER_VERSION = "the storage is of another version";
const NOT_ERASED = "erased storage does not read as 255: is its partition encrypted?";

/** In place of the generation of a block without an entry. */
const EMPTY = 0;
/** In place of the generation of a block that is not used: it can't be read, erased or written. */
export const BAD = 0x7fffffff;

/** Times that the log is looked for, before it goes on without more blocks than a header lists. */
const MOST_VAIN = 16;

/** More blocks than a log begins in a century. */
const MOST_BEGUN = 0x1000000;

/** Times that a block is tried again in one start. */
const MOST_WAKES = 3;

/** Bytes that are looked at together where entries may be, and in front of a block's first reading where its header was torn. */
const PIECE = 4096;
const MOST_TORN = 64;

/** What is in a block. */
interface Scan {
	/** Bytes up to where it has not been written. */
	readonly end: number;
	/** Number of the next reading; 0 where nothing in it says. */
	readonly next: number;
	/** Number of the first that is not delivered; 0 where nothing in it says. */
	readonly head: number;
	/** Whether readings may be revoked; undefined where nothing in it says. */
	readonly hasRevoked: boolean | undefined;
	/** Readings after the last whole entry that can't be read. */
	readonly damaged: number;
	/** Blocks that its last header lists; undefined without a header. */
	readonly listed: readonly Listed[] | undefined;
}

/** A storage without an entry. */
const NOTHING: Scan = Object.freeze({ end: 0, next: 0, head: 0, hasRevoked: undefined, damaged: 0, listed: undefined });

/** Where the log is in its blocks, from the newest to the oldest as far as needed. */
export interface Found extends Omit<Scan, "listed"> {
	/** Position after the last entry. */
	readonly end: number;
	/** Whether the next block is begun while others can't be read. */
	readonly isApart: boolean;
}

/**
 * The blocks of a storage: finds them and what they hold, wherever they are and whatever of them is damaged.
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
	/** How often the log was not found, because more blocks can't be read than a header lists. */
	private vain = 0;
	/** What blocks are read into while the log is being found. */
	private piece: ArrayBuffer | undefined;
	/** The generation that was looked up last, and where its block begins. */
	private generation = EMPTY;
	private offset = 0;
	/** The block whose read failed last; undefined without such. */
	private failing: number | undefined;
	/** Why the log can't be used; "" for nothing. */
	private fault = "";

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

	/**
	 * Learns the generation of each block, and which are not used, and finds the log in them.
	 * @throws Error when the storage was written in another version or with another geometry, or when no block can be read
	 */
	find(): Found {
		const { storage } = this;
		const count = storage.blocks;
		if (this.generations.length !== count)
			this.generations = new Uint32Array(count);
		this.generations.fill(EMPTY);
		this.generation = EMPTY;
		this.fault = "";
		this.failed.all = [];
		this.learnGenerations();
		const generations = this.generations;
		let newest: number;
		let scan: Scan | undefined;
		do {
			newest = this.before(BAD);
			scan = newest === EMPTY ? NOTHING : this.scan(generations.indexOf(newest));
		} while (scan === undefined);
		if (this.fault !== "")
			throw new Error(this.fault);
		if (generations[this.spare()] === BAD)
			throw storage.unreadable;
		const unknown = this.judge(newest, scan);
		// Where nothing is known of the numbers in those that can't be read, a header must keep them apart from what comes.
		if (unknown > MOST_LISTED && (newest === EMPTY || ++this.vain < MOST_VAIN))
			throw storage.unreadable;
		// One that can't be read may be newer: what it has is passed over, also when it can be read again.
		const isApart = unknown > 0;
		const end = isApart ? this.beyond() * this.length : (newest || 1) * this.length + scan.end;
		let { hasRevoked, head, next } = scan;
		for (let generation = newest; head === 0 || next === 0;) {
			generation = this.before(generation);
			if (generation === EMPTY)
				break;
			const older = this.scan(generations.indexOf(generation));
			if (older === undefined)
				throw storage.unreadable;
			head ||= older.head;
			next ||= older.next;
			hasRevoked ??= older.hasRevoked;
		}
		// Where nothing was ever written, nothing is revoked.
		if (newest === EMPTY && !isApart)
			hasRevoked = false;
		return { end, next, head, hasRevoked, damaged: scan.damaged, isApart };
	}

	/** The log is found. */
	endSearch(): void {
		this.piece = undefined;
	}

	private learnGenerations(): void {
		const generations = this.generations;
		for (let block = 0; block < generations.length; block++) {
			const generation = this.generationOf(block);
			const twin = generations.indexOf(generation);
			generations[block] = generation;
			// Of two copies of a block, the one that holds more.
			if (generation !== EMPTY && generation !== BAD && twin >= 0)
				generations[this.lengthOf(block) > this.lengthOf(twin) ? twin : block] = EMPTY;
		}
	}

	/** Bytes of a block up to where it has not been written; 0 where it can't be read. */
	private lengthOf(block: number): number {
		return this.scan(block)?.end ?? 0;
	}

	/**
	 * A generation above those of blocks that can't be read: less than a round of blocks has been begun since any that can
	 * be read. Starts that could not read them have gone further, and have left marks with the generation that they began.
	 */
	private beyond(): number {
		const { entry, generations, length } = this;
		let highest = 0;
		for (let block = 0; block < generations.length; block++) {
			const isRead = generations[block] !== EMPTY && generations[block] !== BAD;
			for (let at = 0; isRead && at < length; at += entry.size) {
				if (this.check(block * length + at))
					highest = Math.max(highest, entry.words[3]);
			}
		}
		return (highest || MOST_BEGUN) + generations.length + 1;
	}

	/**
	 * Leaves a mark with the generation that is begun in the blocks that can be read, where there is room. Where there are
	 * others, the oldest gets none: it may be half erased. A mark may fail.
	 */
	leaveMarks(generation: number): void {
		const { entry, generations, length } = this;
		const oldest = this.after(0);
		const isAlone = this.before(generation) === oldest;
		for (let block = 0; block < generations.length; block++) {
			const isRead = generations[block] !== EMPTY && generations[block] !== BAD && (isAlone || generations[block] !== oldest);
			let end = 0;
			for (let at = 0; isRead && at < length; at += entry.size) {
				if (this.check(block * length + at) || !entry.isBlank())
					end = at + entry.size;
			}
			try {
				// It counts as what an erase has left.
				if (isRead && end < length)
					entry.write(this.storage, block * length + end, MARK, 0, generation, 0);
			}
			catch {
				// Others may have one.
			}
		}
	}

	/**
	 * Finds out what the blocks are that can't be read, or that the newest header lists. Returns how many of them may be newer
	 * than that.
	 */
	private judge(newest: number, { head, listed = [] }: Scan): number {
		const { failed, generations } = this;
		const count = generations.length;
		let unknown = 0;
		for (const { block, state } of listed) {
			if (block >= count)
				break;
			const isUnread = generations[block] === BAD;
			const holds = state === HELD || state === HELD_AGAIN;
			// One that holds something of the last round is in use.
			const isOld = generations[block] <= Math.max(0, newest - count);
			// The header may be older than what a block holds that can't be read: also one that rested may be in use again.
			if (isUnread && state !== GIVEN_UP) {
				unknown++;
				this.setAside(block, afterAnotherStart(state), 0, true);
				this.counts.damaged += state === HELD_AGAIN ? 1 : 0;
			}
			else if (holds || state === GIVEN_UP)
				this.setAside(block, isUnread || holds ? state : HELD, 0, true);
			else if (isOld && state === RESTING) {
				this.setAside(block, TRIED, 0, true);
				generations[block] = EMPTY;
			}
		}
		for (let block = 0; block < count; block++) {
			if (generations[block] === BAD && failed.of(block) === undefined) {
				this.setAside(block, HELD, head, false);
				unknown++;
			}
		}
		failed.isUntold = failed.held.some(({ isListed }) => !isListed);
		this.countBad();
		return unknown;
	}

	/** Reads a block. One of which a part can't be read is `BAD` then, and undefined is returned. */
	private scan(block: number): Scan | undefined {
		const { entry, length } = this;
		const generation = this.generations[block];
		let next = 0;
		let head = 0;
		let hasRevoked: boolean | undefined;
		let listed: readonly Listed[] | undefined;
		/** Last byte of what is damaged after the last whole entry; undefined without such. */
		let lastByte: number | undefined;
		let whole = 0;
		let end = 0;
		let torn = 0;
		for (let at = 0; at < length; at += entry.size) {
			const kind = this.check(block * length + at);
			const words = entry.words;
			if (this.storage.thrown !== undefined) {
				this.generations[block] = BAD;
				return undefined;
			}
			if (kind === 0 && entry.isBlank()) {
				const rest = this.sorted(block * length + at, length - at);
				if (rest[0] === BLANK)
					entry.size = 4 * rest.length;
				continue;
			}
			// Of another generation is what an erase has left.
			if (kind === 0 || words[3] !== generation) {
				lastByte = words[3] >>> 24;
				// Damage can turn a byte of a reading's text into this kind; such a row is not a reading of its own.
				if (words[1] >>> 24 === READING && (at >= whole || words[3] === generation)) {
					torn++;
					whole = at + sizeOf(entry.length);
				}
			}
			else {
				const sequence = entry.sequence;
				torn = 0;
				lastByte = undefined;
				if (kind !== READING)
					head = kind === MARK ? sequence : words[HEAD];
				// Of two readings with one number the first is revoked, also where the header between them is damaged.
				if (kind === HEADER || kind === READING && sequence < next)
					hasRevoked = hasRevoked === true || sequence < next || (entry.bytes[FLAGS] & IS_REVOKED) !== 0;
				if (kind === HEADER)
					listed = listedIn(entry.bytes);
				// A header revokes the reading before it.
				if (kind !== MARK)
					next = kind === READING ? sequence + 1 : sequence;
			}
			end = at + entry.size;
		}
		const isEnd = end === whole || lastByte === CLOSE_BRACE || lastByte === PADDING;
		const isWhole = lastByte !== undefined && isWritten(lastByte) && isEnd;
		const damaged = isWhole ? Math.max(1, torn) : Math.max(0, torn - 1);
		return { end, next, head, hasRevoked, damaged, listed };
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

	/** A block of which a part can't be read is held, when that has failed twice. Throws what the storage throws where it is waited for. */
	private hold(block: number, head: number): void {
		const { failed, storage } = this;
		// A header lists so many; a further one is waited for.
		if (this.failing !== block || failed.held.length >= MOST_LISTED || !canBeListed(block) || !this.isReadable(block)) {
			this.failing = block;
			throw storage.unreadable;
		}
		this.failing = undefined;
		this.unread++;
		this.setAside(block, HELD, head, false);
		this.countBad();
	}

	/** The highest generation below one; 0 without such. */
	before(generation: number): number {
		return this.generations.reduce((highest, each) => each < generation && each > highest ? each : highest, EMPTY);
	}

	/** The lowest generation above one; `BAD` without such. */
	private after(generation: number): number {
		return this.generations.reduce((lowest, each) => each > generation && each < lowest ? each : lowest, BAD);
	}

	/** Where the next block begins after that of a position, which is not there; where that would end without such. */
	private behind(position: number): number {
		const generation = Math.floor(position / this.length);
		const next = this.after(generation);
		return (next === BAD ? generation + 1 : next) * this.length;
	}

	/** The block to begin next: one without an entry, else the oldest. */
	spare(): number {
		return this.generations.indexOf(this.generations.slice().sort()[0]);
	}

	/**
	 * Erases a block for a generation. Where that fails, it is not used for a while, unless the storage is full.
	 * @returns what has failed, undefined when it is erased
	 */
	erase(block: number, generation: number): unknown {
		const generations = this.generations;
		generations[block] = this.generation = EMPTY;
		// One that an earlier start could not erase is not waited for long.
		const fault = this.tryErase(block, this.failed.of(block)?.isListed === true ? 1 : MOST_WRITES);
		if (fault === undefined) {
			this.unproven = 0;
			// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half
			// erased, with its header.
			generations[block] = generation;
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
		this.generations[block] = EMPTY;
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
			generations[block] = BAD;
			this.generation = EMPTY;
		}
		this.unproven++;
		this.counts.storageErrors++;
		if (generations[this.spare()] === BAD) {
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

	private setAside(block: number, state: BlockState, head: number, isListed: boolean): void {
		this.failed.add(block, state, head, isListed);
		this.generations[block] = BAD;
		this.generation = EMPTY;
	}

	/** A block is as others are. */
	setRight(block: number): void {
		this.failed.remove(block);
		this.countBad();
	}

	private countBad(): void {
		this.counts.badBlocks = this.failed.count;
	}

	/**
	 * Finds the readings of a block that is held.
	 * @param head number of the first that is pending
	 * @returns offset of each in the block; undefined when a part of it can't be read
	 */
	readingsIn(block: number, head: number): number[] | undefined {
		const { entry, length } = this;
		const offsets: number[] = [];
		const numbers: number[] = [];
		let generation = EMPTY;
		for (let at = 0; at < length; at += entry.size) {
			const kind = this.check(block * length + at);
			if (this.storage.thrown !== undefined)
				return undefined;
			if (kind === 0 || kind === MARK || generation !== EMPTY && entry.words[3] !== generation)
				continue;
			generation = entry.words[3];
			const number = entry.sequence;
			// Only an entry of the same block revokes a reading: two blocks may have the same numbers.
			if (offsets.length > 0 && numbers[numbers.length - 1] >= number) {
				offsets.pop();
				numbers.pop();
			}
			if (kind === READING && number >= head) {
				offsets.push(at);
				numbers.push(number);
			}
		}
		return offsets;
	}

	/**
	 * Empties the blocks that are not used and hold nothing: what they held when they were given up takes room. Returns whether
	 * there was any.
	 */
	emptyBad(): boolean {
		let isThere = false;
		for (const failure of this.failed.all) {
			const { block } = failure;
			if (this.generations[block] !== BAD || isHeld(failure))
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

	/** Whether an entry can be written. Uses the first bytes of the buffer. Throws what the storage throws. */
	isFree(at: number): boolean {
		const { entry, storage } = this;
		storage.read(entry.head, at);
		if (storage.thrown !== undefined)
			throw storage.unreadable;
		return entry.isBlank();
	}

	/** Whether a block but this one can be read. */
	private isReadable(but: number): boolean {
		for (let block = 0; block < this.generations.length; block++) {
			if (block !== but && this.generations[block] !== BAD) {
				this.check(block * this.length);
				if (this.storage.thrown === undefined)
					return true;
			}
		}
		return false;
	}

	/** Generation of a block, from its first entry that is whole; `EMPTY` without one, `BAD` where it can't be read. */
	private generationOf(block: number): number {
		const entry = this.entry;
		const length = this.length;
		const start = block * length;
		let end = start + UNIT;
		for (let at = start; at < end; at += UNIT) {
			if (this.check(at) !== 0)
				return entry.words[3];
			if (this.storage.thrown !== undefined)
				return BAD;
			if (at > start)
				continue;
			// Without a reading there is at most a header after one that is torn.
			end = entry.isBlank() ? at : at + MOST_TORN;
			for (let from = 0; from < length; from += PIECE) {
				const numbers = this.sorted(start + from, length - from);
				// A search of numbers costs more than to sort them, and most such blocks are blank.
				if (numbers[0] !== BLANK && numbers.includes(OPENING))
					end = start + length;
			}
		}
		return EMPTY;
	}

	/** The numbers at an offset of the storage in their order, up to `PIECE` bytes: native code looks at each, at no price. */
	private sorted(at: number, most: number): Uint32Array {
		const piece = this.piece ??= new ArrayBuffer(Math.min(PIECE, this.length));
		const count = Math.min(piece.byteLength, most);
		this.storage.read(new Uint8Array(piece, 0, count), at);
		return new Uint32Array(piece, 0, count >> 2).sort();
	}

	/** Reads what is at an offset of the storage. Notes when it was written in another version, or with another geometry. */
	check(at: number): number {
		const entry = this.entry;
		const kind = entry.read(this.storage, at, this.length - at % this.length);
		if (kind === HEADER) {
			const words = entry.words;
			const version = words[BLOCKS] >>> 16;
			const blocks = words[BLOCKS] & 0xffff;
			if (version !== VERSION || entry.length !== HEADER_LENGTH)
				this.fault = OTHER_VERSION;
			else if (blocks !== this.generations.length && !this.storage.sharesRoom || words[BLOCK_LENGTH] !== this.length) {
				const own = this.generations.length + " blocks of " + this.length + " bytes";
				this.fault ||= "the storage has " + own + ", but was written with " + blocks + " of " + words[BLOCK_LENGTH];
			}
		}
		return kind;
	}
}

/**
 * Whether the last byte of an entry is its own. A write that the power has cut lacks its end, which is erased or 0, or its
 * last rows; those of a reading end with a brace or padding.
 */
function isWritten(byte: number): boolean {
	return byte !== 0 && byte !== BLANK_BYTE;
}

/** State of a block that still can't be read, by what a header says of it. */
function afterAnotherStart(state: BlockState): BlockState {
	return state === RESTING ? HELD : state === HELD ? HELD_AGAIN : GIVEN_UP;
}
