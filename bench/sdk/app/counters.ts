/** The machine's counters before and after something, without garbage of their own. */
import type { Figures, Heap } from "../../figures.js";

const SLOTS = 0;
const BYTES = 1;
const CHUNKS = 2;
const PEAK_SLOTS = 3;
const PEAK_BYTES = 4;
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

/** Starts to watch the heap under the collector. */
export function watch(): void {
	host.collect();
	host.sample(firstBuffer);
}

/** Ends what `watch` began. */
export function watched(name: string): Heap {
	host.sample(secondBuffer);
	const peakSlots = second[PEAK_SLOTS];
	const peakBytes = second[PEAK_BYTES];
	host.collect();
	host.sample(secondBuffer);
	return {
		name, peakSlots, peakBytes, liveSlots: second[SLOTS], liveBytes: second[BYTES], liveChunks: second[CHUNKS],
		keys: second[KEYS], sockets: second[SOCKETS]
	};
}
