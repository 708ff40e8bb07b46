import { TokenLife } from "./token-life.js";
import { UNAUTHORIZED } from "../http-statuses.js";
import { isGuestLike } from "../pocketbase/guest-answers.js";
import { isRefusal, isServiceRefusal } from "../pocketbase/refusals.js";
import { type Exchange, WITH_TOKEN } from "../request/exchange.js";
import { LOGIN, NOTHING } from "../request/token-work.js";
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
export function judgeAnswer(parts: TokenParts, exchange: Exchange, response: ClientResponse, ticks: number): Verdict {
	const { session, tokenLife, tokenRefresh } = parts;
	if (exchange.purpose !== WITH_TOKEN || !(response.ok || isRefusal(response)))
		return STANDS;
	if (tokenLife.isOver(exchange.expires, ticks))
		return mayGoAgain(parts, exchange, tokenRefresh.canLogIn(ticks)) ? AGAIN : OF_EXPIRED;
	if (response.statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
		if (mayGoAgain(parts, exchange, tokenRefresh.mayAnswer401(exchange.prepared === LOGIN, ticks)))
			return AGAIN;
		return exchange.taken === undefined ? UNANSWERED : STANDS;
	}
	if (exchange.taken !== undefined || !isGuestLike(exchange.method, response) || !tokenRefresh.doubts(response.ok, ticks))
		return STANDS;
	if (exchange.prepared === NOTHING)
		return DOUBTFUL;
	session.checked(response.ok, ticks);
	return STANDS;
}

/** Whether a request can go out again after the answer to a token that is good no more. Has that log in, where the app has set no other. */
function mayGoAgain({ session }: TokenParts, exchange: Exchange, mayLogIn: boolean): boolean {
	const isReplaced = exchange.tokenVersion !== session.tokenVersion;
	if (exchange.prepared === LOGIN || !(isReplaced || mayLogIn))
		return false;
	// With the app's new token it goes out again as it is, but not for ever.
	if (isReplaced)
		exchange.prepared = LOGIN;
	else
		session.reject();
	return true;
}
