import type { TimerHandle, Timers } from "../lib/platform.js";

interface Pending {
	readonly callback: () => void;
	readonly due: number;
}

/** Timers whose time passes only when it is told to; ticks wrap as those of a device do. */
export class SetTimers implements Timers {
	/** Timers that have been set. */
	count = 0;
	#time: number;
	readonly #pending = new Set<Pending>();

	/** @param start ticks to begin with */
	constructor(start = 0) {
		this.#time = start;
	}

	/** Timers that wait. */
	get waiting(): number {
		return this.#pending.size;
	}

	set(callback: () => void, milliseconds = 0): TimerHandle {
		this.count++;
		const timer = { callback, due: this.#time + milliseconds };
		this.#pending.add(timer);
		return timer;
	}

	clear(timer: TimerHandle | undefined): void {
		this.#pending.delete(timer as Pending);
	}

	now(): number {
		return this.#time | 0;
	}

	/** Lets time pass until the next timer is due; no other comes. */
	step(): void {
		const next = this.#next(Infinity);
		if (next !== undefined)
			this.#come(next);
	}

	/** Lets time pass; each timer comes when it is due. */
	pass(milliseconds: number): void {
		const end = this.#time + milliseconds;
		for (let next = this.#next(end); next !== undefined; next = this.#next(end))
			this.#come(next);
		this.#time = end;
	}

	#come(timer: Pending): void {
		this.#pending.delete(timer);
		this.#time = timer.due;
		timer.callback();
	}

	#next(end: number): Pending | undefined {
		let first: Pending | undefined;
		for (const timer of this.#pending) {
			if (timer.due <= end && (first === undefined || timer.due < first.due))
				first = timer;
		}
		return first;
	}
}
