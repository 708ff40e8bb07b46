import { type Blocks, EMPTY } from "./blocks.js";
import { type Entry, MARK, READING } from "./log-format.js";

/** The readings of a block that are pending, by its entries one after the other. */
class HeldReadings {
	/** Offset of each in the block. */
	readonly offsets: number[] = [];
	private readonly numbers: number[] = [];
	private readonly head: number;
	/** Generation of the block, by its first entry. */
	private generation = EMPTY;

	/** @param head number of the first that is pending */
	constructor(head: number) {
		this.head = head;
	}

	/**
	 * @param at offset of an entry in the block
	 * @param kind of it, 0 where it is not whole
	 */
	add(at: number, kind: number, { sequence, words }: Entry): void {
		const { numbers, offsets } = this;
		if (kind === 0 || kind === MARK || this.generation !== EMPTY && words[3] !== this.generation)
			return;
		this.generation = words[3];
		// Only an entry of the same block revokes a reading: two blocks may have the same numbers.
		if (numbers.length > 0 && numbers[numbers.length - 1] >= sequence) {
			offsets.pop();
			numbers.pop();
		}
		if (kind === READING && sequence >= this.head) {
			offsets.push(at);
			numbers.push(sequence);
		}
	}
}

/**
 * Finds the readings of a block that is held. Uses the buffer.
 * @param head number of the first that is pending
 * @returns offset of each in the block; undefined when a part of it can't be read
 */
export function readingsIn(blocks: Blocks, block: number, head: number): readonly number[] | undefined {
	const { entry, length, storage } = blocks;
	const readings = new HeldReadings(head);
	for (let at = 0; at < length; at += entry.size) {
		const kind = blocks.read(block * length + at);
		if (storage.thrown !== undefined)
			return undefined;
		readings.add(at, kind, entry);
	}
	return readings.offsets;
}
