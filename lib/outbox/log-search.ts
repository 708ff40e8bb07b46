import type { Blocks } from "./blocks.js";
import { HEADER, READING } from "./log-format.js";

/** What is in storage. */
export interface Found {
	/** Number of the next reading, and of the first that is not delivered. */
	readonly next: number;
	readonly head: number;
	/** Position behind the last entry, and of the first pending reading or one before it. */
	readonly end: number;
	readonly first: number;
	readonly pending: number;
	/** Whether there may be readings among those pending that are revoked. */
	readonly hasRevoked: boolean;
	/** Readings that have become unreadable. */
	readonly damaged: number;
}

/**
 * Finds the log in storage, counts the pending readings, and by their numbers those that have become unreadable. Writes nothing.
 */
export function findLog(blocks: Blocks): Found {
	const entry = blocks.entry;
	const generations = blocks.generations;
	const length = blocks.length;
	const newest = blocks.find();
	const oldest = Math.max(1, newest - generations.length + 1);
	let end = length;
	let damaged = 0;
	if (newest > 0) {
		end = newest * length + blocks.scanBlock(generations.indexOf(newest));
		damaged = blocks.damaged;
	}
	for (let generation = newest; blocks.head === 0 && --generation >= oldest;)
		blocks.scanBlock(generations.indexOf(generation));
	let next = blocks.next;
	let head = blocks.head;

	// A block whose successor begins with a number that is delivered, or the first that is not, holds nothing that is pending.
	let first = Math.max(1, newest);
	while (first > oldest && (blocks.readAt(first * length, entry) !== HEADER || entry.sequence > head))
		first--;
	first *= length;

	let last = head - 1;
	let pending = 0;
	let hasRevoked = false;
	for (let at = first; at < end; at += entry.size) {
		const kind = blocks.readAt(at, entry);
		const sequence = entry.sequence;
		if (kind !== HEADER && kind !== READING || sequence < head)
			continue;
		if (sequence <= last) {
			hasRevoked = true;
			pending--;
			last = sequence - 1;
		}
		if (kind === READING) {
			// Where nothing tells what has left, it is all that was before.
			if (last < 0)
				head = sequence;
			else
				damaged += sequence - last - 1;
			pending++;
			last = sequence;
		}
	}
	if (last < 0) {
		head = next;
		last = next - 1;
	}
	next = Math.max(next, last + 1);
	return { next, head, end, first, pending, hasRevoked, damaged: damaged + next - last - 1 };
}
