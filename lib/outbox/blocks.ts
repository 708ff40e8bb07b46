import {
	BAD_BLOCKS, BLANK, BLANK_BYTE, BLOCK_LENGTH, BLOCKS, Entry, FLAGS, GIVEN_UP, HEAD, HEADER, HEADER_LENGTH, HELD, HELD_AGAIN, ID_LENGTH, IS_REVOKED,
	MARK, MOST_LISTED, OPENING, PADDING, READING, RESTING, sizeOf, STATE_BITS, UNIT, VERSION
} from "./log-format.js";
import type { OutboxCounts } from "./options.js";
import type { BlockStorage } from "./storage.js";

export const IN_USE = "the storage is in use by another outbox";
const OTHER_VERSION = "the storage is of another version";
const NOT_ERASED = "erased storage does not read as 255: is its partition encrypted?";

/** In place of the generation of a block that is not used: it can't be read, erased or written. */
export const BAD = 0x7fffffff;

/** Times that an operation is tried that throws, before it counts as failed. */
const MOST_READS = 32;
const MOST_WRITES = 16;

/** Times that the log is looked for, before it goes on without more blocks than a header lists. */
const MOST_VAIN = 16;

/** More blocks than a log begins in a century. */
const MOST_BEGUN = 0x1000000;

/** Times that a block is tried again in one start. */
const MOST_WAKES = 3;

/** State of a block that is in use again, until it has been begun. */
const TRIED = 4;

// docs/decisions/0097-a-block-that-fails-keeps-what-it-holds.md
/** A block with which something has failed. */
interface Failed {
	readonly block: number;
	/** Why it is not used: `GIVEN_UP`, `RESTING`, `HELD` or `HELD_AGAIN`; `TRIED` when it is. */
	state: number;
	/** Of what it holds: number of the first reading that is pending. */
	readonly head: number;
	/** Whether an earlier start could not use it, either. */
	readonly isListed: boolean;
	/** Times that this start has tried it again. */
	wakes: number;
	/** Bytes of it whose readings have been stored in other blocks. */
	at: number;
	/** Whether it counts as one reading, because nobody knows how many it holds. */
	isUnknown: boolean;
}

/** Bytes that are looked at together where entries may be, and in front of a block's first reading where its header was torn. */
const PIECE = 4096;
const MOST_TORN = 64;

/**
 * The blocks of a storage: finds them and what they hold, wherever they are and whatever of them is damaged.
 *
 * A position is a generation times the block length, plus the offset in that block: positions grow from reading to reading.
 */
export abstract class Blocks {
	protected readonly storage: BlockStorage;
	/** As the storage says of itself. */
	readonly volatile: boolean;
	/** What was read or written last, until the next call. */
	readonly entry: Entry;
	/** Bytes of a block. */
	protected readonly length: number;
	/** Generation of each block; 0 for one without an entry, `BAD` for one that is not used. */
	protected generations: Uint32Array;

	/**
	 * Found by `scanBlock`, from the newest block to the oldest: number of the next reading (0 while that is not known), of
	 * the first that is not delivered (0 while that is not known), whether readings may be revoked (undefined while that is
	 * not known), and readings after the last whole entry that can't be read.
	 */
	protected nextFound!: number;
	protected headFound!: number;
	protected hasRevoked: boolean | undefined;
	protected damaged!: number;
	/** Blocks that could not be erased since the last that could. */
	protected unproven = 0;
	/** Number of the first reading that is not delivered, where those in blocks that are held don't count. */
	protected head = 1;
	/** How often a block has been found that can't be read. */
	unread = 0;
	/** How often the log was not found, because more blocks can't be read than a header lists. */
	private vain = 0;
	/** Whether the next block is begun while others can't be read. */
	protected isApart = false;
	/** Whether a block is held of which no header says so. */
	protected isUntold = false;
	/** Blocks with which something has failed; undefined without such. */
	protected failed: Failed[] | undefined;
	/** What blocks are read into while the log is being found. */
	protected piece: ArrayBuffer | undefined;
	/** Why the last read or erase has failed; undefined when it has not. */
	protected thrown: unknown;
	/** Why a read has failed that was the last to fail. */
	protected unreadable: unknown;
	/** While the log is being found: which blocks the newest header lists, and its flags. */
	private listed: Uint8Array | undefined;

	protected readonly counts: OutboxCounts;
	/** The generation that was looked up last, and where its block begins. */
	private generation!: number;
	private offset!: number;
	/** The block whose read failed last. */
	private failing = -1;
	/** Why the log can't be used. */
	private fault!: string;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage has fewer than two blocks, or such that can't hold a reading of that length, or
	 * when what it writes at once does not divide `UNIT`
	 */
	constructor(storage: BlockStorage, longest: number, counts: OutboxCounts) {
		const status = storage.status();
		const length = status.blockLength;
		const size = sizeOf(longest + ID_LENGTH);
		this.storage = storage;
		this.volatile = storage.volatile === true;
		this.counts = counts;
		this.length = length;
		// encodeInto leaves at most three bytes free for want of room, so one unit more distinguishes a full buffer from a text that fits.
		this.entry = new Entry(size + UNIT);
		if (!(status.blocks >= 2 && length >= size + 5 * UNIT && !(length % UNIT) && !(UNIT % (status.writeAlign ?? 1))))
			throw new RangeError("storage has too few, too short or odd blocks");
		this.generations = new Uint32Array(status.blocks);
	}

	/**
	 * Learns the generation of each block, and which are not used.
	 * @returns position after the last entry
	 * @throws Error when the storage was written in another version or with another geometry, or when no block can be read
	 */
	protected find(): number {
		const { blocks: count } = this.storage.status();
		if (this.generations.length !== count)
			this.generations = new Uint32Array(count);
		const generations = this.generations;
		generations.fill(0);
		this.generation = 0;
		this.fault = "";
		this.failed = undefined;
		for (let block = 0; block < count; block++) {
			const generation = this.generationOf(block);
			const twin = generations.indexOf(generation);
			generations[block] = generation;
			// Of two copies of a block, the one that holds more.
			if (generation && generation !== BAD && twin >= 0)
				generations[this.scanBlock(block) > this.scanBlock(twin) ? twin : block] = 0;
		}
		let newest: number;
		let block: number;
		let end: number;
		do {
			this.nextFound = this.headFound = 0;
			this.hasRevoked = undefined;
			this.listed = undefined;
			newest = 0;
			for (const generation of generations) {
				if (generation !== BAD && generation > newest)
					newest = generation;
			}
			block = newest ? generations.indexOf(newest) : -1;
			end = this.scanBlock(block);
		} while (block >= 0 && generations[block] === BAD);
		if (this.fault)
			throw new Error(this.fault);
		if (generations[this.spare()] === BAD)
			throw this.unreadable;
		const unknown = this.judge(newest);
		// Where nothing was ever written, nothing is revoked.
		if (!newest)
			this.hasRevoked = unknown ? undefined : false;
		// Where nothing is known of the numbers in those that can't be read, a header must keep them apart from what comes.
		if (unknown > MOST_LISTED && (!newest || ++this.vain < MOST_VAIN))
			throw this.unreadable;
		// One that can't be read may be newer: what it has is passed over, also when it can be read again.
		this.isApart = unknown > 0;
		return this.isApart ? this.beyond() * this.length : (newest || 1) * this.length + end;
	}

	/**
	 * A generation above those of blocks that can't be read: less than a round of blocks has been begun since any that can
	 * be read. Starts that could not read them have gone further, and have left marks with the generation that they began.
	 */
	private beyond(): number {
		const { entry, generations, length } = this;
		let highest = 0;
		for (let block = 0; block < generations.length; block++) {
			const isRead = generations[block] > 0 && generations[block] !== BAD;
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
	protected leaveMarks(generation: number): void {
		const { entry, generations, length } = this;
		const oldest = this.after(0);
		const isAlone = this.before(generation) === oldest;
		for (let block = 0; block < generations.length; block++) {
			const isRead = generations[block] > 0 && generations[block] !== BAD && (isAlone || generations[block] !== oldest);
			let end = 0;
			for (let at = 0; isRead && at < length; at += entry.size) {
				if (this.check(block * length + at) || !entry.isBlank())
					end = at + entry.size;
			}
			try {
				// It counts as what an erase has left.
				if (isRead && end < length)
					entry.write(this, block * length + end, MARK, 0, generation, 0);
			}
			catch {
				// Others may have one.
			}
		}
	}

	/** Finds out what the blocks are that can't be read, or that the newest header lists. Returns how many of them may be newer than that. */
	private judge(newest: number): number {
		const generations = this.generations;
		const count = generations.length;
		const listed = this.listed;
		let unknown = 0;
		for (let index = 0; listed !== undefined && index < MOST_LISTED; index++) {
			const block = listed[index];
			if (block === BLANK_BYTE || block >= count)
				break;
			const state = stateIn(listed, index);
			const isUnread = generations[block] === BAD;
			const isHeld = state === HELD || state === HELD_AGAIN;
			// One that holds something of the last round is in use.
			const isOld = generations[block] <= Math.max(0, newest - count);
			// The header may be older than what a block holds that can't be read: also one that rested may be in use again.
			if (isUnread && state !== GIVEN_UP) {
				unknown++;
				this.setAside(block, state === RESTING ? HELD : state === HELD ? HELD_AGAIN : GIVEN_UP, 0, true);
				this.counts.damaged += state === HELD_AGAIN ? 1 : 0;
			}
			else if (isHeld || state === GIVEN_UP)
				this.setAside(block, isUnread || isHeld ? state : HELD, 0, true);
			else if (isOld && state === RESTING) {
				this.setAside(block, TRIED, 0, true);
				generations[block] = 0;
			}
		}
		for (let block = 0; block < count; block++) {
			if (generations[block] === BAD && this.failureOf(block) === undefined) {
				this.setAside(block, HELD, this.headFound, false);
				unknown++;
			}
		}
		this.isUntold = this.failed?.some((failure) => isHeld(failure) && !failure.isListed) === true;
		this.countBad();
		return unknown;
	}

	/** Writes into the buffer's header which blocks are not used: the first, with numbers that are a byte. Returns whether all are listed that are held. */
	protected list(isRevoked: boolean): boolean {
		const bytes = this.entry.bytes;
		let index = 0;
		let flags = isRevoked ? IS_REVOKED : 0;
		let isWhole = true;
		bytes.fill(BLANK_BYTE, BAD_BLOCKS, FLAGS);
		// Those first that hold something.
		for (const holds of [true, false]) {
			for (const failure of this.failed ?? []) {
				const { block, state } = failure;
				if (isHeld(failure) !== holds)
					continue;
				if (index < MOST_LISTED && block < BLANK_BYTE) {
					bytes[BAD_BLOCKS + index] = block;
					flags |= (state === TRIED ? RESTING : state) << 1 + index * STATE_BITS;
					index++;
				}
				else if (holds)
					isWhole = false;
			}
		}
		bytes[FLAGS] = flags;
		return isWhole;
	}

	/**
	 * Reads a block. One of which a part can't be read is `BAD` then, and nothing is found in it.
	 * @returns bytes up to where it has not been written; 0 for no block
	 */
	protected scanBlock(block: number): number {
		const entry = this.entry;
		const length = this.length;
		let next = 0;
		let head = 0;
		let hasRevoked: boolean | undefined;
		let last = 0;
		let whole = 0;
		let end = 0;
		let torn = 0;
		let listed: Uint8Array | undefined;
		for (let at = 0; block >= 0 && at < length; at += entry.size) {
			const kind = this.check(block * length + at);
			const words = entry.words;
			if (this.thrown !== undefined) {
				this.generations[block] = BAD;
				return 0;
			}
			if (!kind && entry.isBlank()) {
				const rest = this.sorted(block * length + at, length - at);
				if (rest[0] === BLANK)
					entry.size = 4 * rest.length;
				continue;
			}
			// Of another generation is what an erase has left.
			if (!kind || words[3] !== this.generations[block]) {
				last = words[3] >>> 24;
				// Damage can turn a byte of a reading's text into this kind; such a row is not a reading of its own.
				if (words[1] >>> 24 === READING && (at >= whole || words[3] === this.generations[block])) {
					torn++;
					whole = at + sizeOf(entry.length);
				}
			}
			else {
				const sequence = entry.sequence;
				torn = 0;
				last = -1;
				if (kind !== READING)
					head = kind === MARK ? sequence : words[HEAD];
				// Of two readings with one number the first is revoked, also where the header between them is damaged.
				if (kind === HEADER || kind === READING && sequence < next)
					hasRevoked = hasRevoked === true || sequence < next || (entry.bytes[FLAGS] & IS_REVOKED) !== 0;
				if (kind === HEADER)
					listed = entry.bytes.slice(BAD_BLOCKS, FLAGS + 1);
				// A header revokes the reading before it.
				if (kind !== MARK)
					next = kind === READING ? sequence + 1 : sequence;
			}
			end = at + entry.size;
		}
		// A write that the power has cut lacks its end, which is erased or 0, or its last rows. Those of a reading end with a brace or padding.
		const isWhole = last > 0 && last < 255 && (end === whole || last === "}".charCodeAt(0) || last === PADDING);
		this.damaged = isWhole ? Math.max(1, torn) : Math.max(0, torn - 1);
		this.listed ??= listed;
		this.nextFound ||= next;
		this.headFound ||= head;
		this.hasRevoked ??= hasRevoked;
		return end;
	}

	/** Offset in the storage of a position; negative when its block is not there. */
	protected place(position: number): number {
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
	 */
	protected readAt(position: number, entry: Entry): number {
		const at = this.place(position);
		if (at < 0) {
			entry.size = this.behind(position) - position;
			return 0;
		}
		const offset = at % this.length;
		const kind = entry.read(this, at, this.length - offset);
		if (this.thrown !== undefined) {
			const block = (at - offset) / this.length;
			// A header lists so many; a further one is waited for.
			if (this.failing !== block || this.held.length >= MOST_LISTED || block >= BLANK_BYTE || !this.isReadable(block)) {
				this.failing = block;
				throw this.unreadable;
			}
			this.failing = -1;
			this.unread++;
			this.setAside(block, HELD, this.head, false);
			this.countBad();
			entry.size = this.length - offset;
		}
		return kind;
	}

	/** The highest generation below one; 0 without such. */
	protected before(generation: number): number {
		return this.generations.reduce((highest, each) => each < generation && each > highest ? each : highest, 0);
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

	/** Reads from the storage, several times where it fails. Then `thrown` is why, and all are 0. */
	read(target: Uint8Array, at: number): void {
		for (let tries = 0; tries < MOST_READS; tries++) {
			try {
				this.thrown = undefined;
				this.storage.read(target, at);
				return;
			}
			catch (thrown) {
				this.thrown = this.unreadable = thrown ?? "";
			}
		}
		target.fill(0);
	}

	/** Writes to the storage, several times where it fails without having written anything. Throws what it throws. */
	write(data: Uint8Array, at: number): void {
		for (let tries = 1; ; tries++) {
			try {
				this.storage.write(data, at);
				return;
			}
			catch (thrown) {
				if (tries === MOST_WRITES || this.isFull(thrown) || !this.isUntouched(at, data.length))
					throw thrown;
				this.counts.storageErrors++;
			}
		}
	}

	private isUntouched(at: number, length: number): boolean {
		const bytes = new Uint8Array(length);
		this.read(bytes, at);
		return bytes.every((byte) => byte === BLANK_BYTE);
	}

	/**
	 * Whether a reading is revoked: the entry after it has its number, or one before. It is in its buffer again, unless it
	 * can't be read any more: then it counts as revoked, too.
	 * @param at position after it
	 * @param end position after the last entry
	 */
	protected isRevoked(reading: Entry, at: number, end: number): boolean {
		const sequence = reading.sequence;
		const size = reading.size;
		const entry = this.entry;
		let isRevoked = false;
		for (let next = at; next < end; next += entry.size) {
			const kind = this.readAt(next, entry);
			if (kind === HEADER || kind === READING) {
				isRevoked = entry.sequence <= sequence;
				break;
			}
		}
		return this.readAt(at - size, reading) !== READING || isRevoked;
	}

	/** The block to begin next: one without an entry, else the oldest. */
	protected spare(): number {
		return this.generations.indexOf(this.generations.slice().sort()[0]);
	}

	/** Erases a block for a generation. Returns whether it is; else `thrown` is why, and it is not used for a while unless the storage is full. */
	protected erase(block: number, generation: number): boolean {
		const generations = this.generations;
		generations[block] = this.generation = 0;
		// One that an earlier start could not erase is not waited for long.
		const fault = this.eraseFault(block, this.failureOf(block)?.isListed ? 1 : MOST_WRITES);
		if (fault === undefined) {
			this.unproven = 0;
			// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half erased, with its header.
			generations[block] = generation;
			return true;
		}
		this.thrown = fault;
		if (!this.isFull(fault))
			this.giveUp(block);
		return false;
	}

	/** Erases a block, so many times where that throws. Returns what has failed, undefined when it is erased. */
	protected eraseFault(block: number, most = MOST_WRITES): unknown {
		let fault: unknown;
		for (let tries = 0; tries < most && !this.isFull(fault); tries++) {
			try {
				this.storage.eraseBlock(block);
				return this.isFree(block * this.length) ? undefined : new Error(NOT_ERASED);
			}
			catch (thrown) {
				fault = thrown ?? "";
			}
		}
		return fault;
	}

	/** A block that holds nothing which is pending is not used for a while. Where no other is left, it was the storage as a whole, and each may be tried again. */
	protected giveUp(block: number): void {
		const failure = this.failureOf(block);
		if (failure === undefined)
			this.setAside(block, RESTING, 0, false);
		else {
			failure.state = RESTING;
			this.generations[block] = BAD;
			this.generation = 0;
		}
		this.unproven++;
		this.counts.storageErrors++;
		if (this.generations[this.spare()] === BAD) {
			for (const failure of this.failed ?? []) {
				if (!isHeld(failure))
					this.generations[failure.block] = 0;
			}
			this.failed = this.failed?.filter(isHeld);
		}
		this.countBad();
	}

	/** Erases blocks that this start has stopped using. Returns whether one is in use again. */
	protected wake(): boolean {
		let isAwake = false;
		for (const failure of this.failed ?? []) {
			if (failure.state === RESTING && failure.wakes < MOST_WAKES) {
				failure.wakes++;
				if (this.eraseFault(failure.block) === undefined) {
					failure.state = TRIED;
					this.generations[failure.block] = 0;
					isAwake = true;
				}
			}
		}
		this.countBad();
		return isAwake;
	}

	/** Whether a header has room for all that are held. */
	protected get isListable(): boolean {
		const held = this.held;
		return held.length <= MOST_LISTED && held.every(({ block }) => block < BLANK_BYTE);
	}

	protected get held(): Failed[] {
		return this.failed?.filter(isHeld) ?? [];
	}

	private failureOf(block: number): Failed | undefined {
		return this.failed?.find((failure) => failure.block === block);
	}

	private setAside(block: number, state: number, head: number, isListed: boolean): void {
		const failure = { block, state, head, isListed, wakes: 0, at: 0, isUnknown: false };
		this.failed ??= [];
		this.failed.push(failure);
		this.generations[block] = BAD;
		this.generation = 0;
		if (isHeld(failure))
			this.isUntold = true;
	}

	/** A block is as others are. */
	protected setRight(block: number): void {
		if (this.failed === undefined)
			return;
		this.failed = this.failed.filter((failure) => failure.block !== block);
		if (!this.failed.length)
			this.failed = undefined;
		this.countBad();
	}

	private countBad(): void {
		this.counts.badBlocks = this.failed?.filter(({ state }) => state !== TRIED).length ?? 0;
	}

	/**
	 * Finds the readings of a block that is held.
	 * @param head number of the first that is pending
	 * @returns offset of each in the block; undefined when a part of it can't be read
	 */
	protected readingsIn(block: number, head: number): number[] | undefined {
		const { entry, length } = this;
		const offsets: number[] = [];
		const numbers: number[] = [];
		let generation = 0;
		for (let at = 0; at < length; at += entry.size) {
			const kind = this.check(block * length + at);
			if (this.thrown !== undefined)
				return undefined;
			if (!kind || kind === MARK || generation && entry.words[3] !== generation)
				continue;
			generation = entry.words[3];
			const number = entry.sequence;
			// Only an entry of the same block revokes a reading: two blocks may have the same numbers.
			if (offsets.length && numbers[numbers.length - 1] >= number) {
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

	/** Empties the blocks that are not used and hold nothing: what they held when they were given up takes room. Returns whether there was any. */
	protected emptyBad(): boolean {
		let isThere = false;
		for (const failure of this.failed ?? []) {
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

	/** Whether the storage has thrown this because others have taken its room. */
	protected isFull(thrown: unknown): boolean {
		return this.storage.isFull?.(thrown) === true;
	}

	/** Whether an entry can be written. Uses the first bytes of the buffer. Throws what the storage throws. */
	protected isFree(at: number): boolean {
		const entry = this.entry;
		this.read(entry.head, at);
		if (this.thrown !== undefined)
			throw this.unreadable;
		return entry.isBlank();
	}

	/** Whether a block but this one can be read. */
	private isReadable(but: number): boolean {
		for (let block = 0; block < this.generations.length; block++) {
			if (block !== but && this.generations[block] !== BAD) {
				this.check(block * this.length);
				if (this.thrown === undefined)
					return true;
			}
		}
		return false;
	}

	/** Generation of a block, from its first entry that is whole; 0 without one, `BAD` where it can't be read. */
	private generationOf(block: number): number {
		const entry = this.entry;
		const length = this.length;
		const start = block * length;
		let end = start + UNIT;
		for (let at = start; at < end; at += UNIT) {
			if (this.check(at))
				return entry.words[3];
			if (this.thrown !== undefined)
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
		return 0;
	}

	/** The numbers at an offset of the storage in their order, up to `PIECE` bytes: native code looks at each, at no price. */
	private sorted(at: number, most: number): Uint32Array {
		const piece = this.piece ??= new ArrayBuffer(Math.min(PIECE, this.length));
		const count = Math.min(piece.byteLength, most);
		this.read(new Uint8Array(piece, 0, count), at);
		return new Uint32Array(piece, 0, count >> 2).sort();
	}

	/** Reads what is at an offset of the storage. Notes when it was written in another version, or with another geometry. */
	protected check(at: number): number {
		const entry = this.entry;
		const kind = entry.read(this, at, this.length - at % this.length);
		if (kind === HEADER) {
			const words = entry.words;
			const version = words[BLOCKS] >>> 16;
			const blocks = words[BLOCKS] & 0xffff;
			if (version !== VERSION || entry.length !== HEADER_LENGTH)
				this.fault = OTHER_VERSION;
			else if (blocks !== this.generations.length && !this.storage.isFull || words[BLOCK_LENGTH] !== this.length)
				this.fault ||= "the storage has " + this.generations.length + " blocks of " + this.length + " bytes, but was written with " + blocks + " of " + words[BLOCK_LENGTH];
		}
		return kind;
	}
}

function isHeld({ state }: Failed): boolean {
	return state !== RESTING && state !== TRIED;
}

/** State of a block that a header lists. */
function stateIn(listed: Uint8Array, index: number): number {
	return listed[MOST_LISTED] >> 1 + index * STATE_BITS & 3;
}
