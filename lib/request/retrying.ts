import { pauseOf, NO_TIME } from "../shared/pauses.js";
import type { AllLimits } from "../client-limits.js";
import type { Kind } from "../response.js";
import { SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from "../http-statuses.js";

/** Times between attempts. */
type RetryLimits = Pick<AllLimits, "retryAfterMaximum" | "retryBase" | "retryMaximum" | "retryPause">;

/** The longest that a timer takes, in milliseconds. */
const LONGEST = 0x7fffffff;

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

/**
 * How long to wait before a request is sent again: a random time, and before it the time that the service has asked for, or
 * where it names none `limits.retryPause`, if it refused. It spreads devices with the same pause: its bound is
 * never less than that time, because within less a fleet that was refused comes back as the wave that it was.
 * @param status of the refusal, 0 without an answer
 * @param retryAfter what the answer's Retry-After says (RFC 9110, section 10.2.3), in milliseconds, not bounded; NO_TIME when it has none
 * @param attempt see `pauseOf`
 * @param random see `pauseOf`
 * @returns whole milliseconds, at most what a timer takes
 */
export function pauseBefore(status: number, retryAfter: number, attempt: number, limits: RetryLimits, random: number): number {
	const isAsked = retryAfter !== NO_TIME;
	const asked = isAsked ? retryAfter : refuses(status) ? limits.retryPause : 0;
	const least = isAsked && asked > limits.retryAfterMaximum ? limits.retryAfterMaximum : asked;
	const pause = { least, base: Math.max(least, limits.retryBase), most: Math.max(least, limits.retryMaximum) };
	const milliseconds = pauseOf(pause, attempt, random);
	return milliseconds < LONGEST ? milliseconds : LONGEST;
}

/**
 * The pause that the service has asked for (RFC 9110, section 10.2.3): no request is sent before its end, except one that the
 * app has called for itself. Whoever has asked for it need not be the service.
 */
export class RetryAfterGate {
	/** Whether there may be a pause. */
	isClosed = false;

	private begun = 0;
	private length = 0;
	/** Whether such a request has been let through. */
	private hasOpened = false;

	/** @param milliseconds from `ticks`, now */
	close(milliseconds: number, ticks: number): void {
		// Refused again, the request that was let through does not open it for another.
		this.hasOpened &&= this.openAtEnd(ticks) > 0;
		this.isClosed = true;
		this.begun = ticks;
		this.length = milliseconds;
	}

	/** Lets one request through a pause. @returns whether it is the first since that began */
	letOneThrough(): boolean {
		const isFirst = !this.hasOpened;
		this.hasOpened = true;
		return isFirst;
	}

	/** Opens if the pause is over, for good. @param ticks now @returns milliseconds until its end, 0 without one */
	openAtEnd(ticks: number): number {
		// Without a sign the difference is right for 49 days instead of 24.
		const left = this.length - (ticks - this.begun >>> 0);
		this.isClosed &&= left > 0;
		return this.isClosed ? left : 0;
	}
}
