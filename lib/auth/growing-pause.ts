import { type Pause, PAUSES, pauseOf } from "../shared/pauses.js";
import { timeLeft } from "./time-left.js";

/** Milliseconds after the end of a pause in which another failure counts as one more. */
const REMEMBERED = 3_600_000;

/** A pause after a failure that grows with each one. Failures are forgotten when none has followed the pause for an hour. */
export class GrowingPause {
	private failures = 0;
	private begun = 0;
	private length = 0;

	/** @param ticks now @param pause see there */
	begin(ticks: number, pause: Pause = PAUSES.login): void {
		if (timeLeft(this.begun, this.length + REMEMBERED, ticks) < 0)
			this.failures = 0;
		this.failures++;
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
