import type { OutboxCounts } from "./outbox-options.js";

/** Which readings are pending, by their numbers. */
export class PendingNumbers {
	/** Number of the first reading that is not delivered. */
	head = 1;
	/** Number of the next reading. */
	next = 1;
	/** Numbers from `head` to `next` that belong to no reading which can be read. */
	skipped = 0;
	/** What is written down as the first that is not delivered never passes this: a block that can't be read may hold it. */
	private floor = Infinity;

	private readonly counts: OutboxCounts;

	constructor(counts: OutboxCounts) {
		this.counts = counts;
	}

	/** Those that can be read, or are damaged. */
	get ready(): number {
		return this.next - this.head - this.skipped;
	}

	/** What is to be written down as the first that is not delivered. */
	get told(): number {
		return this.floor < this.head ? this.floor : this.head;
	}

	/** The log was found. @param head as `next`, 0 where nothing says */
	open(head: number, next: number): void {
		this.next = Math.max(1, head, next);
		this.head = head || 1;
		this.skipped = 0;
		this.floor = Infinity;
	}

	/** A block can't be read: it may hold readings from the first on. */
	hold(): void {
		this.floor = this.told;
	}

	/** What can't be read is not waited for any more. */
	release(): void {
		this.floor = Infinity;
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
	 * @returns whether they were the first; else their block can't be read any more
	 */
	leave(last: number, count: number): boolean {
		if (last < this.head)
			return false;
		this.miss(last + 1 - this.head - count);
		this.head = last + 1;
		return true;
	}

	/** Readings are not there: they are damaged, unless a block that can't be read may hold them, or there were none. */
	private miss(count: number): void {
		if (count <= 0)
			return;
		const skipped = Math.min(count, this.skipped);
		this.skipped -= skipped;
		if (this.floor === Infinity)
			this.counts.damaged += count - skipped;
	}
}
