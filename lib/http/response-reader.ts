import { BODY_NOT_TEXT, ClientResponse, NO_BODY, NOT_COMPLETE, NOT_JSON, NO_FIELDS, refusal } from "../response.js";
import type { Exchange } from "../transport/exchange.js";
import { JSON_TYPE, EMPTY, PATCH, POST } from "../constants.js";

/**
 * Makes the response of a complete HTTP answer.
 * @param type value of the Content-Type field, undefined without one
 * @param body text, undefined when it is not UTF-8
 * @param isClosed whether its last byte closes an object or a list
 * @param reads whether a record or a list was asked for, so that an empty body is no good answer
 * @group Shared by the entries
 */
export function responseOf(status: number, type: string | undefined, body: string | undefined, isClosed: boolean, reads: boolean): ClientResponse {
	if (body === undefined)
		return new ClientResponse("protocol", status, BODY_NOT_TEXT, EMPTY);
	if (status < 200 || status > 299)
		return refusal(status, body);
	if (body === EMPTY)
		return reads ? new ClientResponse("protocol", status, NO_BODY, EMPTY) : new ClientResponse(EMPTY, status, EMPTY, EMPTY);
	if (type !== JSON_TYPE && !isJSON(type, body))
		return new ClientResponse("protocol", status, NOT_JSON, EMPTY);
	return isClosed ? new ClientResponse(EMPTY, status, EMPTY, body) : new ClientResponse("protocol", status, NOT_COMPLETE, EMPTY);
}

/**
 * A response whose body was longer than the limit. The service has stored the record of a create or an update: that is a
 * success, whose body has none of the fields. An answer that does not say that it is JSON may be a captive portal's.
 * @param type value of the Content-Type field, undefined without one
 * @param exchange the request
 * @group Shared by the entries
 */
export function tooLarge(status: number, limit: number, type?: string, exchange?: Pick<Exchange, "authenticates" | "method" | "path">): ClientResponse {
	if (exchange !== undefined && status >= 200 && status <= 299 && type !== undefined && isJSON(type, EMPTY) && storesRecord(exchange))
		return new ClientResponse(EMPTY, status, EMPTY, NO_FIELDS);
	return new ClientResponse("too-large", status, "the answer's body is longer than limits.body (" + limit + " bytes)", EMPTY);
}

/** Whether a request creates or updates one record. */
function storesRecord({ authenticates, method, path }: Pick<Exchange, "authenticates" | "method" | "path">): boolean {
	return !authenticates && (method === POST || method === PATCH) && /\/api\/collections\/[^/?]+\/records(?:[/?]|$)/.test(path);
}

/** Whether a Content-Type says JSON (RFC 9110, section 8.3; RFC 6839, section 3.1). Without one the body's beginning does. */
function isJSON(type: string | undefined, body: string): boolean {
	return type === undefined ? /^[\t\n\r ]*[[{]/.test(body) : /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(type);
}
