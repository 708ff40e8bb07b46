import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { FINAL, NO_REASON, VALIDATION } from "./poison-probe.js";

/** They are in the service. */
export const DELIVERED = 0;
/** There is a record with the reading's id. */
export const ID_TAKEN = 17;
/** They may be taken later. */
export const RETRY_LATER = 18;
/** The service takes no batches. */
export const BATCH_UNSUPPORTED = 19;
/** Too many readings in one batch. */
export const BATCH_TOO_LARGE = 20;
/** From here on, with the number of the request that failed in the batch, from 0. */
export const BATCH_FAILED_AT = 21;

interface Fault {
	readonly code?: unknown;
	readonly message?: unknown;
}

interface Refusal {
	readonly data?: Readonly<Record<string, Fault | null>> & {
		readonly requests?: Readonly<Record<string, { readonly response?: { readonly status?: unknown } } | undefined>>;
	};
	readonly message?: unknown;
	readonly status?: unknown;
}

/**
 * What an answer of the service means for the readings that were sent. One that does not name the last id is not the
 * service's, but a captive portal's or a cache's. An answer to a batch that was done is not parsed. Any status of 4xx to a
 * single reading may be meant for what is in it, as a firewall's 403 is.
 * @param id of the last reading
 * @param count how many; with more than one it answers a batch, of which all is done or nothing
 * @returns one of the numbers above, or what a single reading's refusal counts
 */
export function classifyResponse(response: ClientResponse, id: string, count: number): number {
	const several = count > 1;
	if (response.ok)
		return response.body.includes(id) ? DELIVERED : RETRY_LATER;
	const kind = response.kind;
	const status = response.statusCode;
	// What is answered at too great length is done again with fewer, to the same effect. It may be a portal's page.
	if (several && (kind === "too-large" || status === 413))
		return BATCH_TOO_LARGE;
	if (kind !== "http")
		return RETRY_LATER;
	if (status !== 400) {
		// 408 and 429 ask for a pause and say nothing of the reading.
		if (several ? status < 403 || status > 405 : status < 402 || status > 499 || status === 408 || status === 429)
			return RETRY_LATER;
		return several ? BATCH_UNSUPPORTED : status === 413 ? FINAL : NO_REASON;
	}
	const refusal = parseJSON(response.body) as Refusal | undefined;
	const data = refusal?.data ?? {};
	if (several) {
		const requests = data.requests ?? {};
		const index = Number(Object.keys(requests)[0]);
		// A limit on creates counts those in a batch, and those of one that it ends.
		if (requests[index]?.response?.status === 429)
			return RETRY_LATER;
		return index < count ? BATCH_FAILED_AT + index : BATCH_TOO_LARGE;
	}
	// Gateways have a `data` of their own.
	if (refusal?.status !== 400 || typeof Object.values(data)[0]?.code !== "string")
		return NO_REASON;
	return data.id ? data.id.code === "validation_not_unique" ? ID_TAKEN : RETRY_LATER : VALIDATION;
}

/** Why the collection takes none of the ids, "" where that is not what an answer to a single reading says. It is no reading's fault. */
export function idFault(response: ClientResponse): string {
	const id = response.statusCode === 400 ? (parseJSON(response.body) as Refusal | undefined)?.data?.id : undefined;
	if (!id || id.code === "validation_not_unique")
		return "";
	return "the collection takes no such ids, see idPattern and idLength: " + (typeof id.message === "string" ? id.message : response.error);
}
