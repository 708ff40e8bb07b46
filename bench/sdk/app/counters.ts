/** The machine's counters before and after something, without garbage of their own. */
import type { Figures, Heap } from "../../figures.js";

const SLOTS = 0;
const BYTES = 1;
const CHUNKS = 2;
const COMPUTRONS = 5;
const KEYS = 7;
const SOCKETS = 8;
/** Halves of a number, the lower one first. */
const INSTRUCTIONS = 13;
const COUNTERS = 15;

const firstBuffer = new ArrayBuffer(4 * COUNTERS);
const secondBuffer = new ArrayBuffer(4 * COUNTERS);
const first = new Int32Array(firstBuffer);
const second = new Int32Array(secondBuffer);

/** Starts to count what is allocated. */
export function begin(): void {
	host.collect();
	host.collecting(false);
	host.sample(firstBuffer);
}

/** Ends what `begin` began. @param count how often the operation was done */
export function end(name: string, count: number): Figures {
	host.sample(secondBuffer);
	host.collecting(true);
	const average = (index: number): number => (second[index] - first[index]) / count;
	const instructions = ((second[INSTRUCTIONS + 1] - first[INSTRUCTIONS + 1]) * 0x1_0000_0000 + (second[INSTRUCTIONS] >>> 0) - (first[INSTRUCTIONS] >>> 0)) / count;
	return {
		name, slots: average(SLOTS), bytes: average(BYTES), chunks: average(CHUNKS), computrons: average(COMPUTRONS), instructions,
		keys: second[KEYS] - first[KEYS], sockets: second[SOCKETS] - first[SOCKETS]
	};
}

/** What the heap holds after a collection. */
export function heapNow(name: string): Heap {
	host.collect();
	host.sample(secondBuffer);
	return { name, liveSlots: second[SLOTS], liveBytes: second[BYTES], liveChunks: second[CHUNKS], keys: second[KEYS], sockets: second[SOCKETS] };
}
