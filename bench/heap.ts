/** What a heap holds, and what was measured by its name. */
import type { Allocated } from "./device.js";
import type { Figures, Heap } from "./figures.js";

export function live({ liveSlots, liveBytes, liveChunks }: Heap): Allocated {
	return { slots: liveSlots, bytes: liveBytes, chunks: liveChunks };
}

/** What one operation takes more than another. */
export function difference(more: Figures, less: Figures): Figures {
	return { ...more, slots: more.slots - less.slots, bytes: more.bytes - less.bytes, chunks: more.chunks - less.chunks, computrons: more.computrons - less.computrons };
}

export function find<T extends { readonly name: string }>(items: readonly T[], name: string): T {
	const item = items.find((candidate) => candidate.name === name);
	if (item === undefined)
		throw new Error(`nothing was measured for ${name}`);
	return item;
}
