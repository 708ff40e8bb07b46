import { SeededRandom } from "../seeded-random.js";

/** Beginnings that a sample may have. */
const precision = 0x1_0000;

/**
 * Every n-th of a list from a random beginning: of items that are sorted by file, each file has its share.
 * @param seed the same items for the same seed
 */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
	const step = Math.max(1, items.length / count);
	const first = new SeededRandom(seed).below(precision) / precision * step;
	return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(first + index * step)]);
}
