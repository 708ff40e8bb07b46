import type { FailedBlocks } from "./failed-blocks.js";
import type { OutboxCounts } from "./outbox-options.js";

/** Which readings are pending, by their numbers, which have no gaps of their own. */
export class PendingNumbers {
	/** Number of the first reading that is not delivered, where those in blocks that are held don't count. */
	head = 1;
	/** Number of the next reading. */
	next = 1;
	/** Readings in blocks that are held, as far as is known; one in a block that could not be read since the start. */
	missing = 0;

	private readonly failed: FailedBlocks;
	private readonly counts: OutboxCounts;

	constructor(failed: FailedBlocks, counts: OutboxCounts) {
		this.failed = failed;
		this.counts = counts;
	}

	/** Those that can be read, or are damaged. */
	get ready(): number {
		return this.next - this.head;
	}

	/** The log was found. @param head as `next`, 0 where nothing says */
	open(head: number, next: number): void {
		this.next = Math.max(1, head, next);
		this.head = head || 1;
	}

	/** The first that is there has this number. */
	begin(number: number): void {
		this.miss(number - this.head);
		this.head = number;
	}

	/** The first is dropped. */
	drop(): void {
		this.head++;
		this.counts.dropped++;
	}

	/**
	 * Readings have left.
	 * @param last number of the last
	 * @param count how many, up to it
	 * @returns whether they were the first; else they are in a block that is held since they were sent, and may be sent again
	 */
	leave(last: number, count: number): boolean {
		if (last < this.head) {
			this.missing = Math.max(this.failed.held.length, this.missing - count);
			return false;
		}
		this.miss(Math.max(0, last + 1 - this.head - count));
		this.head = last + 1;
		return true;
	}

	/** A reading of a block that is held is stored again. */
	recover(): void {
		// Each of the others holds one at least.
		this.missing = Math.max(this.failed.held.length - 1, this.missing - 1);
	}

	/** Readings are not there: they are held, or damaged. */
	private miss(count: number): void {
		if (this.failed.held.length > 0)
			this.missing += count;
		else
			this.counts.damaged += count;
	}
}
