import { BlockContent } from "./block-content.js";
import { BlockScanner } from "./block-scanner.js";
import { type Blocks, FREE, IN_USE, MOST_STARTS, NO_GENERATION, UNREAD } from "./blocks.js";
import { HAS_GAPS, ID_LENGTH, LEFT, MARK, sizeOf } from "./log-format.js";

/** Where nothing is known of the log, its next block gets a generation above this part of all: more than are begun in a century. */
const UNKNOWN_PART = 4;

/** Finds the log in its blocks at a start, whatever of them is damaged: the newest block, and what only older ones say. */
export class LogSearch {
	/** What the newest block says, and older ones where that does not. */
	content!: BlockContent;
	/** Position after the last entry. */
	position = 0;
	/** Number of the next reading, 0 where nothing says. */
	next = 0;
	/** Whether numbers may be missing that are no damage. */
	hasGaps = false;
	/** Readings after the last whole entry that can't be read, and one for each block that is given up now. */
	damaged = 0;
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
	find(): void {
		const { blocks } = this;
		blocks.forget();
		this.learnGenerations();
		let newest: number;
		let content: BlockContent | undefined;
		do {
			newest = blocks.before(Infinity);
			content = newest === NO_GENERATION ? new BlockContent(newest) : this.scan(blocks.generations.indexOf(newest));
		} while (content === undefined);
		if (this.scanner.fault !== "")
			throw new Error(this.scanner.fault);
		this.complete(content, newest);
		if (blocks.spare() < 0)
			throw blocks.storage.unreadable;
		this.content = content;
		this.hasGaps = blocks.unread > 0 || (content.flags & HAS_GAPS) !== 0;
		const highest = blocks.unread === 0 ? newest : this.highest();
		// Those that its header names can't be newer, unless one of them has been begun since.
		const isNewest = blocks.unread === 0 || blocks.unreadable === content.unread && highest === newest && newest !== blocks.twin;
		this.damaged = content.damaged + this.giveUp(isNewest ? content.starts : 0);
		if (!isNewest)
			return this.goBeyond(highest);
		this.position = (newest || 1) * blocks.length + content.end;
		this.next = content.next;
		// Where nothing was ever written, nothing is revoked.
		if (newest === NO_GENERATION)
			content.hasRevoked = false;
	}

	private learnGenerations(): void {
		const { blocks, scanner } = this;
		const { generations } = blocks;
		for (let block = 0; block < generations.length; block++) {
			const kind = scanner.first(block);
			if (kind === undefined)
				blocks.set(block, UNREAD);
			else if (kind !== 0) {
				const generation = blocks.entry.words[3];
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
		const length = this.scan(block)?.end ?? 0, twinLength = this.scan(twin)?.end ?? 0;
		const isTwinShorter = length > twinLength;
		const shorter = isTwinShorter ? twin : block, longer = isTwinShorter ? block : twin;
		const { blocks } = this;
		if (blocks.states[shorter] !== IN_USE)
			return;
		if (this.scanner.isSame(shorter, longer, isTwinShorter ? twinLength : length))
			return blocks.set(shorter, FREE);
		blocks.twin = blocks.generations[longer];
		blocks.set(shorter, UNREAD);
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
	 * Counts this start if it can't read all blocks, and gives these up with the last. What only waits for its twin to be
	 * delivered can be read.
	 * @param starts before this one that could not read the same
	 * @returns blocks that are given up and were not before
	 */
	private giveUp(starts: number): number {
		const { blocks } = this;
		const { unread } = blocks;
		blocks.starts = unread === 0 || blocks.twin !== NO_GENERATION ? 0 : Math.min(starts + 1, MOST_STARTS);
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
	private goBeyond(highest: number): void {
		const { length, states } = this.blocks;
		const readings = Math.ceil(length / sizeOf(ID_LENGTH));
		const generation = (highest || Math.floor(0x100000000 / readings / UNKNOWN_PART)) + states.length + 1;
		this.leaveMarks(generation);
		this.position = generation * length;
		this.next = generation * readings;
	}

	/** The highest generation that the blocks say has been begun. */
	private highest(): number {
		const { states } = this.blocks;
		let highest = NO_GENERATION;
		for (let block = 0; block < states.length; block++) {
			if (states[block] === IN_USE)
				highest = Math.max(highest, this.scanner.scan(block)?.highest ?? NO_GENERATION);
		}
		return highest;
	}

	/**
	 * Leaves a mark with the generation that is begun next in the blocks that can be read, where there is room. Where there are
	 * others, the oldest gets none: it may be half erased. A mark may fail.
	 */
	private leaveMarks(generation: number): void {
		const { blocks } = this;
		const { length, states } = blocks;
		const oldest = blocks.after(NO_GENERATION);
		const isAlone = blocks.before(Infinity) === oldest;
		for (let block = 0; block < states.length; block++) {
			if (states[block] !== IN_USE || !isAlone && blocks.generations[block] === oldest)
				continue;
			const end = this.scanner.scan(block)?.end ?? length;
			try {
				// It counts as what an erase has left.
				if (end < length)
					blocks.entry.write(blocks.storage, block * length + end, MARK, LEFT, generation, 0);
			}
			catch {
				// Others may have one.
			}
		}
	}
}
