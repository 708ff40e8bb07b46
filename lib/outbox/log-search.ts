import { BlockContent } from "./block-content.js";
import { BlockScanner } from "./block-scanner.js";
import { BAD, type Blocks, EMPTY } from "./blocks.js";
import { type BlockState, TRIED } from "./failed-blocks.js";
import { GIVEN_UP, HELD, HELD_AGAIN, LEFT, MARK, MOST_LISTED, RESTING } from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";

/** Times that the log is looked for, before it goes on without more blocks than a header lists. */
const MOST_VAIN = 16;

/** More blocks than a log begins in a century. */
const MOST_BEGUN = 0x1000000;

/** What the blocks say of the log. */
export interface Found {
	/** Position after the last entry. */
	readonly end: number;
	/** Number of the next reading, and of the first that is not delivered; 0 where nothing says. */
	readonly next: number;
	readonly head: number;
	/** Whether readings may be revoked; undefined where nothing says. */
	readonly hasRevoked: boolean | undefined;
	/** Readings after the last whole entry that can't be read. */
	readonly damaged: number;
	/** Whether the next block is begun while others can't be read. */
	readonly isApart: boolean;
}

/** Finds the log in its blocks at a start, whatever of them is damaged: the newest block, and what only older ones say. */
export class LogSearch {
	private readonly blocks: Blocks;
	private readonly counts: OutboxCounts;
	private readonly scanner: BlockScanner;

	constructor(blocks: Blocks, counts: OutboxCounts) {
		this.blocks = blocks;
		this.counts = counts;
		this.scanner = new BlockScanner(blocks);
	}

	/**
	 * Learns the generation of each block, and which are not used, and finds the log in them.
	 * @throws Error when the storage was written in another version or with another geometry, or when no block can be read
	 */
	find(): Found {
		const { blocks, scanner } = this;
		blocks.forget();
		this.learnGenerations();
		const { failed, generations, length, storage } = blocks;
		let newest: number;
		let content: BlockContent | undefined;
		do {
			newest = blocks.before(BAD);
			content = newest === EMPTY ? new BlockContent(EMPTY) : this.scan(generations.indexOf(newest));
		} while (content === undefined);
		if (scanner.fault !== "")
			throw new Error(scanner.fault);
		if (blocks.isBad(blocks.spare()))
			throw storage.unreadable;
		const unknown = this.judge(newest, content);
		// Where nothing is known of the numbers in those that can't be read, a header must keep them apart from what comes.
		if (unknown > MOST_LISTED && (newest === EMPTY || ++failed.vain < MOST_VAIN))
			throw storage.unreadable;
		this.complete(content, newest);
		// One that can't be read may be newer: what it has is passed over, also when it can be read again.
		const isApart = unknown > 0;
		const end = isApart ? this.beyond() * length : (newest || 1) * length + content.end;
		const { damaged, head, next } = content;
		// Where nothing was ever written, nothing is revoked.
		const hasRevoked = newest === EMPTY && !isApart ? false : content.hasRevoked;
		return { end, next, head, hasRevoked, damaged, isApart };
	}

	/**
	 * Leaves a mark with the generation that is begun in the blocks that can be read, where there is room. Where there are
	 * others, the oldest gets none: it may be half erased. A mark may fail.
	 */
	leaveMarks(generation: number): void {
		const { blocks } = this;
		const { entry, generations, length, storage } = blocks;
		const oldest = blocks.after(EMPTY);
		const isAlone = blocks.before(generation) === oldest;
		for (let block = 0; block < generations.length; block++) {
			if (!blocks.isInUse(block) || !isAlone && generations[block] === oldest)
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

	private learnGenerations(): void {
		const { blocks, scanner } = this;
		const { entry, generations } = blocks;
		for (let block = 0; block < generations.length; block++) {
			const kind = scanner.first(block);
			const generation = kind === undefined ? BAD : kind === 0 ? EMPTY : entry.words[3];
			const twin = generations.indexOf(generation);
			generations[block] = generation;
			if (blocks.isInUse(block) && twin >= 0)
				this.keepOne(block, twin);
		}
	}

	/**
	 * Two blocks say that they were begun in one turn: one is a copy of the other, and the one that holds more is used; or starts that
	 * could not read each other's block have begun both, and the other is held, so that its readings are stored again.
	 */
	private keepOne(block: number, twin: number): void {
		const { blocks } = this;
		const length = this.lengthOf(block), twinLength = this.lengthOf(twin);
		const isTwinShorter = length > twinLength;
		const shorter = isTwinShorter ? twin : block, longer = isTwinShorter ? block : twin;
		if (!blocks.isInUse(shorter))
			return;
		if (this.scanner.isSame(shorter, longer, isTwinShorter ? twinLength : length))
			blocks.generations[shorter] = EMPTY;
		else
			blocks.setAside(shorter, HELD, 0, false);
	}

	/** Bytes of a block up to where it has not been written; 0 where it can't be read. */
	private lengthOf(block: number): number {
		return this.scan(block)?.end ?? 0;
	}

	/** Reads a block. One of which a part can't be read is `BAD` then, and undefined is returned. */
	private scan(block: number): BlockContent | undefined {
		const content = this.scanner.scan(block);
		if (content === undefined)
			this.blocks.generations[block] = BAD;
		return content;
	}

	/** Has older blocks say what the newest does not. */
	private complete(content: BlockContent, newest: number): void {
		const { blocks } = this;
		let generation = blocks.before(newest);
		while ((content.head === 0 || content.next === 0) && generation !== EMPTY) {
			const older = this.scan(blocks.generations.indexOf(generation));
			if (older === undefined)
				throw blocks.storage.unreadable;
			content.head ||= older.head;
			content.next ||= older.next;
			content.hasRevoked ??= older.hasRevoked;
			generation = blocks.before(generation);
		}
	}

	/**
	 * A generation above those of blocks that can't be read: less than a round of blocks has been begun since any that can
	 * be read. Starts that could not read them have gone further, and have left marks with the generation that they began.
	 */
	private beyond(): number {
		const { blocks } = this;
		const { entry, generations, length } = blocks;
		let highest = 0;
		for (let block = 0; block < generations.length; block++) {
			if (!blocks.isInUse(block))
				continue;
			for (let at = 0; at < length; at += entry.size) {
				if (blocks.read(block * length + at) !== 0)
					highest = Math.max(highest, entry.words[3]);
			}
		}
		return (highest || MOST_BEGUN) + generations.length + 1;
	}

	/**
	 * Finds out what the blocks are that can't be read, or that the newest header lists. Returns how many of them may be newer
	 * than that.
	 */
	private judge(newest: number, { head, listed = [] }: BlockContent): number {
		const { blocks } = this;
		const { failed, generations } = blocks;
		const count = generations.length;
		let unknown = 0;
		for (const { block, state } of listed) {
			if (block >= count)
				break;
			if (failed.of(block) !== undefined)
				continue;
			const isUnread = blocks.isBad(block);
			const holds = state === HELD || state === HELD_AGAIN;
			// One that holds something of the last round is in use.
			const isOld = generations[block] <= Math.max(0, newest - count);
			// The header may be older than what a block holds that can't be read: also one that rested may be in use again.
			if (isUnread && state !== GIVEN_UP) {
				unknown++;
				blocks.setAside(block, afterAnotherStart(state), 0, true);
				this.counts.damaged += state === HELD_AGAIN ? 1 : 0;
			}
			else if (holds || state === GIVEN_UP)
				blocks.setAside(block, isUnread || holds ? state : HELD, 0, true);
			else if (isOld && state === RESTING) {
				blocks.setAside(block, TRIED, 0, true);
				generations[block] = EMPTY;
			}
		}
		for (let block = 0; block < count; block++) {
			if (blocks.isBad(block) && failed.of(block) === undefined) {
				blocks.setAside(block, HELD, head, false);
				unknown++;
			}
		}
		failed.isUntold = failed.held.some(({ isListed }) => !isListed);
		blocks.countBad();
		return unknown;
	}
}

/** State of a block that still can't be read, by what a header says of it. */
function afterAnotherStart(state: BlockState): BlockState {
	return state === RESTING ? HELD : state === HELD ? HELD_AGAIN : GIVEN_UP;
}
