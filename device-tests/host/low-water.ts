/** What an image tells of its least free memory ("low …", device-tests/emulator/watch.js), and what must stay free. */
import type { Results } from "./results.js";

const LINE = /^low (\d+) bytes of heap, (\d+) of \d+ slots of stack, (\d+) bytes of the task's stack$/;

/** Free memory: of the system's heap in bytes, of XS' stack in slots, of its task's stack in bytes. */
interface Low {
	readonly heap: number;
	readonly slots: number;
	readonly task: number;
}

/** What must stay free: a tenth less than was seen in any group, because answers and readings meet in another order each time. */
const wanted: Low = { heap: 165_000, slots: 86, task: 4700 };

function leastOf(one: Low, other: Low): Low {
	return { heap: Math.min(one.heap, other.heap), slots: Math.min(one.slots, other.slots), task: Math.min(one.task, other.task) };
}

export class LowWater {
	readonly #lows = new Map<string, Low>();

	/** Takes a line of an image. Returns whether it was one of these. @param place group */
	take(place: string, line: string): boolean {
		const [, heap, slots, task] = LINE.exec(line) ?? [];
		if (heap === undefined)
			return false;
		const low = { heap: Number(heap), slots: Number(slots), task: Number(task) };
		this.#lows.set(place, leastOf(low, this.#lows.get(place) ?? low));
		return true;
	}

	/** Judges groups that have run; one that has told nothing fails. */
	judge(places: readonly string[], results: Results, show: (line: string) => void): void {
		for (const place of places) {
			const low = this.#lows.get(place);
			if (low === undefined) {
				results.fail(`${place}: the image did not tell its least free memory`);
				continue;
			}
			const line = `${place}: ${low.heap} bytes of heap, ${low.slots} slots of stack and ${low.task} bytes of the task's stack stayed free`;
			show(`  ${line}`);
			const { heap, slots, task } = leastOf(low, wanted);
			const isKept = heap === wanted.heap && slots === wanted.slots && task === wanted.task;
			results.take(isKept ? `ok ${line}` : `not ok ${line}; ${wanted.heap}, ${wanted.slots} and ${wanted.task} are wanted`);
		}
	}
}
