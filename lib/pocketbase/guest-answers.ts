import { BAD_REQUEST, FORBIDDEN, NOT_FOUND } from "../http-statuses.js";
import type { ClientResponse } from "../response.js";
import { readRefusal, type Refusal } from "./refusals.js";

/** Characters of the longest answer that is searched: a page without records has some 70. */
const LONGEST_EMPTY_PAGE = 128;
/** As PocketBase writes it, wherever it stands in a page. */
const NO_ITEMS = '"items":[]';

/**
 * Whether a guest would get the same answer: a list without records, 403, 404, or 400 that names no field. PocketBase
 * answers so to a token that it does not accept, without a word of the token. A batch is refused so if its request is.
 */
export function isGuestLike(method: string, { ok, statusCode, body }: ClientResponse): boolean {
	if (ok)
		return method === "GET" && body.length <= LONGEST_EMPTY_PAGE && body.includes(NO_ITEMS);
	return isGuestRefusal(statusCode, statusCode === BAD_REQUEST ? readRefusal(body) : undefined);
}

function isGuestRefusal(status: unknown, refusal: Refusal | undefined): boolean {
	if (status !== BAD_REQUEST)
		return status === FORBIDDEN || status === NOT_FOUND;
	const { data } = refusal ?? {};
	const names = Object.keys(data ?? {});
	if (names.length !== 1 || names[0] !== "requests")
		return names.length === 0;
	return Object.values(data?.requests ?? {}).some((request) => isGuestRefusal(request?.response?.status, request?.response));
}
