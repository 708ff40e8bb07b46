import { listHint } from "../pocketbase/answers.js";
import { type ServiceRequest, storesRecord } from "../pocketbase/requests.js";
import { ClientResponse, NO_FIELDS } from "../response.js";
import { valuesBeyond } from "../shared/safe-json.js";

/** Characters of an answer that can't have more values than the least `limits.values`: "[]" has three. */
export const SHORT_ANSWER = 512;

/**
 * An answer as it is, or, if it is good and has more values than the heap bears, one that says so: `json()` counts none of what is
 * `ok`. A record that was stored is a success without its fields.
 * @param request what it answers
 * @param most `limits.values`
 */
export function readableAnswer(response: ClientResponse, request: ServiceRequest, most: number): ClientResponse {
	const { body, ok, statusCode } = response;
	const values = ok ? valuesBeyond(body, most) : 0;
	if (values === 0)
		return response;
	if (storesRecord(request))
		return new ClientResponse("", statusCode, "", NO_FIELDS);
	return new ClientResponse("too-large", statusCode,
		`the answer's JSON has more values than limits.values (${most}): limits.values ${values} would do${listHint(request)}`, "");
}
