import { type Pause, PAUSES, pauseOf } from "../shared/pauses.js";

/** Milliseconds after the end of a pause in which another failure counts as one more. */
const REMEMBERED = 3_600_000;

/** A pause after a failure that grows with each one. Failures are forgotten when none has followed the pause for an hour. */
export class GrowingPause {
	/** Text of the failure that came last. */
	error = "";

	private failures = 0;
	private begun = 0;
	private length = 0;

	/** @param ticks now */
	begin(ticks: number, error = "", pause: Pause = PAUSES.login): void {
		if (timeLeft(this.begun, this.length + REMEMBERED, ticks) < 0)
			this.failures = 0;
		this.failures++;
		this.error = error;
		this.begun = ticks;
		this.length = pauseOf(pause, this.failures, Math.random());
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

/** An error's text with the seconds until the client tries again. @param milliseconds until then; 0 or less for no pause */
export function withNextTry(error: string, milliseconds: number): string {
	return milliseconds > 0 ? `${error} (next try in ${Math.ceil(milliseconds / 1000)} s)` : error;
}

/** The same error's text at any time: without these seconds. */
export function withoutNextTry(error: string): string {
	return error.replace(/ \(next try in \d+ s\)$/, "");
}
