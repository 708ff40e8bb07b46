import { COMMA, SPACE } from "../characters.js";
import { BAD, Blocks, IN_USE } from "./blocks.js";
import { idBase } from "./id-base.js";
import {
	BLOCK_LENGTH, BLOCKS, type Entry, fillTime, GIVEN_UP, HEAD, HEADER, HEADER_LENGTH, ID_LENGTH, MARK, PREFIX_LENGTH, READING, sizeOf,
	UNIT, UNKNOWN, UNKNOWN_AT, VERSION
} from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
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

/** What is known of the last write: it is in the storage. */
const KEPT = 0;
/** It has failed, and what it may have left is not revoked yet. */
const FAILED = 1;
/** To revoke it in its own block has failed, too: the next block has to. */
const REVOKE_FAILED = 2;
type LastWrite = typeof KEPT | typeof FAILED | typeof REVOKE_FAILED;

/** Where the id of a reading begins in its entry, after {"id":" */
const ID_AT = UNIT + 7;

/**
 * The readings in storage, as an append-only log: numbered, the oldest first, each there until it is delivered or dropped.
 * Deliveries are written down as a mark, and in the header of each block; when that gets lost, readings are
 * delivered once more, which their ids make harmless. A power cut at any moment costs at most the entry that was being
 * written, damage at most the readings whose bytes it hits. Nothing is written twice without an erase between. Whatever
 * the storage throws, these methods throw.
 */
export class Log {
	/** What was read or written last, until the next call. */
	readonly entry: Entry;
	/** Position of what `take` reads next. */
	at!: number;
	/** Whether readings with ticks are there for which the log does not say when this start's ticks were 0. Room is kept for that. */
	owes?: boolean;
	/**
	 * Id of a reading that the storage has not kept, while it is put again: if what revokes the first is damaged, it is not
	 * delivered twice.
	 */
	id = "";

	private readonly blocks: Blocks;
	private readonly platform: OutboxPlatform;
	private readonly counts: OutboxCounts;
	/** Bytes of a block. */
	private readonly length: number;
	/** Number of the first reading that is not delivered, where those in blocks that are held don't count. */
	private head = 1;
	/** Number of the next reading. */
	private next = 1;
	/** The highest number of which the log says that it is the first that is not delivered. */
	private told = 1;
	/** Readings in blocks that are held, as far as is known; one in a block that could not be read since the start. */
	private missing = 0;
	/** Position after the last entry, and of the first pending reading or one before it. */
	private end!: number;
	private first!: number;
	private lastWrite: LastWrite = KEPT;
	/** Whether the next block could not be erased when that was tried last. */
	private isStuck = false;
	/** The highest number of which a reading may be revoked. */
	private revoked!: number;
	/** When this start's ticks were 0 by the service's clock, in milliseconds since 1970, once that is known. */
	base: number | undefined;
	/** The same of an earlier start, by the first characters of its ids: what was looked for last. */
	private otherPrefix: string | undefined;
	private otherBase: number | undefined;
	/** First eight characters of this start's ids, "" before the first; the other seven of the next one, as a number. */
	prefix = "";
	private serial = 0;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage is too small
	 */
	constructor(storage: BlockStorage, longest: number, platform: OutboxPlatform, counts: OutboxCounts) {
		this.blocks = new Blocks(storage, longest, counts);
		this.entry = this.blocks.entry;
		this.length = this.blocks.length;
		this.platform = platform;
		this.counts = counts;
	}

	/**
	 * Readings that are neither delivered nor dropped, with those that are damaged and whose turn has not come, and those that
	 * can't be read now.
	 */
	get pending(): number {
		return this.ready + this.missing;
	}

	/** Those that can be read, or are damaged. */
	get ready(): number {
		return this.next - this.head;
	}

	/** How often a block has been found that can't be read. */
	get unread(): number {
		return this.blocks.unread;
	}

	/** Why readings are held back; "" when none are. */
	get heldFault(): string {
		if (this.missing === 0)
			return "";
		const fault = this.blocks.storage.unreadable;
		const reason = fault instanceof Error ? fault.message : typeof fault === "string" ? fault : "";
		return "readings can't be read from the storage: " + reason;
	}

	/** Finds the log in storage: its end, and by numbers what is pending. Writes nothing. */
	open(): void {
		const { blocks, entry, length } = this;
		const { damaged, end, hasRevoked, head, isApart, next } = blocks.find();
		const counted = this.counts.damaged + damaged;
		this.end = end;
		this.next = Math.max(1, head, next);
		this.head = this.told = head || 1;
		this.revoked = hasRevoked === false ? 0 : this.next;
		let first = Math.max(1, Math.floor((end - 1) / length));
		// A block that begins with a number that is delivered, or the first that is not, has nothing that is pending before it.
		while (blocks.before(first) > 0 && (this.readAt(first * length, entry) !== HEADER || entry.sequence > this.head))
			first = blocks.before(first);
		this.first = first * length;
		// Where nothing tells what has left, it is all that was before the first reading.
		if (head === 0)
			this.rewind();
		if (isApart && !blocks.storage.volatile)
			blocks.leaveMarks(end / length);
		this.missing = 0;
		for (const held of blocks.failed.held) {
			const count = blocks.readingsIn(held.block, held.head)?.length;
			held.isUnknown = count === undefined;
			this.missing += count ?? (held.state === GIVEN_UP ? 0 : 1);
			if (count === 0)
				blocks.letGo(held.block);
		}
		// Those that no header can list may have numbers from here on.
		if (!blocks.failed.isListable)
			this.next += blocks.generations.length * Math.ceil(length / RESERVE);
		this.counts.damaged = counted;
		blocks.endSearch();
	}

	/**
	 * Stores the readings of blocks that could not be read, and now can, at the end, in their order and with their ids. Nothing
	 * is dropped for them. Uses the buffer. Throws what the storage throws.
	 * @returns whether there are any
	 */
	recover(): boolean {
		let isThere = false;
		const { blocks, entry, length } = this;
		for (const held of blocks.failed.held) {
			const start = held.block * length;
			const offsets = blocks.readingsIn(held.block, held.head);
			if (offsets === undefined)
				continue;
			if (held.isUnknown && held.state === GIVEN_UP)
				this.counts.damaged--;
			else if (held.isUnknown)
				this.missing--;
			held.isUnknown = false;
			for (const offset of offsets) {
				if (offset < held.at)
					continue;
				if (blocks.check(start + offset) !== READING)
					return isThere;
				const content = entry.length;
				if (!this.revoke(false) || !this.fits(content - ID_LENGTH) && !this.makeRoom(false))
					return isThere;
				if (!this.fill(start + offset) || !this.add(READING, this.next, content))
					return isThere;
				this.next++;
				// Each of the others holds one at least.
				this.missing = Math.max(blocks.failed.held.length - 1, this.missing - 1);
				held.at = offset + 1;
				isThere = true;
			}
			held.at = length;
			// As long as it holds anything, a start would take that for readings that have not left.
			if (blocks.emptyHeld(held.block) !== undefined)
				continue;
			this.counts.erases++;
			if (blocks.failed.held.length === 0)
				this.missing = 0;
			// Before it is used, so that no header says of what it holds then that it is held.
			if (!blocks.storage.volatile && this.revoke(false) && this.hasRoom(sizeOf(HEADER_LENGTH)))
				this.add(HEADER, this.next, HEADER_LENGTH);
		}
		return isThere;
	}

	/** Reads a reading of a block that is held into the buffer, with its time if that is known. Returns whether it can be read. */
	private fill(at: number): boolean {
		const { blocks, entry, length, platform: { text } } = this;
		const generations = blocks.generations;
		const kind = blocks.check(at);
		const content = UNIT + entry.length;
		if (kind !== READING || entry.bytes[content - UNKNOWN_AT] !== UNKNOWN)
			return kind === READING;
		const block = Math.floor(at / length);
		const generation = entry.words[3];
		// The anchor of its start follows it, in this block or a later one.
		this.at = generation * length + at % length + entry.size;
		generations[block] = generation;
		let base: number | undefined;
		try {
			base = this.baseOf(text.decode(entry.bytes, ID_AT, PREFIX_LENGTH));
		}
		finally {
			generations[block] = BAD;
		}
		if (blocks.check(at) !== READING)
			return false;
		if (base !== undefined)
			fillTime(text, entry.bytes, content, base);
		return true;
	}

	/**
	 * Readings with ticks follow, and nothing that has been learned of the time holds for them: it was contradicted, and
	 * ticks may have wrapped since. They have ids and an anchor of their own, as those of another start.
	 */
	renew(): void {
		this.prefix = "";
		this.base = undefined;
		this.owes = true;
	}

	/** Whether a reading whose text has so many bytes has room in the block that is being written. */
	fits(length: number): boolean {
		// An empty block takes the longest reading, with or without an anchor after it.
		const reserve = this.owes === true && this.end % this.length > RESERVE ? 2 * RESERVE : RESERVE;
		return this.lastWrite === KEPT && this.hasRoom(sizeOf(length + ID_LENGTH) + reserve);
	}

	/**
	 * Goes on to the next block. Uses the buffer.
	 * @param drop whether readings that are pending in it may be dropped
	 * @returns whether its header is written
	 */
	makeRoom(drop: boolean): boolean {
		const generation = Math.ceil(this.end / this.length);
		const { blocks, volatile } = this;
		const block = blocks.spare();
		const behind = (blocks.generations[block] + 1) * this.length;
		// Before anything is dropped or refused, blocks are tried that have failed.
		if (blocks.failed.all.length > 0 && !this.empty(behind, false) && blocks.wake())
			return this.makeRoom(drop);
		// A storage of which no block can be erased does not lose one after the other.
		if (!this.empty(behind, drop && blocks.unproven < MOST_UNPROVEN))
			return false;
		// It may have turned out that it can't be read.
		if (blocks.generations[block] === BAD)
			return this.makeRoom(drop);
		// Where the last erase has failed, this one may, too, and no other block takes the anchor that is owed.
		const kept = this.owes === true && this.isStuck ? ANCHOR_ROOM : 0;
		// Erased readings have left: else they would count as damaged after a power cut in the erase.
		if (!volatile && this.lastWrite === KEPT && this.hasRoom(kept + UNIT))
			this.add(MARK, this.leaving, 0);
		this.counts.erases++;
		const fault = blocks.erase(block, generation);
		this.isStuck = fault !== undefined;
		if (this.isStuck)
			throw fault as Error;
		this.end = generation * this.length;
		const isBegun = this.add(HEADER, this.next, HEADER_LENGTH);
		this.release();
		return isBegun;
	}

	/**
	 * Makes room where the storage has thrown that it is full of what is not all the log's. Uses the buffer.
	 * @param drop whether readings that are pending in the oldest block may be dropped
	 * @returns whether there is more than before
	 */
	giveRoom(thrown: unknown, drop: boolean): boolean {
		const length = this.length;
		if (!this.blocks.storage.isFull(thrown))
			return false;
		this.rewind();
		if (this.release())
			return true;
		const next = (Math.floor(this.first / length) + 1) * length;
		return next < this.end && this.empty(next, drop) && this.release() || this.blocks.emptyBad();
	}

	/**
	 * Writes down when this start's ticks were 0, which is owed until that is done. Nothing is dropped for it. Uses the buffer.
	 * @param base by the service's clock, in milliseconds since 1970
	 */
	anchor(base: number): void {
		this.base = base;
		try {
			if (this.lastWrite === KEPT && (this.hasRoom(ANCHOR_ROOM) || this.makeRoom(false)))
				this.owes = !this.add(MARK, this.leaving, this.platform.text.encodeInto(this.prefix + base, this.entry.content));
		}
		catch (thrown) {
			this.bear(thrown);
		}
	}

	/**
	 * When the ticks of the start were 0 that has put the reading which was taken last, in milliseconds since 1970; undefined
	 * when it has never learned that. Its anchor is after its readings, and before those of the next start.
	 * @param prefix first characters of that reading's id
	 */
	baseOf(prefix: string | undefined): number | undefined {
		// Before it is known, the log does not say it, either.
		if (prefix === this.prefix)
			return this.base;
		if (prefix !== this.otherPrefix) {
			this.otherBase = this.anchorOf(prefix);
			// Not before: a storage that can't be read has said nothing.
			this.otherPrefix = prefix;
		}
		return this.otherBase;
	}

	/** Looks after the reading that was taken last for what says when its start's ticks were 0. Throws what the storage throws. */
	private anchorOf(prefix: string | undefined): number | undefined {
		const { end, entry, platform: { text } } = this;
		for (let at = this.at; at < end; at += entry.size) {
			const kind = this.readAt(at, entry);
			const isReading = kind === READING;
			if (!isReading && (kind !== MARK || entry.length <= PREFIX_LENGTH))
				continue;
			if (text.decode(entry.bytes, isReading ? ID_AT : UNIT, PREFIX_LENGTH) !== prefix)
				return undefined;
			if (!isReading)
				return Number(text.decode(entry.bytes, UNIT + PREFIX_LENGTH, entry.length - PREFIX_LENGTH));
		}
		return undefined;
	}

	/** Puts a reading's text into the buffer. Returns its length in bytes, too many when there is no room for it. */
	encode(text: string): number {
		return this.platform.text.encodeInto(text, this.entry.text);
	}

	/**
	 * Appends the reading whose text is in the buffer; there must be room, and nothing to revoke.
	 * @param length bytes of the text
	 * @returns its record's id; "" when the storage has not kept it
	 */
	append(length: number): string {
		const id = this.id || this.makeId();
		const entry = this.entry;
		this.id = id;
		this.platform.text.encodeInto('{"id":"'.concat(id, '"'), entry.content);
		// In place of the text's own brace a comma, or a space when nothing follows.
		entry.text[0] = length === 2 ? SPACE : COMMA;
		if (!this.add(READING, this.next, ID_LENGTH + length))
			return "";
		this.id = "";
		this.next++;
		return id;
	}

	/**
	 * After a write that failed: passes over what it may have left, and writes a header, which says that the number of the
	 * next reading is still to come. So a reading of which `append` has not returned the id is not delivered, though it
	 * may turn out to be whole. Uses the buffer.
	 * @param drop whether readings that are pending in the next block may be dropped, where this one has no room for a header
	 * @returns whether that is done, or need not be
	 */
	revoke(drop: boolean): boolean {
		if (this.lastWrite === KEPT)
			return true;
		const isFirstTry = this.lastWrite === FAILED;
		this.revoked = this.next;
		this.lastWrite = REVOKE_FAILED;
		if (isFirstTry)
			this.passOver();
		try {
			if (isFirstTry && this.hasRoom(sizeOf(HEADER_LENGTH)))
				this.add(HEADER, this.next, HEADER_LENGTH);
			else
				this.leaveBlock(drop);
		}
		catch (thrown) {
			// The block is not bad because others have taken the room: the next call tries the same place.
			if (this.blocks.storage.isFull(thrown))
				this.lastWrite = FAILED;
			throw thrown;
		}
		return this.isKept;
	}

	/** Whether nothing is to be revoked; it may have become so since it was asked last. */
	private get isKept(): boolean {
		return this.lastWrite === KEPT;
	}

	/** Goes past what a write that failed may have left. */
	private passOver(): void {
		const { blocks, entry } = this;
		for (let at = this.end; blocks.place(at) >= 0; at += entry.size) {
			if (this.readAt(at, entry) !== 0 || !entry.isBlank())
				this.end = at + entry.size;
		}
	}

	/** Goes on to the next block from one that does not keep what is written. */
	private leaveBlock(drop: boolean): void {
		const { blocks, length } = this;
		const offset = this.end % length;
		const isThere = blocks.place(this.end) >= 0;
		// In the first bytes there is no reading yet.
		if (isThere && offset <= 4 * UNIT)
			blocks.giveUp(blocks.generations.indexOf((this.end - offset) / length));
		if (isThere || offset > 0)
			this.end += length - offset;
		this.makeRoom(drop);
	}

	/** What a write has thrown of which the next entry makes up: unless another outbox has written. */
	private bear(thrown: unknown): void {
		if (this.isKept && thrown instanceof Error && thrown.message === IN_USE)
			throw thrown;
	}

	/** Reads the first pending reading into a buffer; `take` reads the next. Returns whether there is one. */
	rewind(entry = this.entry): boolean {
		this.at = this.first;
		const isThere = this.next > this.head && this.take(entry);
		const head = isThere ? entry.sequence : this.next;
		// Numbers have no gaps of their own.
		this.miss(head - this.head);
		this.head = head;
		if (isThere)
			this.first = this.at - entry.size;
		return isThere;
	}

	/** Reads the next pending reading into a buffer. Returns whether there was one. */
	take(entry: Entry): boolean {
		while (this.at < this.end) {
			const kind = this.readAt(this.at, entry);
			this.at += entry.size;
			const { sequence } = entry;
			if (kind === READING && sequence >= this.head && sequence < this.next && !(sequence <= this.revoked && this.isRevoked(entry)))
				return true;
		}
		return false;
	}

	/**
	 * Readings have left the log.
	 * @param to number of the last
	 * @param end position after that
	 * @param count how many, up to it
	 * @param as what they are counted
	 */
	remove(to: number, end: number, count: number, as: "delivered" | "rejected"): void {
		this.counts[as] += count;
		if (to < this.head) {
			// They are in a block that is held since they were sent, and may be sent again.
			this.missing = Math.max(this.blocks.failed.held.length, this.missing - count);
			return;
		}
		this.miss(Math.max(0, to + 1 - this.head - count));
		this.head = to + 1;
		this.first = end;
		if (this.volatile)
			return;
		const { isUntold } = this.blocks.failed;
		try {
			// A header says the same. An anchor that is owed needs its room more than a mark does.
			if (!this.isKept)
				this.revoke(false);
			else if (this.hasRoom(this.owes === true || isUntold ? 2 * RESERVE + UNIT : 2 * UNIT))
				this.add(isUntold ? HEADER : MARK, isUntold ? this.next : this.head, isUntold ? HEADER_LENGTH : 0);
			else
				this.makeRoom(false);
		}
		catch (thrown) {
			this.bear(thrown);
		}
		this.release();
	}

	/** Readings are not there: they are held, or damaged. */
	private miss(count: number): void {
		if (this.blocks.failed.held.length > 0)
			this.missing += count;
		else
			this.counts.damaged += count;
	}

	/**
	 * What the log says of the first reading that is not delivered. As long as it does not say which blocks are held, that is
	 * before what they hold.
	 */
	private get leaving(): number {
		return this.blocks.failed.isUntold ? this.told : this.head;
	}

	/** Has the storage erase the blocks without pending readings, except the one that is written. Returns whether there was any. */
	private release(): boolean {
		if (this.ready === 0)
			this.first = this.end;
		if (!this.blocks.storage.sharesRoom)
			return false;
		const generation = Math.floor(Math.min(this.first, this.end - 1) / this.length);
		const generations = this.blocks.generations;
		let count = 0;
		for (let block = 0; block < generations.length; block++) {
			if (generations[block] > 0 && generations[block] < generation && this.blocks.erase(block, 0) === undefined)
				count++;
		}
		this.counts.erases += count;
		return count > 0;
	}

	/** Drops the readings that are pending before a position, if that may be. Uses the buffer. Returns whether there are none. */
	private empty(position: number, drop: boolean): boolean {
		while (this.rewind() && this.first < position) {
			if (!drop)
				return false;
			this.head = this.entry.sequence + 1;
			this.counts.dropped++;
		}
		return true;
	}

	/**
	 * Makes the id of a reading's record: a number in base 36. Each start counts from where chance, the machine and a count
	 * of its starts have it begin, so that no id comes again when the storage is erased, or an older copy of itself. Two
	 * starts have an id in common only where their first eight characters are the same and the numbers in the others meet.
	 */
	private makeId(): string {
		if (!this.prefix) {
			const base = idBase(this.platform.text.encode(this.platform.origin()));
			this.prefix = base.slice(0, 8);
			// Of seven digits, with room for two milliard more.
			this.serial = 36 ** 6 + Math.floor(parseInt(base.slice(8), 36) * 0.9);
		}
		return this.prefix + (this.serial++).toString(36);
	}

	private hasRoom(size: number): boolean {
		const offset = this.end % this.length;
		return offset + size <= this.length && (offset > 0 || this.blocks.place(this.end) >= 0);
	}

	/** Whether what the storage keeps is gone with the power. */
	private get volatile(): boolean {
		return this.blocks.storage.volatile;
	}

	/** As `Blocks.readAt`. */
	private readAt(position: number, entry: Entry): number {
		return this.blocks.readAt(position, entry, this.head);
	}

	/**
	 * Whether the reading that was taken is revoked: the entry after it has its number, or one before. It is in its buffer
	 * again, unless it can't be read any more: then it counts as revoked, too.
	 */
	private isRevoked(reading: Entry): boolean {
		const { at, end, entry } = this;
		const { sequence, size } = reading;
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

	/** Writes an entry after the last. Returns whether it is there; else, and when this throws, there may be something. */
	private add(kind: number, sequence: number, length: number): boolean {
		const before = this.lastWrite;
		let isKept = false;
		if (before === KEPT)
			this.lastWrite = FAILED;
		try {
			isKept = this.write(kind, sequence, length, before);
		}
		finally {
			if (!isKept)
				this.counts.storageErrors++;
		}
		if (isKept)
			this.lastWrite = kind === HEADER ? KEPT : before;
		return isKept;
	}

	private write(kind: number, sequence: number, length: number, before: LastWrite): boolean {
		const { blocks, end, entry } = this;
		const { failed, storage } = blocks;
		const words = entry.words;
		const at = blocks.place(end);
		if (at < 0 || !storage.volatile && !blocks.isFree(at)) {
			// Another outbox leaves a complete entry. Anything else is damage, and is passed over.
			if (this.readAt(end, entry) === 0)
				return false;
			this.lastWrite = before;
			throw new Error(IN_USE);
		}
		this.counts.writes++;
		const isHeader = kind === HEADER;
		const isTold = !isHeader || failed.writeTo(entry.bytes, this.revoked >= this.head);
		if (isHeader) {
			words[HEAD] = isTold ? this.head : this.told;
			words[BLOCKS] = VERSION << 16 | blocks.generations.length;
			words[BLOCK_LENGTH] = this.length;
		}
		const isKept = entry.write(storage, at, kind, sequence, Math.floor(end / this.length), length);
		this.end = end + sizeOf(length);
		if (isKept && isHeader) {
			blocks.setRight(Math.floor(at / this.length));
			failed.isUntold = !isTold;
			this.told = words[HEAD];
		}
		else if (isKept && kind === MARK)
			this.told = sequence;
		return isKept;
	}
}
