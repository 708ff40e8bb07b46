/**
 * When a request may be sent again, and how long to wait before. Only arithmetic: whoever asks has the clock, the random numbers
 * and the count of attempts, and stops at its deadline.
 */
import type { Kind } from "../response.js";
import { SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from "../http-statuses.js";

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

// docs/decisions/0031-retries-only-without-a-second-effect.md
/**
 * Whether a request that failed may be sent again without the chance of an effect twice.
 *
 * | what happened | GET | others, repeatable | others |
 * |---|---|---|---|
 * | `dns`, `connect`, no answer begun | yes | yes | if unsent |
 * | `timeout`; a kept connection that stays silent counts as one that has ended | if unsent | if unsent | if unsent |
 * | 429: refused before it was done (RFC 6585, section 4) | yes | yes | yes |
 * | 503: out of order (RFC 9110, section 15.6.4), perhaps behind a proxy that had passed it on | yes | yes | if unsent |
 * | all else | no | no | no |
 *
 * GET is safe (RFC 9110, section 9.2.1). Others go again when it is known that the first one was never applied or that
 * two have the effect of one (section 9.2.2). A DELETE is idempotent, yet the 404 that answers a second one would be reported
 * of a record that was deleted, so that it counts among the others. After a timeout the time is spent, and a slow service
 * is not helped by the same work twice; but a connection that took too long to open may be tried again. Bad certificates,
 * garbled or too long answers and other statuses would come again.
 * @param unsent whether no byte of the request can have been processed; with a status, it is that of a log-in before it
 * @param status of the answer, 0 when none began
 * @param repeatable whether the request is idempotent by construction, as a create with an id of its own is: its second
 * answer, 400 for an id that is taken, then has to be told apart from a first
 */
export function mayRepeat(method: string, unsent: boolean, kind: Kind, status: number, repeatable: boolean): boolean {
	const harmless = repeatable || method === "GET";
	if (status !== 0)
		return (status === TOO_MANY_REQUESTS || (status === SERVICE_UNAVAILABLE && (harmless || unsent))) && kind === "http";
	return kind === "timeout" ? unsent : (kind === "dns" || kind === "connect") && (unsent || harmless);
}

/** Whether a status asks for a pause. */
export function refuses(status: number): boolean {
	return status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE;
}

// docs/decisions/0033-pauses-are-random.md
/**
 * A random time between nothing and a bound that doubles with each attempt: "full jitter" of "Exponential Backoff And
 * Jitter" (AWS Architecture Blog, 2015). Devices that lost the service in one moment don't come back in one.
 * @param attempt 1 for the pause after the first attempt
 * @param base bound after the first attempt, in milliseconds, 1 or more
 * @param maximum of the bound, in milliseconds, below 2^31
 * @param random from 0 to below 1, as of Math.random
 * @returns whole milliseconds from 0 to the bound
 */
export function backoff(attempt: number, base: number, maximum: number, random: number): number {
	const bound = base * 2 ** (attempt - 1);
	return Math.floor(random * ((bound < maximum ? bound : maximum) + 1));
}

/**
 * How long to wait before a request is sent again: a backoff, and before it the time that the service has asked for, or
 * where it names none `limits.retryPause`, if it refused. The backoff spreads devices with the same pause: its bound is
 * never less than that time, because within less a fleet that was refused comes back as the wave that it was.
 * @param status of the refusal, 0 without an answer
 * @param retryAfter what the answer's Retry-After says (RFC 9110, section 10.2.3), in milliseconds, not bounded; -1 when it has none
 * @param attempt see `backoff`
 * @param random see `backoff`
 * @returns whole milliseconds, at most what a timer takes
 */
export function pause(status: number, retryAfter: number, attempt: number, limits: RetryLimits, random: number): number {
	const { retryAfterMaximum, retryBase, retryMaximum, retryPause } = limits;
	const asked = retryAfter < 0 ? refuses(status) ? retryPause : 0 : retryAfter;
	const least = asked < retryAfterMaximum || retryAfter < 0 ? asked : retryAfterMaximum;
	const milliseconds = least + backoff(attempt, least > retryBase ? least : retryBase, least > retryMaximum ? least : retryMaximum, random);
	return milliseconds < LONGEST ? milliseconds : LONGEST;
}
