import { backoff } from "../request/may-repeat.js";

/** Pause in milliseconds after a refused renewal: a random part of the first, doubling up to the second. */
export const COOLDOWN = 60_000;
const COOLDOWN_MAXIMUM = 3_600_000;

/** A pause after a failure that grows with each one. Failures are forgotten when none has followed the pause for an hour. */
export class Cooldown {
	private failures = 0;
	private begun = 0;
	private length = 0;

	/**
	 * @param ticks now
	 * @param base half of it is the least, and up to as much again is added at first, in milliseconds
	 * @param maximum what is added stops to double at
	 */
	begin(ticks: number, base = COOLDOWN, maximum = COOLDOWN_MAXIMUM): void {
		if (timeLeft(this.begun, this.length + COOLDOWN_MAXIMUM, ticks) < 0)
			this.failures = 0;
		this.failures++;
		this.begun = ticks;
		this.length = base / 2 + backoff(this.failures, base, maximum, Math.random()) | 0;
	}

	end(): void {
		this.failures = 0;
	}

	/** Milliseconds until its end, 0 or less without one. @param ticks now */
	left(ticks: number): number {
		return this.failures === 0 ? 0 : timeLeft(this.begun, this.length, ticks);
	}

	isOver(ticks: number): boolean {
		return this.left(ticks) <= 0;
	}
}

/**
 * Milliseconds that are left of so many since something happened; negative when they are over. Ticks wrap: what seems to
 * come from the future is long ago.
 * @param since ticks when it happened, undefined for never
 * @param ticks now
 */
export function timeLeft(since: number | undefined, milliseconds: number, ticks: number): number {
	const age = since === undefined ? -1 : ticks - since | 0;
	return age >= 0 ? milliseconds - age : -1;
}
