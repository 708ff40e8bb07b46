import { TIMER_CLEAR, TIMER_SET } from "../protocol.js";
import { leaveOut, takeIn, tell } from "./bridge.js";

type Callback = (timer: Timer) => void;

const longest = 0x7fffffff; // milliseconds
const timers = new Map<number, Timer>();
let last = 0;

/** The module "timer": timers whose other end is Node's. */
export class Timer {
	readonly #callback: Callback;
	#id = 0;
	#repeat: number | undefined;

	private constructor(callback: Callback) {
		if (typeof callback !== "function")
			throw new TypeError("callback is not a function");
		this.#callback = callback;
	}

	static set(callback: Callback, milliseconds = 0, repeat?: number): Timer {
		const timer = new Timer(callback);
		timer.#start(milliseconds, repeat);
		return timer;
	}

	static repeat(callback: Callback, milliseconds: number): Timer {
		return Timer.set(callback, milliseconds, milliseconds);
	}

	static schedule(timer: Timer, milliseconds?: number, repeat?: number): void {
		timer.#stop();
		if (milliseconds !== undefined)
			timer.#start(milliseconds, repeat);
	}

	static clear(timer: Timer | undefined | null): void {
		if (timer !== undefined && timer !== null)
			timer.#stop();
	}

	/** @internal */
	onTimer(): void {
		timers.delete(this.#id);
		this.#id = 0;
		if (this.#repeat !== undefined)
			this.#start(this.#repeat, this.#repeat);
		takeIn(() => this.#callback(this));
	}

	#start(milliseconds: number, repeat: number | undefined): void {
		last += 1;
		this.#id = last;
		this.#repeat = repeat;
		timers.set(last, this);
		tell(TIMER_SET, last, milliseconds > 0 ? Math.min(milliseconds, longest) : 0);
	}

	#stop(): void {
		this.#repeat = undefined;
		if (timers.delete(this.#id))
			tell(TIMER_CLEAR, this.#id);
	}
}

leaveOut(Timer, "clear", "repeat", "schedule", "set");

/** The running timer with that number; undefined when it has been cleared. */
export function timerOf(id: number): Timer | undefined {
	return timers.get(id);
}
