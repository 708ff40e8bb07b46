import { isList, isOfRecords, namesFields, type ServiceRequest, storesRecord } from "./requests.js";
import { ClientResponse, NO_FIELDS, NO_TOKEN, NOT_COMPLETE } from "../response.js";
import { isWhole, parseJSON, valuesBeyond } from "../shared/safe-json.js";
import { MULTIPLE_CHOICES, NO_CONTENT, OK } from "../http-statuses.js";
import type { BodySize, SizeLimits } from "../client-limits.js";
import { HEALTH } from "./paths.js";
import { refusal } from "./refusals.js";

/** As PocketBase writes it. */
const JSON_TYPE = "application/json";
/** As PocketBase writes them: a record's id, and the code of a health check. */
const ID_MEMBER = '"id":"';
const HEALTHY = '"code":200';
/** PocketBase writes it after the record of a log-in. */
const TOKEN_MEMBER = ',"token":"';

/**
 * Makes the response of a complete HTTP answer.
 * @param type value of the Content-Type field, undefined without one
 * @param body text, undefined when it is not UTF-8
 * @param isClosed whether its last byte closes an object or a list
 * @param request what it answers
 */
export function responseOf(status: number, type: string | undefined, body: string | undefined, isClosed: boolean,
	request: ServiceRequest): ClientResponse {
	if (body === undefined)
		return new ClientResponse("protocol", status, "the answer's body is not UTF-8", "");
	if (status < OK || status >= MULTIPLE_CHOICES)
		return refusal(status, body);
	if (body === "")
		return mayBeEmpty(request, status) ? new ClientResponse("", status, "", "")
			: new ClientResponse("protocol", status, "the answer is empty", "");
	if (type !== JSON_TYPE && !isJSON(type, body))
		return new ClientResponse("protocol", status, "the answer is not JSON", "");
	if (!isClosed)
		return new ClientResponse("protocol", status, NOT_COMPLETE, "");
	return body.includes(ID_MEMBER) || !lacksRecord(request, body) ? new ClientResponse("", status, "", body)
		: new ClientResponse("protocol", status, "the answer holds no record", "");
}

/**
 * Makes the response of an answer whose body was longer than the limit. The service has stored the record of a create or an update:
 * that is a success, whose body has none of the fields. An answer that does not say that it is JSON may be a captive portal's.
 * @param type value of the Content-Type field, undefined without one
 * @param size of the whole body, undefined where not all of it has come: the error names what would do
 * @param request what it answers
 */
export function tooLarge(status: number, type: string | undefined, limits: SizeLimits, size: BodySize | undefined,
	request: ServiceRequest): ClientResponse {
	if (status >= OK && status < MULTIPLE_CHOICES && type !== undefined && isJSON(type, "") && storesRecord(request))
		return new ClientResponse("", status, "", NO_FIELDS);
	const others = size !== undefined && size.values > limits.values ? ` and limits.values ${size.values}` : "";
	const enough = size === undefined ? "" : `: limits.body ${size.length}${others} would do`;
	return new ClientResponse("too-large", status,
		`the answer's body is longer than limits.body (${limits.body} bytes)${enough}${listHint(request)}`, "");
}

/** What helps where the answer to a request is too large. */
export function listHint(request: ServiceRequest): string {
	return isList(request) ? "; records-client/lists reads lists of any length" : "";
}

/**
 * Whether JSON can't be the record that a create or an update is answered with: it has no id, as the JSON of a portal or a
 * gateway has none.
 */
function lacksRecord(request: ServiceRequest, body: string): boolean {
	if (!storesRecord(request))
		return false;
	const { id } = (parseJSON(body) ?? {}) as { id?: unknown };
	return typeof id !== "string" && !namesFields(request);
}

/**
 * Whether an empty body with a status of 200 to 299 is a good answer. The service answers a create, an update and a batch
 * with what it has stored, whatever is read with a body, and a record's deletion with 204. A route of the app's own may
 * answer other methods with nothing.
 */
function mayBeEmpty(request: ServiceRequest, status: number): boolean {
	if (request.method === "GET")
		return false;
	return !isOfRecords(request) || request.method === "DELETE" && status === NO_CONTENT;
}

// docs/decisions/0026-only-json-is-an-answer.md
/** Whether a Content-Type says JSON (RFC 9110, section 8.3; RFC 6839, section 3.1). Without one the body's beginning does. */
function isJSON(type: string | undefined, body: string): boolean {
	return type === undefined ? /^[\t\n\r ]*[[{]/.test(body) : /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(type);
}

/**
 * Whether a good answer seems to be the service's own, and not that of a portal or proxy: it has the JSON that
 * the request asks for. Of a write that is a record with its id, of the health check its code.
 */
export function isOwnAnswer(request: ServiceRequest, { body, ok }: ClientResponse): boolean {
	if (!ok || body === "")
		return false;
	return request.method === "GET" ? !request.path.endsWith(HEALTH) || body.includes(HEALTHY) : body.includes(ID_MEMBER);
}

/** The token in a good answer to a log-in or refresh, "" for none. */
export function tokenOf({ body }: ClientResponse): string {
	const answer = parseJSON(body, Infinity) as { token?: unknown } | null | undefined;
	if (answer !== undefined)
		return typeof answer?.token === "string" ? answer.token : "";
	// A record that is nested too deeply is no reason not to log in. The service writes the token after it, and no text holds `,"token":"`.
	const [, token = ""] = /^,"token":"([^"\\]*)"\}$/.exec(body.slice(body.lastIndexOf(TOKEN_MEMBER)).trimEnd()) ?? [];
	return isWhole(body) ? token : "";
}

/** In place of a good answer without a token that can be sent. @param fault what is wrong with the token */
export function withoutToken(answer: ClientResponse, fault: string): ClientResponse {
	return new ClientResponse("protocol", answer.statusCode, fault === NO_TOKEN ? fault : "the answer's " + fault, answer.body);
}

/** Characters of an answer that can't have more values than the least `limits.values`: "[]" has three. */
export const SHORT_ANSWER = 512;

/**
 * An answer as it is, or, if it is good and has more values than the heap bears, one that says so: `json()` counts none of what is
 * `ok`. A record that was stored is a success without its fields.
 * @param request what it answers
 * @param most `limits.values`
 */
export function readableAnswer(response: ClientResponse, request: ServiceRequest, most: number): ClientResponse {
	const values = response.ok ? valuesBeyond(response.body, most) : 0;
	if (values === 0)
		return response;
	if (storesRecord(request))
		return new ClientResponse("", response.statusCode, "", NO_FIELDS);
	return new ClientResponse("too-large", response.statusCode,
		`the answer's JSON has more values than limits.values (${most}): limits.values ${values} would do${listHint(request)}`, "");
}
