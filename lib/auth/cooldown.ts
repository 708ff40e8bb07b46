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
