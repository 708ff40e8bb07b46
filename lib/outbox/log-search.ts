import type { Text } from "../platform.js";
import type { Blocks } from "./blocks.js";
import { HEADER, MARK, PREFIX_LENGTH, READING, UNIT } from "./log-format.js";

/** Earlier starts of which it is remembered when they were. */
const MOST_BASES = 16;

/** Finds the log in storage. Writes nothing. */
export class LogSearch {
	/** Number of the next reading, and of the first that is not delivered. */
	next: number;
	head: number;
	/** Position behind the last entry, and of the first pending reading or one before it. */
	end: number;
	first: number;
	pending = 0;
	/** Whether there may be readings among those pending that are revoked. */
	hasRevoked = false;
	/** Readings that have become unreadable. */
	damaged = 0;

	private readonly blocks: Blocks;

	/** @param bases gets when earlier starts' ticks were 0; undefined where nobody asks */
	constructor(blocks: Blocks, text: Text, bases: Map<string | undefined, number> | undefined) {
		const entry = blocks.entry;
		const generations = blocks.generations;
		const length = blocks.length;
		const newest = blocks.find();
		const oldest = Math.max(1, newest - generations.length + 1);
		this.blocks = blocks;
		this.end = length;
		if (newest > 0) {
			this.end = newest * length + blocks.scanBlock(generations.indexOf(newest));
			this.damaged = blocks.damaged;
		}
		for (let generation = newest; blocks.head === 0 && --generation >= oldest;)
			blocks.scanBlock(generations.indexOf(generation));
		this.next = blocks.next;
		this.head = blocks.head;

		// A block whose successor begins with a number that is delivered, or the first that is not, holds nothing that is pending.
		let first = Math.max(1, newest);
		while (first > oldest && (blocks.readAt(first * length, entry) !== HEADER || entry.sequence > this.head))
			first--;
		this.first = first * length;
		this.count(text, bases);
	}

	/** Counts the pending readings, and by their numbers those that have become unreadable. */
	private count(text: Text, bases: Map<string | undefined, number> | undefined): void {
		const blocks = this.blocks;
		const entry = blocks.entry;
		let last = this.head - 1;
		for (let at = this.first; at < this.end; at += entry.size) {
			const kind = blocks.readAt(at, entry);
			const sequence = entry.sequence;
			if (kind === MARK && entry.length > 0 && bases !== undefined && bases.size < MOST_BASES)
				bases.set(text.decode(entry.bytes, UNIT, PREFIX_LENGTH), Number(text.decode(entry.bytes, UNIT + PREFIX_LENGTH, entry.length - PREFIX_LENGTH)));
			if (kind !== HEADER && kind !== READING || sequence < this.head)
				continue;
			if (sequence <= last) {
				this.hasRevoked = true;
				this.pending--;
				last = sequence - 1;
			}
			if (kind === READING) {
				// Where nothing tells what has left, it is all that was before.
				if (last < 0)
					this.head = sequence;
				else
					this.damaged += sequence - last - 1;
				this.pending++;
				last = sequence;
			}
		}
		if (last < 0) {
			this.head = this.next;
			last = this.next - 1;
		}
		this.next = Math.max(this.next, last + 1);
		this.damaged += this.next - last - 1;
	}
}
