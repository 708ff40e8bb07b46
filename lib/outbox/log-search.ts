import { BlockContent } from "./block-content.js";
import { BlockScanner } from "./block-scanner.js";
import { type Blocks, FREE, IN_USE, MOST_STARTS, NO_GENERATION, UNREAD } from "./blocks.js";
import { HAS_GAPS, ID_LENGTH, LEFT, MARK, sizeOf, STARTS_SHIFT } from "./log-format.js";

/** Where nothing is known of the log, its next block gets a generation above this part of all: more than are begun in a century. */
const UNKNOWN_PART = 4;

/** What the blocks say of the log. */
export interface Found {
	/** Position after the last entry. */
	readonly end: number;
	/** Number of the next reading, and of the first that is not delivered; 0 where nothing says. */
	readonly next: number;
	readonly head: number;
	/** Whether readings may be revoked; undefined where nothing says. */
	readonly hasRevoked: boolean | undefined;
	/** Whether numbers may be missing that are no damage. */
	readonly hasGaps: boolean;
	/** Readings after the last whole entry that can't be read, and one for each block that is given up now. */
	readonly damaged: number;
	/** Which blocks an earlier start could not read, and how many starts, as the last header says. */
	readonly unread: number;
	readonly starts: number;
}

/** Finds the log in its blocks at a start, whatever of them is damaged: the newest block, and what only older ones say. */
export class LogSearch {
	private readonly blocks: Blocks;
	private readonly scanner: BlockScanner;

	constructor(blocks: Blocks) {
		this.blocks = blocks;
		this.scanner = new BlockScanner(blocks);
	}

	/**
	 * Learns the state and the generation of each block, and finds the log in them.
	 * @throws Error when the storage was written in another version or with another geometry, or when no block can be read
	 */
	find(): Found {
		const { blocks, scanner } = this;
		blocks.forget();
		this.learnGenerations();
		let newest: number;
		let content: BlockContent | undefined;
		do {
			newest = blocks.before(Infinity);
			content = newest === NO_GENERATION ? new BlockContent(newest) : this.scan(blocks.generations.indexOf(newest));
		} while (content === undefined);
		if (scanner.fault !== "")
			throw new Error(scanner.fault);
		this.complete(content, newest);
		if (blocks.spare() < 0)
			throw blocks.storage.unreadable;
		const { damaged, flags = 0, head, next, unread } = content;
		const hasGaps = blocks.unread > 0 || (flags & HAS_GAPS) !== 0;
		const highest = blocks.unread === 0 ? newest : this.highest();
		// Those that its header names can't be newer, unless one of them has been begun since.
		const isNewest = blocks.unread === 0 || blocks.unreadable === unread && highest === newest;
		const starts = flags >> STARTS_SHIFT & MOST_STARTS;
		const lost = this.giveUp(isNewest ? starts : 0);
		const found = { head, hasGaps, damaged: damaged + lost, unread, starts };
		if (!isNewest)
			return { ...found, ...this.beyond(highest), hasRevoked: content.hasRevoked };
		// Where nothing was ever written, nothing is revoked.
		const hasRevoked = newest === NO_GENERATION ? false : content.hasRevoked;
		return { ...found, end: (newest || 1) * blocks.length + content.end, next, hasRevoked };
	}

	private learnGenerations(): void {
		const { blocks, scanner } = this;
		const { entry, generations } = blocks;
		for (let block = 0; block < generations.length; block++) {
			const kind = scanner.first(block);
			if (kind === undefined)
				blocks.set(block, UNREAD);
			else if (kind !== 0) {
				const generation = entry.words[3];
				const twin = generations.indexOf(generation);
				blocks.set(block, IN_USE, generation);
				if (twin >= 0)
					this.keepOne(block, twin);
			}
		}
	}

	/**
	 * Two blocks say that they were begun in one turn. One is a copy of the other, and the one that holds more is used; or
	 * starts that could not read each other's block have begun both, and the other counts as one that can't be read.
	 */
	private keepOne(block: number, twin: number): void {
		const { blocks, scanner } = this;
		const length = this.scan(block)?.end ?? 0, twinLength = this.scan(twin)?.end ?? 0;
		const isTwinShorter = length > twinLength;
		const shorter = isTwinShorter ? twin : block, longer = isTwinShorter ? block : twin;
		if (blocks.states[shorter] === IN_USE)
			blocks.set(shorter, scanner.isSame(shorter, longer, isTwinShorter ? twinLength : length) ? FREE : UNREAD);
	}

	/** Reads a block. One of which a part can't be read is left alone, and undefined is returned. */
	private scan(block: number): BlockContent | undefined {
		const content = this.scanner.scan(block);
		if (content === undefined)
			this.blocks.set(block, UNREAD);
		return content;
	}

	/** Has older blocks say what the newest does not. */
	private complete(content: BlockContent, newest: number): void {
		const { blocks } = this;
		let generation = blocks.before(newest);
		while ((content.head === 0 || content.next === 0) && generation !== NO_GENERATION) {
			const older = this.scan(blocks.generations.indexOf(generation));
			if (older !== undefined)
				content.complete(older);
			generation = blocks.before(generation);
		}
	}

	/**
	 * Counts this start if it can't read all blocks, and gives these up with the last.
	 * @param starts before this one that could not read the same
	 * @returns blocks that are given up and were not before
	 */
	private giveUp(starts: number): number {
		const { blocks } = this;
		const { unread } = blocks;
		blocks.starts = unread === 0 ? 0 : Math.min(starts + 1, MOST_STARTS);
		if (blocks.starts < MOST_STARTS)
			return 0;
		blocks.giveUp();
		return starts < MOST_STARTS ? unread : 0;
	}

	/**
	 * Where the log goes on when a block that can't be read may be newer: with a generation above all that it may have, and
	 * with numbers that no block of a lower generation has. Less than a round of blocks has been begun since any that can be
	 * read. Starts that could not read others have gone further, and have left marks with the generation that they began.
	 */
	private beyond(highest: number): Pick<Found, "end" | "next"> {
		const { generations, length } = this.blocks;
		const readings = Math.ceil(length / sizeOf(ID_LENGTH));
		const generation = (highest || Math.floor(0x100000000 / readings / UNKNOWN_PART)) + generations.length + 1;
		this.leaveMarks(generation);
		return { end: generation * length, next: generation * readings };
	}

	/** The highest generation that the blocks say has been begun. */
	private highest(): number {
		const { blocks } = this;
		const { entry, length, states } = blocks;
		let highest = NO_GENERATION;
		for (let block = 0; block < states.length; block++) {
			for (let at = 0; at < length && states[block] === IN_USE; at += entry.size) {
				if (blocks.read(block * length + at) !== 0)
					highest = Math.max(highest, entry.words[3]);
			}
		}
		return highest;
	}

	/**
	 * Leaves a mark with the generation that is begun next in the blocks that can be read, where there is room. Where there are
	 * others, the oldest gets none: it may be half erased. A mark may fail.
	 */
	private leaveMarks(generation: number): void {
		const { blocks } = this;
		const { entry, generations, length, states, storage } = blocks;
		const oldest = blocks.after(NO_GENERATION);
		const isAlone = blocks.before(Infinity) === oldest;
		for (let block = 0; block < states.length; block++) {
			if (states[block] !== IN_USE || !isAlone && generations[block] === oldest)
				continue;
			const start = block * length;
			let end = 0;
			for (let at = 0; at < length; at += entry.size) {
				if (blocks.read(start + at) !== 0 || !entry.isBlank())
					end = at + entry.size;
			}
			try {
				// It counts as what an erase has left.
				if (end < length)
					entry.write(storage, start + end, MARK, LEFT, generation, 0);
			}
			catch {
				// Others may have one.
			}
		}
	}
}
