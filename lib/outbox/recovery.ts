import type { Text } from "../platform.js";
import type { Failed } from "./failed-blocks.js";
import { readingsIn } from "./held-readings.js";
import { fillTime, GIVEN_UP, hasTicks, ID_AT, ID_LENGTH, PREFIX_LENGTH, READING, UNIT } from "./log-format.js";
import type { Log } from "./log.js";
import type { OutboxCounts } from "./outbox-options.js";

// docs/decisions/0097-a-block-that-fails-keeps-what-it-holds.md
/**
 * Stores the readings of blocks that could not be read, and now can, at the end of the log, in their order and with their
 * ids. Nothing is dropped for them.
 */
export class Recovery {
	private readonly log: Log;
	private readonly text: Text;
	private readonly counts: OutboxCounts;

	constructor(log: Log, text: Text, counts: OutboxCounts) {
		this.log = log;
		this.text = text;
		this.counts = counts;
	}

	/** Tries all blocks that are held. Uses the log's buffer. Throws what the storage throws. Returns whether there are readings more. */
	run(): boolean {
		const { blocks, numbers } = this.log;
		const { next } = numbers;
		for (const held of blocks.failed.held) {
			const offsets = readingsIn(blocks, held.block, held.head);
			if (offsets === undefined)
				continue;
			this.count(held);
			if (!this.storeAgain(held, offsets))
				break;
			this.empty(held);
		}
		return numbers.next > next;
	}

	/** What a block holds can be read now. */
	private count(held: Failed): void {
		if (!held.isUnknown)
			return;
		held.isUnknown = false;
		if (held.state === GIVEN_UP)
			this.counts.damaged--;
		else
			this.log.numbers.missing--;
	}

	/** Returns whether all readings of a block are stored again. */
	private storeAgain(held: Failed, offsets: readonly number[]): boolean {
		const { log } = this;
		const { blocks, entry, numbers } = log;
		const start = held.block * blocks.length;
		for (const offset of offsets) {
			if (offset < held.at)
				continue;
			if (blocks.read(start + offset) !== READING)
				return false;
			const content = entry.length;
			if (!log.revoke(false) || !log.fits(content - ID_LENGTH) && !log.makeRoom(false))
				return false;
			if (!this.load(start + offset) || !log.appendAgain(content))
				return false;
			numbers.recover();
			held.at = offset + 1;
		}
		held.at = blocks.length;
		return true;
	}

	/** Reads a reading of a block that is held into the buffer, with its time if that is known. Returns whether it can be read. */
	private load(at: number): boolean {
		const { text } = this;
		const { blocks, entry, ids, times } = this.log;
		const kind = blocks.read(at);
		const end = UNIT + entry.length;
		if (kind !== READING || !hasTicks(entry.bytes, end))
			return kind === READING;
		const prefix = text.decode(entry.bytes, ID_AT, PREFIX_LENGTH);
		// The anchor of its start follows it, in this block or a later one.
		const base = times.baseOf(prefix, (entry.words[3] + 1) * blocks.length, at);
		if (blocks.read(at) !== READING)
			return false;
		// This start may learn its time later. With the ticks of another, it would end the search for this one's anchor.
		if (base !== undefined || prefix !== ids.prefix)
			fillTime(text, entry.bytes, end, base);
		return true;
	}

	/** As long as a block holds anything, a start would take that for readings that have not left. */
	private empty({ block }: Failed): void {
		const { log } = this;
		const { blocks, numbers } = log;
		if (blocks.emptyHeld(block) !== undefined)
			return;
		this.counts.erases++;
		if (blocks.failed.held.length === 0)
			numbers.missing = 0;
		// Before it is used, so that no header says of what it holds then that it is held.
		log.tellHeld();
	}
}
