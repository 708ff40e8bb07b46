import { leaveOut, takeIn, tell } from "./bridge.js";

type Callback = () => void;

const longest = 0x7fffffff; // milliseconds
/** Of running timers, by number. */
const callbacks = new Map<number, Callback>();
let last = 0;

/** The module "timer", as far as the library uses it: timers whose other end is Node's. */
export class Timer {
	readonly #id: number;

	private constructor(id: number) {
		this.#id = id;
	}

	static set(callback: Callback, milliseconds = 0): Timer {
		if (typeof callback !== "function")
			throw new TypeError("callback is not a function");
		last += 1;
		callbacks.set(last, callback);
		tell("setTimer", last, milliseconds > 0 ? Math.min(milliseconds, longest) : 0);
		return new Timer(last);
	}

	static clear(timer: Timer | undefined | null): void {
		if (timer !== undefined && timer !== null && callbacks.delete(timer.#id))
			tell("clearTimer", timer.#id);
	}
}

leaveOut(Timer, "clear", "set");

/** Calls back, unless the timer has been cleared meanwhile. */
export function onTimer(id: number): void {
	const callback = callbacks.get(id);
	callbacks.delete(id);
	if (callback !== undefined)
		takeIn(callback);
}
