import { CLOSE_BRACE } from "../characters.js";
import { MOST_STARTS, NO_GENERATION } from "./blocks.js";
import {
	BLANK_BYTE, BLOCKS, type Entry, FLAGS_SHIFT, HEAD, HEADER, IS_REVOKED, MARK, PADDING, READING, sizeOf, STARTS_SHIFT, UNREAD
} from "./log-format.js";

/** What is in a block, by its entries one after the other. */
export class BlockContent {
	/** Bytes up to where it has not been written. */
	end = 0;
	/** Number of the next reading; 0 where nothing in it says. */
	next = 0;
	/** Number of the first that is not delivered; 0 where nothing in it says. */
	head = 0;
	/** Whether readings may be revoked; undefined where nothing in it says. */
	hasRevoked: boolean | undefined;
	/** Of its last header: the flags, 0 without a header, and which blocks could not be read. */
	flags = 0;
	unread = 0;
	/** The highest generation of an entry in it: its own, or that of a start which could not read other blocks. */
	highest = NO_GENERATION;

	private readonly generation: number;
	private hasHeader = false;
	/** Readings that are damaged after the last whole entry, and where the last of these ends. */
	private torn = 0;
	private tornEnd = 0;
	/** Last byte of what is damaged there; undefined where nothing is. */
	private lastByte: number | undefined;

	constructor(generation: number) {
		this.generation = generation;
	}

	/**
	 * What follows is not blank.
	 * @param at its offset in the block
	 * @param kind of the entry in the buffer, 0 where that is not whole
	 */
	add(at: number, kind: number, entry: Entry): void {
		if (kind !== 0)
			this.highest = Math.max(this.highest, entry.words[3]);
		this.end = at + entry.size;
		const { words } = entry;
		const isOwn = words[3] === this.generation;
		if (kind !== 0 && isOwn)
			return this.addWhole(kind, entry);
		// Of another generation is what an erase has left.
		this.lastByte = words[3] >>> 24;
		// Damage can turn a byte of a reading's text into this kind; such a row is not a reading of its own.
		if (words[1] >>> 24 === READING && (at >= this.tornEnd || isOwn)) {
			this.torn++;
			this.tornEnd = at + sizeOf(entry.length);
		}
	}

	/** Takes what it does not say itself from an older block. */
	complete(older: BlockContent): void {
		this.head ||= older.head;
		this.next ||= older.next;
		this.hasRevoked ??= older.hasRevoked;
		if (!this.hasHeader) {
			this.hasHeader = older.hasHeader;
			this.flags = older.flags;
			this.unread = older.unread;
		}
	}

	/** Starts in a row that could not read those blocks. */
	get starts(): number {
		return this.flags >> STARTS_SHIFT & MOST_STARTS;
	}

	/** Readings after the last whole entry that can't be read. */
	get damaged(): number {
		const { lastByte, torn } = this;
		const isEnd = this.end === this.tornEnd || lastByte === CLOSE_BRACE || lastByte === PADDING;
		// A write that the power has cut lacks its end, which is erased or 0, or its last rows; those of a reading end with a brace or padding.
		const isWhole = lastByte !== undefined && lastByte !== 0 && lastByte !== BLANK_BYTE && isEnd;
		return isWhole ? Math.max(1, torn) : Math.max(0, torn - 1);
	}

	private addWhole(kind: number, entry: Entry): void {
		const { sequence } = entry;
		this.torn = 0;
		this.lastByte = undefined;
		if (kind === MARK) {
			this.head = sequence;
			return;
		}
		const isHeader = kind === HEADER;
		// Of two readings with one number the first is revoked, also where the header between them is damaged.
		let hasRevoked = sequence < this.next;
		if (isHeader) {
			this.head = entry.words[HEAD];
			this.hasHeader = true;
			this.flags = entry.words[BLOCKS] >>> FLAGS_SHIFT & 0xff;
			this.unread = entry.words[UNREAD];
			hasRevoked ||= (this.flags & IS_REVOKED) !== 0;
		}
		if (isHeader || hasRevoked)
			this.hasRevoked = this.hasRevoked === true || hasRevoked;
		// A header revokes the reading before it.
		this.next = isHeader ? sequence : sequence + 1;
	}
}
