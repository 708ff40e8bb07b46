import { COMMA, SPACE } from "../characters.js";
import type { Text } from "../platform.js";
import { textOf } from "../shared/thrown.js";
import { Blocks, IN_USE as BLOCK_IN_USE, NO_GENERATION, UNREAD } from "./blocks.js";
import { IN_USE, LogEnd } from "./log-end.js";
import { type Entry, HEADER, HEADER_LENGTH, ID_LENGTH, sizeOf, UNIT } from "./log-format.js";
import { LogReader } from "./log-reader.js";
import { LogSearch } from "./log-search.js";
import type { OutboxCounts } from "./outbox-options.js";
import { PendingNumbers } from "./pending-numbers.js";
import { ReadingIds } from "./reading-ids.js";
import { StartTimes } from "./start-times.js";
import type { BlockStorage, OutboxPlatform } from "./storage.js";

/**
 * Bytes that a block keeps free after its last reading: for a header, which revokes that reading when it can't be read
 * back, and for a mark, before another block is erased.
 */
const RESERVE = 48;

/** Bytes of an anchor, and of a mark after it, before another block is erased. */
const ANCHOR_ROOM = 48 + UNIT;

/** Blocks that can't be erased one after the other, up to which readings are dropped to begin the next. */
const MOST_UNPROVEN = 3;

/**
 * The readings in storage, as an append-only log: numbered, the oldest first, each there until it is delivered or dropped.
 * Deliveries are written down as a mark, and in the header of each block; when that gets lost, readings are
 * delivered once more, which their ids make harmless. A power cut at any moment costs at most the entry that was being
 * written, damage at most the readings whose bytes it hits. Nothing is written twice without an erase between. Whatever
 * the storage throws, these methods throw.
 *
 * A `LogSearch` finds it at a start. `PendingNumbers` has what is pending, `LogEnd` writes, `LogReader` reads, all in the
 * `Blocks`. The log itself makes room, and decides what may be dropped for that.
 */
export class Log {
	/** What was read or written last, until the next call. */
	readonly entry: Entry;
	readonly blocks: Blocks;
	readonly numbers: PendingNumbers;
	readonly reader: LogReader;
	readonly times: StartTimes;
	readonly ids: ReadingIds;

	private readonly end: LogEnd;
	private readonly text: Text;
	/** Whether the next block could not be erased when that was tried last. */
	private isStuck = false;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage is too small
	 */
	constructor(storage: BlockStorage, longest: number, platform: OutboxPlatform, counts: OutboxCounts) {
		const numbers = new PendingNumbers(counts);
		const blocks = new Blocks(storage, longest, numbers, counts);
		const end = new LogEnd(blocks);
		const ids = new ReadingIds(platform);
		this.blocks = blocks;
		this.entry = blocks.entry;
		this.numbers = numbers;
		this.end = end;
		this.reader = new LogReader(end);
		this.ids = ids;
		this.times = new StartTimes(end, ids, platform.text);
		this.text = platform.text;
	}

	/**
	 * Readings that are neither delivered nor dropped, with those that are damaged and whose turn has not come. A block that can't
	 * be read counts as one: nobody knows how many it holds.
	 */
	get pending(): number {
		return this.numbers.ready + this.blocks.unread;
	}

	/** Why readings are left for a later start; "" when none are. */
	get unreadFault(): string {
		if (this.blocks.unread === 0)
			return "";
		return "readings can't be read from the storage: " + textOf(this.blocks.storage.unreadable, "");
	}

	/** Finds the log in storage: its end, and what is pending. Writes nothing, unless blocks can't be read, or could not be before. */
	open(): void {
		const search = new LogSearch(this.blocks);
		search.find();
		const { head, starts } = search.content;
		const counted = this.blocks.counts.damaged + search.damaged;
		this.numbers.open(head, search.next);
		if (this.blocks.unread > 0)
			this.numbers.hold();
		this.end.open(search);
		this.reader.open(this.firstPending(search.position));
		if (search.hasGaps)
			this.countGaps();
		// Where nothing tells what has left, it is all that was before the first reading.
		if (head === 0)
			this.reader.rewind(this.entry);
		this.blocks.counts.damaged = counted;
		try {
			// Starts that can't read a block count in a row: one that can read it says so at once, though it may write nothing else.
			if (starts > 0 && !this.end.isUnreadTold)
				this.tell(UNIT);
		}
		catch (thrown) {
			this.bear(thrown);
		}
	}

	/** Position of the first block with readings that are pending. @param end position after the last entry */
	private firstPending(end: number): number {
		const { blocks, entry, numbers } = this;
		const { length } = blocks;
		let first = Math.max(1, Math.floor((end - 1) / length));
		// A block that begins with a number that is delivered, or the first that is not, has nothing that is pending before it.
		while (blocks.before(first) > NO_GENERATION && (blocks.readAt(first * length, entry) !== HEADER || entry.sequence > numbers.head))
			first = blocks.before(first);
		return first * length;
	}

	/** Counts the numbers that no reading has which can be read. */
	private countGaps(): void {
		const { reader } = this;
		let gaps = this.numbers.ready;
		reader.at = reader.first;
		while (reader.take(this.entry))
			gaps--;
		this.numbers.skipped = gaps;
	}

	/** Puts a reading's text into the buffer. Returns its length in bytes, too many when there is no room for it. */
	encode(text: string): number {
		return this.text.encodeInto(text, this.entry.text);
	}

	/** Whether a reading whose text has so many bytes has room in the block that is being written. */
	fits(length: number): boolean {
		// An empty block takes the longest reading, with or without an anchor after it.
		const reserve = this.times.isOwed && this.end.position % this.blocks.length > RESERVE ? 2 * RESERVE : RESERVE;
		return this.end.isKept && this.end.hasRoom(sizeOf(length + ID_LENGTH) + reserve);
	}

	/**
	 * Appends the reading whose text is in the buffer; there must be room, and nothing to revoke.
	 * @param length bytes of the text
	 * @returns its record's id; "" when the storage has not kept it
	 */
	append(length: number): string {
		const id = this.ids.give();
		this.text.encodeInto('{"id":"'.concat(id, '"'), this.entry.content);
		// In place of the text's own brace a comma, or a space when nothing follows.
		this.entry.text[0] = length === 2 ? SPACE : COMMA;
		if (!this.end.addReading(ID_LENGTH + length))
			return "";
		this.ids.pass();
		return id;
	}

	/**
	 * Goes on to the next block. Uses the buffer.
	 * @param drop whether readings that are pending in it may be dropped
	 * @returns whether its header is written
	 */
	makeRoom(drop: boolean): boolean {
		const { blocks } = this;
		const block = blocks.spare();
		const isThere = block >= 0;
		const behind = isThere ? (blocks.generations[block] + 1) * blocks.length : 0;
		if (!isThere || !this.empty(behind, false)) {
			// Before anything is dropped or refused, blocks are tried that have failed.
			if (blocks.wake() || drop && this.giveUp())
				return this.makeRoom(drop);
			if (!isThere || !this.empty(behind, drop))
				return false;
		}
		// It may have turned out that it can't be read.
		return blocks.states[block] === UNREAD ? this.makeRoom(drop) : this.begin(block);
	}

	/** Erases a block and writes its header. @returns whether that is written @throws what an erase that fails throws */
	private begin(block: number): boolean {
		const generation = Math.ceil(this.end.position / this.blocks.length);
		// Where the last erase has failed, this one may, too, and no other block takes the anchor that is owed.
		const kept = this.times.isOwed && this.isStuck ? ANCHOR_ROOM : 0;
		// Erased readings have left: else they would count as damaged after a power cut in the erase. And another outbox that has
		// written is noticed.
		if (this.end.isKept)
			this.tell(kept);
		const fault = this.blocks.erase(block, generation);
		this.isStuck = fault !== undefined;
		if (this.isStuck)
			throw fault as Error;
		this.end.position = generation * this.blocks.length;
		const isBegun = this.end.addHeader();
		this.release();
		return isBegun;
	}

	/**
	 * Makes room where the storage has thrown that it is full of what is not all the log's. Uses the buffer.
	 * @param drop whether readings that are pending in the oldest block may be dropped
	 * @returns whether there is more than before
	 */
	giveRoom(thrown: unknown, drop: boolean): boolean {
		const { blocks, end: { position }, reader } = this;
		if (!blocks.storage.isFull(thrown))
			return false;
		reader.rewind(this.entry);
		if (this.release() || blocks.wake() || blocks.emptyRests() || drop && this.giveUp())
			return true;
		const next = (Math.floor(reader.first / blocks.length) + 1) * blocks.length;
		return (this.numbers.ready === 0 || next <= position && this.empty(next, drop)) && this.release(position);
	}

	/**
	 * Writes down when this start's ticks were 0, which is owed until that is done. Nothing is dropped for it. Uses the buffer.
	 * @param base by the service's clock, in milliseconds since 1970
	 */
	anchor(base: number): void {
		this.times.base = base;
		try {
			if (this.end.isKept && (this.end.hasRoom(ANCHOR_ROOM) || this.makeRoom(false)))
				this.times.isOwed = !this.end.addMark(this.text.encodeInto(this.times.anchor, this.entry.content));
		}
		catch (thrown) {
			this.bear(thrown);
		}
	}

	/**
	 * After a write that failed: passes over what it may have left, and writes a header, which says that the number of the
	 * next reading is still to come. So a reading of which `append` has not returned the id is not delivered, though it
	 * may turn out to be whole. Uses the buffer.
	 * @param drop whether readings that are pending in the next block may be dropped, where this one has no room for a header
	 * @returns whether that is done, or need not be
	 */
	revoke(drop: boolean): boolean {
		const { end } = this;
		if (end.isKept)
			return true;
		const isHere = end.beginRevoking();
		try {
			if (isHere)
				end.addHeader();
			else {
				end.leaveBlock();
				this.makeRoom(drop);
			}
		}
		catch (thrown) {
			if (this.blocks.storage.isFull(thrown))
				end.waitToRevoke();
			throw thrown;
		}
		return end.isKept;
	}

	/**
	 * Readings have left the log.
	 * @param to number of the last
	 * @param position after that
	 * @param count how many, up to it
	 * @param as what they are counted
	 */
	remove(to: number, position: number, count: number, as: "delivered" | "rejected"): void {
		this.blocks.counts[as] += count;
		if (!this.numbers.leave(to, count))
			return;
		this.reader.first = position;
		if (this.blocks.storage.volatile)
			return;
		try {
			// A header says the same. An anchor that is owed needs its room more than a mark does. Nothing is dropped for it.
			if (!this.end.isKept)
				this.revoke(false);
			else if (!this.end.isTold && !this.tell(this.times.isOwed ? 2 * RESERVE : UNIT))
				this.makeRoom(false);
		}
		catch (thrown) {
			this.bear(thrown);
		}
		this.release();
	}

	/**
	 * Writes down what has left: by a mark, or by a header where that has more to say.
	 * @param rest bytes of the block that must be left free
	 * @returns whether there is room for it
	 */
	private tell(rest: number): boolean {
		const { end } = this;
		if (!end.hasRoom(rest + (end.isUnreadTold ? UNIT : sizeOf(HEADER_LENGTH))))
			return false;
		if (end.isUnreadTold)
			end.addMark();
		else
			end.addHeader();
		return true;
	}

	/** Waits no more for what can't be read, which counts as one damaged reading for each block. Returns whether there was any. */
	private giveUp(): boolean {
		const { unread } = this.blocks;
		if (unread === 0)
			return false;
		this.blocks.counts.damaged += unread;
		this.numbers.release();
		this.blocks.giveUp();
		return true;
	}

	/** What a write has thrown of which the next entry makes up: unless another outbox has written. */
	private bear(thrown: unknown): void {
		if (this.end.isKept && thrown instanceof Error && thrown.message === IN_USE)
			throw thrown;
	}

	/**
	 * Has the storage erase the blocks without pending readings, except the one that is written. Returns whether there was any.
	 * @param end position whose block stays: of the last entry, until the next block's header says what has left
	 */
	private release(end = this.end.position - 1): boolean {
		const { blocks } = this;
		const { generations, states, storage } = blocks;
		if (this.numbers.ready === 0)
			this.reader.first = this.end.position;
		if (!storage.sharesRoom && blocks.twin === NO_GENERATION)
			return false;
		const generation = Math.floor(Math.min(this.reader.first, end) / blocks.length);
		let isThere = false;
		for (let block = 0; block < states.length; block++) {
			const isWanted = storage.sharesRoom || generations[block] === blocks.twin;
			if (isWanted && states[block] === BLOCK_IN_USE && generations[block] < generation && blocks.erase(block, NO_GENERATION) === undefined)
				isThere = true;
		}
		return isThere;
	}

	/** Drops the readings that are pending before a position, if that may be. Uses the buffer. Returns whether there are none. */
	private empty(position: number, drop: boolean): boolean {
		const { blocks, entry, numbers, reader } = this;
		while (reader.rewind(entry) && reader.first < position) {
			// A storage of which no block can be erased does not lose one after the other.
			if (!drop || blocks.unproven >= MOST_UNPROVEN)
				return false;
			numbers.drop();
		}
		return true;
	}
}
