import { backoff } from "../transport/retry-policy.js";

/** Milliseconds that a refused renewal is not tried again for: a random part of the first, doubling up to the second. */
const COOLDOWN = 60_000;
const COOLDOWN_MAXIMUM = 3_600_000;

/** A pause after a failure that grows with each one. */
export class Cooldown {
	private failures = 0;
	private until = 0;

	begin(ticks: number): void {
		this.failures++;
		this.until = ticks + COOLDOWN / 2 + backoff(this.failures, COOLDOWN, COOLDOWN_MAXIMUM, Math.random()) | 0;
	}

	end(): void {
		this.failures = 0;
	}

	isOver(ticks: number): boolean {
		return this.failures === 0 || (ticks - this.until | 0) >= 0;
	}
}

/** The time since something happened last. Ticks wrap: what seems to come from the future is long ago. */
export class Interval {
	private running = false;
	private since = 0;

	begin(ticks: number): void {
		this.running = true;
		this.since = ticks;
	}

	end(): void {
		this.running = false;
	}

	/** Milliseconds that are left of so many since it began; negative when they are over, or it has not begun. */
	left(milliseconds: number, ticks: number): number {
		const age = ticks - this.since | 0;
		return this.running && age >= 0 ? milliseconds - age : -1;
	}
}
