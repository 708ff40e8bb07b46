import { pauseOf } from "../shared/pauses.js";
import { refuses } from "./may-repeat.js";

/** The longest that a timer takes, in milliseconds. */
const LONGEST = 0x7fffffff;

/** Times between attempts, in milliseconds, whole numbers. */
export interface RetryLimits {
	/** The most before the second attempt; it doubles with each one after. 1 or more. */
	readonly retryBase: number;
	/** What the doubling stops at. */
	readonly retryMaximum: number;
	/**
	 * The least after a 429 or 503 that names no time of its own, and the least that the jitter on top begins with.
	 * PocketBase's own rules count creates for 5 seconds.
	 */
	readonly retryPause: number;
	/** The most that the answer to a request can ask for. */
	readonly retryAfterMaximum: number;
}

/**
 * How long to wait before a request is sent again: a random time, and before it the time that the service has asked for, or
 * where it names none `limits.retryPause`, if it refused. It spreads devices with the same pause: its bound is
 * never less than that time, because within less a fleet that was refused comes back as the wave that it was.
 * @param status of the refusal, 0 without an answer
 * @param retryAfter what the answer's Retry-After says (RFC 9110, section 10.2.3), in milliseconds, not bounded; -1 when it has none
 * @param attempt see `pauseOf`
 * @param random see `pauseOf`
 * @returns whole milliseconds, at most what a timer takes
 */
export function pauseBefore(status: number, retryAfter: number, attempt: number, limits: RetryLimits, random: number): number {
	const { retryAfterMaximum, retryBase, retryMaximum, retryPause } = limits;
	const asked = retryAfter < 0 ? refuses(status) ? retryPause : 0 : retryAfter;
	const least = asked < retryAfterMaximum || retryAfter < 0 ? asked : retryAfterMaximum;
	const milliseconds = pauseOf({ least, base: Math.max(least, retryBase), most: Math.max(least, retryMaximum) }, attempt, random);
	return milliseconds < LONGEST ? milliseconds : LONGEST;
}
