import type { Timers } from "../lib/platform.js";

/** Milliseconds; Node fires at once what is asked to wait longer. */
const longestWait = 2 ** 31 - 1;

/** One-shot timers over Node's. A wait longer than 24.8 days ends after 24.8 days. */
export const timers: Timers = {
	set(callback, milliseconds = 0) {
		return setTimeout(callback, Math.min(milliseconds, longestWait));
	},
	clear(timer) {
		clearTimeout(timer as NodeJS.Timeout | undefined);
	},
	now() {
		return performance.now() | 0;
	}
};
