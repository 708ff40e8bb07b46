import { Entries, HEAD, HEADER, MARK, PADDING, READING, sizeOf, UNIT } from "./entries.js";

/**
 * Finds blocks and what they say, wherever they are and whatever of them is damaged.
 *
 * A position is a generation times the block length, plus the offset in that block: positions grow from reading to reading.
 */
export class Blocks extends Entries {
	/** Number of the next reading, and of the first that is not delivered; 0 while that is not known. */
	protected next!: number;
	protected head!: number;

	/** Learns the generation of each block. Returns the newest, 0 for none. */
	protected findBlocks(): number {
		const { generations } = this;
		let newest = 0;
		generations.fill(0);
		for (let block = 0; block < generations.length; block++) {
			let generation = this.generationOf(block);
			const twin = generations.indexOf(generation);
			// Of two copies of a block, the one that holds more.
			if (generation > 0 && twin >= 0) {
				if (this.scan(block, false) > this.scan(twin, false))
					generations[twin] = 0;
				else
					generation = 0;
			}
			generations[block] = generation;
			if (generation > newest)
				newest = generation;
		}
		// What is older than one round is a copy of another time.
		for (let block = 0; block < generations.length; block++) {
			if (generations[block] <= newest - generations.length)
				generations[block] = 0;
		}
		return newest;
	}

	/** Generation of a block, from its first entry that is whole; 0 without one. */
	private generationOf(block: number): number {
		const start = block * this.blockLength;
		// Of a block that begins with so many blank bytes, nothing else has been written.
		let blank = start + 3 * UNIT;
		for (let at = start; at < start + this.blockLength; at += this.size) {
			if (this.read(at) !== 0)
				return this.words[3];
			if (!this.isBlank())
				blank = 0;
			else if (at === blank)
				break;
		}
		return 0;
	}

	/**
	 * Reads a block, and what it says of the log.
	 * @param isNewest whether to count the readings behind its last whole entry that can't be read
	 * @returns bytes up to where it has not been written; 0 for no block
	 */
	protected scan(block: number, isNewest: boolean): number {
		let last = 0;
		let whole = 0;
		let end = 0;
		let torn = 0;
		for (let at = 0; block >= 0 && at < this.blockLength; at += this.size) {
			const kind = this.read(block * this.blockLength + at);
			if (kind === 0) {
				if (this.isBlank())
					continue;
				last = this.words[3] >>> 24;
				// Damage can turn a byte of a reading's text into this kind; such a row is not a reading of its own.
				if (this.words[1] >>> 24 === READING && (at >= whole || this.words[3] === this.generations[block])) {
					torn++;
					whole = at + sizeOf(this.length);
				}
			}
			else {
				torn = 0;
				last = -1;
				if (kind !== READING)
					this.head = kind === MARK ? this.sequence : this.words[HEAD];
				// A header revokes the reading before it.
				this.next = kind === READING ? this.sequence + 1 : kind === HEADER ? this.sequence : Math.max(this.next, this.sequence);
			}
			end = at + this.size;
		}
		// A write that the power has cut lacks its end, which is erased or 0, or its last rows. Those of a reading end with a brace or padding.
		const isWhole = last > 0 && last < 255 && (end === whole || last === 125 || last === PADDING);
		if (isNewest)
			this.counts.damaged += isWhole ? Math.max(1, torn) : Math.max(0, torn - 1);
		return end;
	}

	/** Offset in the storage of a position; negative when its block is not there. */
	protected place(position: number): number {
		const { blockLength } = this;
		const offset = position % blockLength;
		return this.generations.indexOf((position - offset) / blockLength) * blockLength + offset;
	}

	/** Reads what is at a position. Returns as `read`; a block that is not there is one with nothing in it. */
	protected readAt(position: number): number {
		const at = this.place(position);
		if (at >= 0)
			return this.read(at);
		this.size = -at;
		return 0;
	}
}
