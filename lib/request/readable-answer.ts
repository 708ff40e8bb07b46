import { listHint } from "../pocketbase/answers.js";
import { storesRecord } from "../pocketbase/requests.js";
import { ClientResponse, NO_FIELDS } from "../response.js";
import { hasMoreValues } from "../shared/safe-json.js";
import { type Exchange, REFRESHES } from "./exchange.js";

/** Characters of an answer that can't have more values than the least `limits.values`: "[]" has three. */
export const SHORT_ANSWER = 512;

/**
 * An answer as it is, or, if it is good and has more values than the heap bears, one that says so: `json()` counts none of what is
 * `ok`. What it answers is done all the same where that stores a record or brings a token: that is a success without the
 * record's fields.
 * @param exchange whose answer it is
 * @param most `limits.values`
 */
export function readableAnswer(response: ClientResponse, exchange: Exchange, most: number): ClientResponse {
	const { body, ok, statusCode } = response;
	if (!ok || !hasMoreValues(body, most))
		return response;
	return storesRecord(exchange) || exchange.purpose >= REFRESHES ? new ClientResponse("", statusCode, "", NO_FIELDS)
		: new ClientResponse("too-large", statusCode, `the answer's JSON has more values than limits.values (${most})${listHint(exchange)}`, "");
}
