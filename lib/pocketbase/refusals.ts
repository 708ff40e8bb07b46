import { BAD_REQUEST, FORBIDDEN, INTERNAL_SERVER_ERROR, NOT_FOUND, REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from "../http-statuses.js";
import { ClientResponse, printable } from "../response.js";
import { isExcessive, parseJSON } from "../shared/safe-json.js";

const SECOND_FACTOR = "the account requires a second factor (MFA)";
const EXCESSIVE_JSON = "the answer's JSON is nested too deeply or has too many values";
const PLAIN_TEXT_MAXIMUM = 120;

/** Characters of the longest answer that is searched: a page without records has some 70. */
const LONGEST_EMPTY_PAGE = 128;
/** As PocketBase writes it, wherever it stands in a page. */
const NO_ITEMS = '"items":[]';
/** Code of a field's fault: another record has the value. */
const NOT_UNIQUE = "validation_not_unique";

/** What a refusal has against a field. */
export interface FieldFault {
	readonly code?: unknown;
	readonly message?: unknown;
}

/** What the refusal of a batch has against its requests, by their places. */
export type RequestFaults = Readonly<Record<string, { readonly response?: Refusal } | null | undefined>>;

/** JSON of a refusal, as PocketBase writes it. Whoever else has answered may have written anything. */
export interface Refusal {
	readonly status?: unknown;
	readonly message?: unknown;
	/** By the names of the fields; `requests` in that of a batch. */
	readonly data?: Readonly<Record<string, FieldFault | null | undefined>> & { readonly requests?: RequestFaults } | null;
	/** In place of all those where the account wants a second factor. */
	readonly mfaId?: unknown;
}

/** The JSON of a refusal; without members where there is none. */
export function readRefusal(body: string): Refusal {
	return parseJSON(body) ?? {};
}

/**
 * The response of an answer with a status outside 200 to 299.
 * @param body the whole body
 */
export function refusal(status: number, body: string): ClientResponse {
	const error = printable(messageOf(body));
	return new ClientResponse("http", status, error === "" ? `HTTP ${status}` : error, body);
}

/** The service's message with its validation errors (`data.<field>.message`) as "; field: message" after it; plain text as it is. */
function messageOf(body: string): string {
	const { data, message, mfaId } = readRefusal(body);
	if (typeof message !== "string" || message === "")
		return typeof mfaId === "string" ? SECOND_FACTOR : isExcessive(body) ? EXCESSIVE_JSON : plainText(body);
	let text = message;
	Object.keys(data ?? {}).forEach((field) => {
		const fault = data?.[field]?.message;
		if (typeof fault === "string")
			text += `${text === message ? " " : "; "}${field}: ${fault}`;
	});
	return text;
}

/** A body that is prose, as Go's HTTP server sends for malformed requests; "" for JSON, markup and long ones. */
function plainText(body: string): string {
	const text = body.trim();
	return /^[[{<"]/.test(text) || text.length > PLAIN_TEXT_MAXIMUM ? "" : text;
}

/**
 * Whether an answer is the service's own refusal, of credentials or of a token: 400 to 403 with its error JSON, or 401 that
 * asks for a second factor. Pages of what stands before the service have those statuses, too.
 * @param last the highest status
 */
export function isServiceRefusal(response: ClientResponse, last = FORBIDDEN): boolean {
	const { statusCode } = response;
	if (response.kind !== "http" || statusCode < BAD_REQUEST || statusCode > last)
		return false;
	const refusal = readRefusal(response.body);
	return refusal.status === statusCode && typeof refusal.message === "string" && typeof refusal.data === "object"
		|| typeof refusal.mfaId === "string";
}

/** Whether an answer is the service's own refusal of anything. */
export function isAnyServiceRefusal(response: ClientResponse): boolean {
	return isServiceRefusal(response, INTERNAL_SERVER_ERROR - 1);
}

/** Whether the service has refused, and was not too busy, out of order or somebody else. */
export function isRefusal({ kind, statusCode }: ClientResponse): boolean {
	return kind === "http" && statusCode >= BAD_REQUEST && statusCode < INTERNAL_SERVER_ERROR && statusCode !== REQUEST_TIMEOUT
		&& statusCode !== TOO_MANY_REQUESTS;
}

/** Whether a refusal says that there is a record with the create's id. */
export function namesTakenId(refusal: Refusal): boolean {
	return refusal.data?.id?.code === NOT_UNIQUE;
}

/** Whether a create was refused because there is a record with its id. */
export function isTaken(response: ClientResponse): boolean {
	return response.statusCode === BAD_REQUEST && namesTakenId(readRefusal(response.body));
}

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
