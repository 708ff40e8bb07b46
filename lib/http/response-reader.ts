import type { ReceivedBody } from "../request/body-sink.js";
import { listHint, storesRecord } from "../request/readable-answer.js";
import { parseJSON } from "../shared/safe-json.js";
import type { BaseUrl } from "../url/base-url.js";
import { BODY_NOT_TEXT, ClientResponse, NO_BODY, NO_FIELDS, NO_RECORD, NOT_COMPLETE, NOT_JSON, printable, refusal } from "../response.js";

const NO_CONTENT = 204;
/** Characters of the address that an error names. */
const LONGEST_TARGET = 200;

/**
 * The request that an answer is judged by.
 */
export interface AnsweredRequest {
	/** In capitals. */
	readonly method: string;
	/** Path and query, percent-encoded. */
	readonly path: string;
	/** Set if it fetches the record of a create whose id was taken. */
	readonly taken?: unknown;
	/** Takes the body of a good answer as it comes; undefined for a body that is kept. */
	readonly sink?: ReceivedBody | undefined;
}

/** As PocketBase writes it. */
const ID_MEMBER = '"id":"';

/**
 * Makes the response of a complete HTTP answer.
 * @param type value of the Content-Type field, undefined without one
 * @param body text, undefined when it is not UTF-8
 * @param isClosed whether its last byte closes an object or a list
 * @param request what it answers
 */
export function responseOf(status: number, type: string | undefined, body: string | undefined, isClosed: boolean, request: AnsweredRequest): ClientResponse {
	if (body === undefined)
		return new ClientResponse("protocol", status, BODY_NOT_TEXT, "");
	if (status < 200 || status > 299)
		return refusal(status, body);
	if (body === "")
		return mayBeEmpty(request, status) ? new ClientResponse("", status, "", "") : new ClientResponse("protocol", status, NO_BODY, "");
	if (type !== "application/json" && !isJSON(type, body))
		return new ClientResponse("protocol", status, NOT_JSON, "");
	if (!isClosed)
		return new ClientResponse("protocol", status, NOT_COMPLETE, "");
	return body.includes(ID_MEMBER) || !lacksRecord(request, body) ? new ClientResponse("", status, "", body)
		: new ClientResponse("protocol", status, NO_RECORD, "");
}

/**
 * An answer, whose error says where it leads if it is a redirection. None is followed: token and body would go along.
 * @param location value of the Location field (RFC 9110, section 10.2.2), undefined or "" without one
 * @param url of the service
 * @param path of the request
 */
export function withTarget(response: ClientResponse, location: string | undefined, url: BaseUrl, path: string): ClientResponse {
	const { body, error, kind, statusCode } = response;
	if (!location || kind !== "http" || statusCode > 399)
		return response;
	let { authority, scheme }: { authority: string; scheme: string } = url;
	// The query may hold anything, and so may what is before the host.
	let target = location.split(/[?#]/)[0];
	const at = target.indexOf("://");
	if (at > 0) {
		scheme = target.slice(0, at);
		target = target.slice(at + 1);
	}
	if (target.startsWith("//")) {
		const parts = target.split("/");
		authority = parts[2].slice(parts[2].lastIndexOf("@") + 1);
		target = target.slice(2 + parts[2].length);
	}
	else if (!target.startsWith("/"))
		target = path.slice(0, path.split("?")[0].lastIndexOf("/") + 1) + target;
	return new ClientResponse("http", statusCode, error + ", redirected to " + printable(scheme + "://" + authority + target).slice(0, LONGEST_TARGET), body);
}

/**
 * Whether JSON can't be the record that a create or an update is answered with: it has no id, as the JSON of a portal or a
 * gateway has none. A query that names fields may have left the id out.
 */
function lacksRecord(request: AnsweredRequest, body: string): boolean {
	if (!storesRecord(request))
		return false;
	const { id } = (parseJSON(body) ?? {}) as { id?: unknown };
	return typeof id !== "string" && !/[?&]fields=/.test(request.path);
}

/**
 * Whether an empty body with a status of 200 to 299 is a good answer. The service answers a create, an update and a batch
 * with what it has stored, whatever is read with a body, and a record's deletion with 204. A route of the app's own may
 * answer other methods with nothing.
 */
function mayBeEmpty({ method, path }: AnsweredRequest, status: number): boolean {
	if (method === "GET")
		return false;
	const isOfRecords = /^[^?]*\/api\/(?:batch|collections\/[^/?]+\/records(?:\/[^/?]+)?)(?:\?|$)/.test(path);
	return !isOfRecords || method === "DELETE" && status === NO_CONTENT;
}

/**
 * A response whose body was longer than the limit. The service has stored the record of a create or an update: that is a
 * success, whose body has none of the fields. An answer that does not say that it is JSON may be a captive portal's.
 * @param type value of the Content-Type field, undefined without one
 * @param request what it answers
 */
export function tooLarge(status: number, limit: number, type: string | undefined, request: AnsweredRequest): ClientResponse {
	if (status >= 200 && status <= 299 && type !== undefined && isJSON(type, "") && storesRecord(request))
		return new ClientResponse("", status, "", NO_FIELDS);
	return new ClientResponse("too-large", status, `the answer's body is longer than limits.body (${limit} bytes)${listHint(request)}`, "");
}

// docs/decisions/0026-only-json-is-an-answer.md
/** Whether a Content-Type says JSON (RFC 9110, section 8.3; RFC 6839, section 3.1). Without one the body's beginning does. */
function isJSON(type: string | undefined, body: string): boolean {
	return type === undefined ? /^[\t\n\r ]*[[{]/.test(body) : /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(type);
}
