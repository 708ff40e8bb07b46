/** Numbers of a seeded generator (mulberry32), so that what they decided can be had again. */
export class SeededRandom {
	readonly seed: number;
	#state: number;

	constructor(seed: number) {
		this.seed = this.#state = seed;
	}

	/** A whole number from 0 to `count - 1`. */
	below(count: number): number {
		this.#state = this.#state + 0x6d2b79f5 | 0;
		let value = Math.imul(this.#state ^ this.#state >>> 15, this.#state | 1);
		value ^= value + Math.imul(value ^ value >>> 7, value | 61);
		return Math.floor(((value ^ value >>> 14) >>> 0) / 0x1_0000_0000 * count);
	}

	pick<Item>(items: readonly Item[]): Item {
		return items[this.below(items.length)];
	}
}
