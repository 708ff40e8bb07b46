import type { Kind } from "../response.js";
import { SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from "../http-statuses.js";

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
