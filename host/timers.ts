import type { Timers } from "../lib/platform.js";

/** Milliseconds; Node fires at once what is asked to wait longer. */
const longestWait = 2 ** 31 - 1;

/** Milliseconds, 12 days: who waits that long only watches the ticks, and does not keep the process alive. */
const watch = 2 ** 30;

/** One-shot timers over Node's. A wait longer than 24.8 days ends after 24.8 days. */
export const timers: Timers = {
	set(callback, milliseconds = 0) {
		const timer = setTimeout(callback, Math.min(milliseconds, longestWait));
		return milliseconds < watch ? timer : timer.unref();
	},
	clear(timer) {
		clearTimeout(timer as NodeJS.Timeout | undefined);
	},
	now() {
		return performance.now() | 0;
	}
};

/** The same, but none keeps the process alive: for who keeps it alive as long as there is work. */
export const idleTimers: Timers = {
	...timers,
	set: (callback, milliseconds) => (timers.set(callback, milliseconds) as NodeJS.Timeout).unref()
};
