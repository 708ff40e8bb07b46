import type { Blocks } from "./blocks.js";
import type { LogEnd } from "./log-end.js";
import { type Entry, HEADER, READING } from "./log-format.js";
import type { PendingNumbers } from "./pending-numbers.js";

/** Reads the pending readings of a log, the oldest first. Throws what the storage throws. */
export class LogReader {
	/** Position of the first pending reading, or one before it. */
	first = 0;
	/** Position of what `take` reads next. */
	at = 0;
	/** The highest number that was passed, and the position after it. */
	private passed = 0;
	private behind = 0;

	private readonly blocks: Blocks;
	private readonly numbers: PendingNumbers;
	private readonly end: LogEnd;

	constructor(end: LogEnd) {
		this.blocks = end.blocks;
		this.numbers = end.blocks.numbers;
		this.end = end;
	}

	/** The log was found. @param first position of the first pending reading, or one before it */
	open(first: number): void {
		this.first = first;
		this.passed = 0;
	}

	/** Readings up to a number have been taken. @param position after the last */
	pass(number: number, position: number): void {
		if (number <= this.passed)
			return;
		this.passed = number;
		this.behind = position;
	}

	/** Reads the first pending reading that has a number, or a higher one, into a buffer. As `rewind`. */
	find(number: number, entry: Entry): boolean {
		if (number <= this.numbers.head)
			return this.rewind(entry);
		this.at = number > this.passed && this.behind > this.first ? this.behind : this.first;
		let isThere: boolean;
		do
			isThere = this.take(entry);
		while (isThere && entry.sequence < number);
		return isThere;
	}

	/** Reads the first pending reading into a buffer; `take` reads the next. Returns whether there is one. */
	rewind(entry: Entry): boolean {
		this.at = this.first;
		const isThere = this.numbers.ready > 0 && this.take(entry);
		this.numbers.begin(isThere ? entry.sequence : this.numbers.next);
		if (isThere)
			this.first = this.at - entry.size;
		return isThere;
	}

	/** Reads the next pending reading into a buffer. Returns whether there was one. */
	take(entry: Entry): boolean {
		const { end, numbers } = this;
		while (this.at < end.position) {
			const kind = this.blocks.readAt(this.at, entry);
			this.at += entry.size;
			const { sequence } = entry;
			if (kind === READING && sequence >= numbers.head && sequence < numbers.next && !(end.mayBeRevoked(sequence) && this.isRevoked(entry)))
				return true;
		}
		return false;
	}

	/**
	 * Whether the reading that was taken is revoked: the entry after it has its number, or one before. It is in its buffer
	 * again, unless it can't be read any more: then it counts as revoked, too.
	 */
	private isRevoked(reading: Entry): boolean {
		const { at, blocks } = this;
		const entry = blocks.entry;
		const { sequence, size } = reading;
		let isRevoked = false;
		for (let next = at; next < this.end.position; next += entry.size) {
			const kind = blocks.readAt(next, entry);
			if (kind === HEADER || kind === READING) {
				isRevoked = entry.sequence <= sequence;
				break;
			}
		}
		return blocks.readAt(at - size, reading) !== READING || isRevoked;
	}
}
