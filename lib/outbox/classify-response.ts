import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";

/** They are in the service. */
export const DELIVERED = 1;
/** They may be taken later. */
export const RETRY_LATER = 2;
/** The reading is longer than what the service takes. */
export const TOO_LONG = 3;
/** The reading or the device was refused, and the answer does not say which. */
export const REFUSED = 4;
/** The service takes no batches. */
export const BATCH_UNSUPPORTED = 5;
/** Too many readings in one batch. */
export const BATCH_TOO_LARGE = 6;
/** The service's validation has refused the reading. */
export const INVALID = 7;
/** There is a record with the reading's id. */
export const ID_TAKEN = 8;
/** From here on, with the number of the request that failed in the batch, from 0. */
export const BATCH_FAILED_AT = 9;

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

/** What asks for a pause, a token or another connection, whatever the request is. */
const OF_THE_MOMENT: readonly number[] = Object.freeze([401, 407, 408, 421, 425, 429]);

/**
 * What an answer of the service means for the readings that were sent. One that does not name the last id is not the
 * service's, but a captive portal's or a cache's. An answer to a batch that was done is not parsed. Any status of 4xx to a
 * single reading may be meant for what is in it, as a firewall's 403 is.
 * @param id of the last reading
 * @param count how many; with more than one it answers a batch, of which all is done or nothing
 */
export function classifyResponse(response: ClientResponse, id: string, count: number): number {
	const several = count > 1;
	if (response.ok)
		return response.body.includes(id) ? DELIVERED : RETRY_LATER;
	// What is answered at too great length is done again with fewer, to the same effect. It may be a portal's page.
	if (response.kind === "too-large" && several)
		return BATCH_TOO_LARGE;
	if (response.kind !== "http")
		return RETRY_LATER;
	const status = response.statusCode;
	if (status === 413)
		return several ? BATCH_TOO_LARGE : TOO_LONG;
	if (status !== 400) {
		if (several)
			return status >= 403 && status <= 405 ? BATCH_UNSUPPORTED : RETRY_LATER;
		return status >= 402 && status < 500 && !OF_THE_MOMENT.includes(status) ? REFUSED : RETRY_LATER;
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
	if (refusal?.status !== 400 || typeof refusal.message !== "string" || !Object.values(data).some(isValidationError))
		return REFUSED;
	return data.id?.code === "validation_not_unique" ? ID_TAKEN : INVALID;
}

/** Whether a member of `data` is as PocketBase writes it: gateways have a `data` of their own. */
function isValidationError(fault: Fault | null | undefined): boolean {
	return typeof fault?.code === "string" && typeof fault.message === "string";
}
