import {
	BAD_REQUEST, CONTENT_TOO_LARGE, FORBIDDEN, INTERNAL_SERVER_ERROR, METHOD_NOT_ALLOWED, PAYMENT_REQUIRED, REQUEST_TIMEOUT,
	TOO_MANY_REQUESTS
} from "../http-statuses.js";
import { namesTakenId, readRefusal } from "../pocketbase/refusals.js";
import type { ClientResponse } from "../response.js";
import { NEVER_TAKEN, NO_REASON, type Reason, VALIDATION } from "./poison-probe.js";

/** What an answer says: the service has the readings. */
export const DELIVERED = 1;
/** They may be taken later. */
export const RETRY_LATER = 2;
/** There is a record with the reading's id. */
export const ID_TAKEN = 3;
/** The service refuses the reading. */
export const REFUSED = 4;
/** The service takes no batches. */
export const BATCH_UNSUPPORTED = 5;
/** Too many readings in one batch. */
export const BATCH_TOO_LARGE = 6;
/** One request of the batch has failed, and none was done. */
export const BATCH_FAILED = 7;

/** What an answer means for the reading that was sent alone. */
export type Verdict =
	| { readonly is: typeof DELIVERED | typeof RETRY_LATER | typeof ID_TAKEN }
	| { readonly is: typeof REFUSED; readonly reason: Reason };

/** What an answer means for the readings of a batch, of which all is done or nothing. */
export type BatchVerdict =
	| { readonly is: typeof DELIVERED | typeof BATCH_UNSUPPORTED | typeof BATCH_TOO_LARGE }
	/** `isTooMuch`: whether the batch may have been too much for the service's time, or for its limit on creates. */
	| { readonly is: typeof RETRY_LATER; readonly isTooMuch: boolean }
	/** `at`: which of its requests, from 0. */
	| { readonly is: typeof BATCH_FAILED; readonly at: number };

const WAS_DELIVERED: Verdict & BatchVerdict = Object.freeze({ is: DELIVERED });
const LATER: Verdict = Object.freeze({ is: RETRY_LATER });
const HAS_ID: Verdict = Object.freeze({ is: ID_TAKEN });
const UNSUPPORTED: BatchVerdict = Object.freeze({ is: BATCH_UNSUPPORTED });
const TOO_LARGE: BatchVerdict = Object.freeze({ is: BATCH_TOO_LARGE });

/**
 * Judges the answer to a reading that was sent alone. One that does not name its id is not the service's, but a captive
 * portal's or a cache's. Any status of 4xx may be meant for what is in the reading, as a firewall's 403 is.
 * @param id of the reading
 */
export function classifyResponse(response: ClientResponse, id: string): Verdict {
	const { kind, statusCode: status } = response;
	if (response.ok)
		return response.body.includes(id) ? WAS_DELIVERED : LATER;
	if (kind !== "http")
		return LATER;
	if (status === BAD_REQUEST)
		return classifyRefusal(response);
	// Two of them ask for a pause and say nothing of the reading.
	if (status < PAYMENT_REQUIRED || status >= INTERNAL_SERVER_ERROR || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS)
		return LATER;
	return { is: REFUSED, reason: status === CONTENT_TOO_LARGE ? NEVER_TAKEN : NO_REASON };
}

function classifyRefusal({ body }: ClientResponse): Verdict {
	const refusal = readRefusal(body);
	const data = refusal.data ?? {};
	// Gateways have a `data` of their own.
	if (refusal.status !== BAD_REQUEST || typeof Object.values(data)[0]?.code !== "string")
		return { is: REFUSED, reason: NO_REASON };
	if (data.id)
		return namesTakenId(refusal) ? HAS_ID : LATER;
	return { is: REFUSED, reason: VALIDATION };
}

/**
 * Judges the answer to a batch. An answer to one that was done is not parsed.
 * @param id of the last reading; an answer that does not name it is not the service's
 * @param count readings in it, 2 or more
 */
export function classifyBatchResponse(response: ClientResponse, id: string, count: number): BatchVerdict {
	const { kind, statusCode: status } = response;
	if (response.ok)
		return response.body.includes(id) ? WAS_DELIVERED : later(response);
	// What is answered at too great length is done again with fewer, to the same effect. It may be a portal's page.
	if (kind === "too-large" || status === CONTENT_TOO_LARGE)
		return TOO_LARGE;
	if (kind !== "http")
		return later(response);
	if (status !== BAD_REQUEST)
		return status >= FORBIDDEN && status <= METHOD_NOT_ALLOWED ? UNSUPPORTED : later(response);
	const requests = readRefusal(response.body).data?.requests ?? {};
	const at = Number(Object.keys(requests)[0]);
	// A limit on creates counts those in a batch, and those of one that it ends.
	if (requests[at]?.response?.status === TOO_MANY_REQUESTS)
		return later(response);
	return at < count ? { is: BATCH_FAILED, at } : TOO_LARGE;
}

function later({ kind, statusCode }: ClientResponse): BatchVerdict {
	return { is: RETRY_LATER, isTooMuch: kind === "timeout" || statusCode >= INTERNAL_SERVER_ERROR || statusCode === BAD_REQUEST };
}

/** Why the collection takes none of the ids, "" where that is not what an answer to a single reading says. It is no reading's fault. */
export function idFault(response: ClientResponse): string {
	const { error, kind, statusCode } = response;
	const isAnswer = kind === "http" && statusCode === BAD_REQUEST;
	const refusal = isAnswer ? readRefusal(response.body) : {};
	const id = refusal.data?.id;
	if (!id || namesTakenId(refusal))
		return "";
	return "the collection takes no such ids, see idPattern and idLength: " + (typeof id.message === "string" ? id.message : error);
}
