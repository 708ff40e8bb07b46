import type { TimerHandle, Timers } from "../platform.js";
import type { FlushResult, OutboxStats } from "./options.js";

interface Flush {
	readonly resolve: (result: FlushResult) => void;
	readonly before: OutboxStats;
	timer: TimerHandle | undefined;
}

/** Those who wait for a delivery's end. */
export class Flushes {
	private readonly timers: Timers;
	private readonly state: () => { readonly now: OutboxStats; readonly left: number; readonly error: string };
	private waiting: Flush[] = [];

	/** @param state what a flush's result is made of, asked when it ends */
	constructor(timers: Timers, state: Flushes["state"]) {
		this.timers = timers;
		this.state = state;
	}

	/** @param deadline milliseconds after which it ends in any case; undefined for one that ends with the first failure */
	add(deadline: number | undefined): Promise<FlushResult> {
		return new Promise((resolve) => {
			const flush: Flush = { resolve, before: this.state().now, timer: undefined };
			if (deadline !== undefined)
				flush.timer = this.timers.set(() => this.expired(flush), deadline);
			this.waiting.push(flush);
		});
	}

	/** Ends all, or those that have no deadline. */
	end(all: boolean): void {
		const ended = this.waiting.filter(({ timer }) => all || timer === undefined);
		this.waiting = this.waiting.filter((flush) => !ended.includes(flush));
		ended.forEach((flush) => this.resolve(flush));
	}

	private expired(flush: Flush): void {
		this.waiting = this.waiting.filter((other) => other !== flush);
		this.resolve(flush);
	}

	private resolve({ before, resolve, timer }: Flush): void {
		this.timers.clear(timer);
		const { error, left, now } = this.state();
		resolve({
			delivered: now.delivered - before.delivered,
			rejected: now.rejected - before.rejected,
			dropped: now.dropped - before.dropped,
			left,
			error: left === 0 ? "" : error
		});
	}
}
