/** What a heap holds, and what was measured by its name. */
import type { Allocated } from "./device.js";
import type { Heap } from "./figures.js";

export function live({ liveSlots, liveBytes, liveChunks }: Heap): Allocated {
	return { slots: liveSlots, bytes: liveBytes, chunks: liveChunks };
}

export function find<T extends { readonly name: string }>(items: readonly T[], name: string): T {
	const item = items.find((candidate) => candidate.name === name);
	if (item === undefined)
		throw new Error(`nothing was measured for ${name}`);
	return item;
}
