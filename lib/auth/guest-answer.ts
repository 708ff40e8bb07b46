import { type Exchange, LOGIN, NOTHING, WITH_TOKEN } from "../request/exchange.js";
import { isRefusal, type TokenRefresh } from "./token-refresh.js";
import { type ClientResponse, isServiceRefusal } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import type { Session } from "./session.js";

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

const UNAUTHORIZED = 401;

/** Characters of the longest answer that is searched: a page without records has some 70. */
const LONGEST_EMPTY_PAGE = 128;
/** As PocketBase writes it, wherever it stands in a page. */
const NO_ITEMS = '"items":[]';

interface TokenParts {
	readonly session: Session;
	readonly tokenRefresh: TokenRefresh;
}

/**
 * What an answer is worth, by the token that its request went out with. PocketBase answers one that has expired, or that it
 * does not accept, as a guest's.
 * @param ticks now
 */
export function judgeAnswer({ session, tokenRefresh }: TokenParts, exchange: Exchange, response: ClientResponse, ticks: number): Verdict {
	if (exchange.purpose !== WITH_TOKEN || !(response.ok || isRefusal(response)))
		return STANDS;
	const over = tokenRefresh.isOver(exchange.expires, ticks);
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
	tokenRefresh.believe(response.ok, ticks);
	return STANDS;
}

interface Refusal {
	readonly data?: { readonly requests?: Readonly<Record<string, { readonly response?: { readonly status?: unknown } }>> };
}

/**
 * Whether a guest would get the same answer: a list without records, 403, 404, or 400 that names no field. PocketBase
 * answers so to a token that it does not accept, without a word of the token. A batch is refused so if its request is.
 */
export function isGuestLike(method: string, { ok, statusCode, body }: ClientResponse): boolean {
	if (ok)
		return method === "GET" && body.length <= LONGEST_EMPTY_PAGE && body.includes(NO_ITEMS);
	return isGuestRefusal(statusCode, statusCode === 400 ? parseJSON(body) : undefined);
}

function isGuestRefusal(status: unknown, refusal: unknown): boolean {
	if (status !== 400)
		return status === 403 || status === 404;
	const { data } = (refusal ?? {}) as Refusal;
	const names = Object.keys(data ?? {});
	if (names.length !== 1 || names[0] !== "requests")
		return names.length === 0;
	return Object.values(data?.requests ?? {}).some((request) => isGuestRefusal(request?.response?.status, request?.response));
}
