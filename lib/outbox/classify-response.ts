import {
	BAD_REQUEST, CONTENT_TOO_LARGE, FORBIDDEN, INTERNAL_SERVER_ERROR, METHOD_NOT_ALLOWED, REQUEST_TIMEOUT, TOO_MANY_REQUESTS
} from "../http-statuses.js";
import { namesTakenId, readRefusal } from "../pocketbase/refusals.js";
import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import type { BatchWriter } from "./batch-writer.js";
import { FOREIGN_ID, NEVER_TAKEN, NO_REASON, type Reason, VALIDATION } from "./poison-probe.js";

/** What an answer says: the service has the readings, each named by its id in its place. */
export const TAKEN = 1;
/** The reading that was sent alone has no record by it. It is the reading's fault, unless its record is there or nobody answers. */
export const REFUSED = 2;
/** The service fails, asks for a pause, or has not answered. That is its own fault, as long as it is not one reading's each time. */
export const TRY_AGAIN = 3;
/** Nobody was asked: the client's fault or the network's. */
export const NOT_ASKED = 4;
/** The collection takes none of the ids. */
export const IDS_REFUSED = 5;
/** The collection has stored a reading by an id of its own. */
export const ID_REPLACED = 6;
/** The service takes no batches. */
export const BATCH_UNSUPPORTED = 7;
/** Too many readings in one batch. */
export const BATCH_TOO_LARGE = 8;
/** One reading of the batch has failed, which ends all, or has no record by it. */
export const BATCH_FAILED = 9;

/** What an answer means for the reading that was sent alone. */
export type Verdict =
	| { readonly is: typeof TAKEN | typeof TRY_AGAIN | typeof NOT_ASKED | typeof ID_REPLACED }
	/** `fault`: what the collection has against them. */
	| { readonly is: typeof IDS_REFUSED; readonly fault: string }
	| { readonly is: typeof REFUSED; readonly reason: Reason };

/** What an answer means for the readings of a batch. */
export type BatchVerdict =
	| { readonly is: typeof TAKEN | typeof NOT_ASKED | typeof ID_REPLACED | typeof BATCH_UNSUPPORTED | typeof BATCH_TOO_LARGE }
	/** `isTooMuch`: whether the batch may have been too much for the service's time, or for its limit on creates. */
	| { readonly is: typeof TRY_AGAIN; readonly isTooMuch: boolean }
	/** `at`: which of its readings, from 0. */
	| { readonly is: typeof BATCH_FAILED; readonly at: number };

const WAS_TAKEN: Verdict & BatchVerdict = Object.freeze({ is: TAKEN });

/** What a batch holds. */
type Batch = Pick<BatchWriter, "count" | "idOf">;

interface Named {
	readonly id?: unknown;
}

/**
 * Judges the answer to a reading that was sent alone, and for its id only. Whatever else comes in place of that may be meant for
 * what is in the reading: a hook's redirection, an empty answer or a page, a firewall's 403.
 * @param id of the reading
 */
export function classifyResponse(response: ClientResponse, id: string): Verdict {
	const { statusCode: status } = response;
	if (response.ok) {
		const given = idOf(response.body);
		return given === id ? WAS_TAKEN : typeof given === "string" ? { is: ID_REPLACED } : refused(NO_REASON);
	}
	if (asksForPatience(response))
		return { is: TRY_AGAIN };
	if (!isAnswer(response))
		return { is: NOT_ASKED };
	if (response.kind === "http" && status === BAD_REQUEST)
		return classifyRefusal(response);
	return refused(status === CONTENT_TOO_LARGE ? NEVER_TAKEN : NO_REASON);
}

/** Whether an answer is the record with an id. */
export function isRecord({ body, ok }: ClientResponse, id: string): boolean {
	return ok && idOf(body) === id;
}

/** The client has judged how much it is. */
function idOf(body: string): unknown {
	return (parseJSON(body, Infinity) as Named | null | undefined)?.id;
}

function classifyRefusal({ body, error }: ClientResponse): Verdict {
	const refusal = readRefusal(body);
	const data = refusal.data ?? {};
	// Gateways have a `data` of their own.
	if (refusal.status !== BAD_REQUEST || typeof Object.values(data)[0]?.code !== "string")
		return refused(NO_REASON);
	const { id } = data;
	if (!id)
		return refused(VALIDATION);
	if (namesTakenId(refusal))
		return refused(FOREIGN_ID);
	const message = typeof id.message === "string" ? id.message : error;
	return { is: IDS_REFUSED, fault: "the collection takes no such ids, see idPattern and idLength: " + message };
}

function refused(reason: Reason): Verdict {
	return { is: REFUSED, reason };
}

/** Judges the answer to a batch of 2 or more readings, for the ids only. */
export function classifyBatchResponse(response: ClientResponse, batch: Batch): BatchVerdict {
	const { kind, statusCode: status } = response;
	if (response.ok)
		return classifyRecords(response.body, batch);
	// What is answered at too great length is done again with fewer, to the same effect. It may be a portal's page.
	if (kind === "too-large" || status === CONTENT_TOO_LARGE)
		return { is: BATCH_TOO_LARGE };
	if (kind !== "http")
		return isAsked(response) ? again(kind === "timeout") : { is: NOT_ASKED };
	if (status !== BAD_REQUEST)
		return status >= FORBIDDEN && status <= METHOD_NOT_ALLOWED ? { is: BATCH_UNSUPPORTED } : again(status >= INTERNAL_SERVER_ERROR);
	const requests = readRefusal(response.body).data?.requests ?? {};
	const at = Number(Object.keys(requests)[0]);
	// A limit on creates counts those in a batch, and those of one that it ends.
	if (requests[at]?.response?.status === TOO_MANY_REQUESTS)
		return again(true);
	return at < batch.count ? { is: BATCH_FAILED, at } : { is: BATCH_TOO_LARGE };
}

function classifyRecords(body: string, batch: Batch): BatchVerdict {
	const records = parseJSON(body, Infinity) as readonly ({ readonly body?: Named | null } | null)[] | undefined;
	if (!Array.isArray(records) || records.length !== batch.count)
		return again(false);
	for (let at = 0; at < batch.count; at++) {
		const given = (records as readonly ({ readonly body?: Named | null } | null)[])[at]?.body?.id;
		if (given !== batch.idOf(at))
			return typeof given === "string" ? { is: ID_REPLACED } : { is: BATCH_FAILED, at };
	}
	return WAS_TAKEN;
}

function again(isTooMuch: boolean): BatchVerdict {
	return { is: TRY_AGAIN, isTooMuch };
}

/** Whether a failure is the service's for now, or nothing was answered. */
export function asksForPatience({ kind, statusCode: status }: ClientResponse): boolean {
	if (kind === "http")
		return status >= INTERNAL_SERVER_ERROR || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS;
	return kind === "timeout" || kind === "connect" || kind === "auth" || kind === "protocol" && status === 0;
}

/** Whether the service may have got what was sent. */
export function isAsked(response: ClientResponse): boolean {
	return asksForPatience(response) || isAnswer(response);
}

/** Whether somebody has answered, in whatever form. */
function isAnswer({ kind }: ClientResponse): boolean {
	return kind === "" || kind === "http" || kind === "protocol" || kind === "too-large";
}
