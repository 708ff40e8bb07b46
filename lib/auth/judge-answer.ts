import { TokenLife } from "./token-life.js";
import { UNAUTHORIZED } from "../http-statuses.js";
import { isGuestLike } from "../pocketbase/guest-answers.js";
import { isRefusal, isServiceRefusal } from "../pocketbase/refusals.js";
import { type Exchange, LOGIN, NOTHING, WITH_TOKEN } from "../request/exchange.js";
import type { ClientResponse } from "../response.js";
import type { Session } from "./session.js";
import type { TokenRefresh } from "./token-refresh.js";

/** The answer stands. */
export const STANDS = 0;
/** The request is to go out again, after a log-in or with the token that the app has set meanwhile. */
export const AGAIN = 1;
/** A guest would get the same: the answer is held until the service has confirmed the token. */
export const DOUBTFUL = 2;
/** The answer to a token that had expired, without another way. */
export const OF_EXPIRED = 3;
/** A 401 after which the client does not log in. */
export const UNANSWERED = 4;
/** What an answer is worth. */
export type Verdict = typeof STANDS | typeof AGAIN | typeof DOUBTFUL | typeof OF_EXPIRED | typeof UNANSWERED;

interface TokenParts {
	readonly session: Readonly<Session>;
	readonly tokenLife: TokenLife;
	readonly tokenRefresh: TokenRefresh;
}

/**
 * What an answer is worth, by the token that its request went out with. PocketBase answers one that has expired, or that it
 * does not accept, as a guest's.
 * @param ticks now
 */
export function judgeAnswer({ session, tokenLife, tokenRefresh }: TokenParts, exchange: Exchange, response: ClientResponse,
	ticks: number): Verdict {
	if (exchange.purpose !== WITH_TOKEN || !(response.ok || isRefusal(response)))
		return STANDS;
	const over = tokenLife.isOver(exchange.expires, ticks);
	if (over || response.statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
		const replaced = exchange.tokenVersion !== session.tokenVersion;
		const isFresh = exchange.prepared === LOGIN;
		const mayLogIn = over ? tokenRefresh.canLogIn(ticks) : tokenRefresh.mayAnswer401(isFresh, ticks);
		if (isFresh || !(replaced || mayLogIn))
			return over ? OF_EXPIRED : exchange.taken === undefined ? UNANSWERED : STANDS;
		// With the app's new token it goes out again as it is, but not for ever.
		if (replaced)
			exchange.prepared = LOGIN;
		else
			session.reject();
		return AGAIN;
	}
	if (exchange.taken !== undefined || !isGuestLike(exchange.method, response) || !tokenRefresh.doubts(response.ok, ticks))
		return STANDS;
	if (exchange.prepared === NOTHING)
		return DOUBTFUL;
	session.checked(response.ok, ticks);
	return STANDS;
}
