import type { ClientResponse } from "../response.js";
import { parseJSON } from "../safe-json.js";

/** They are in the service. */
export const DELIVERED = 1;
/** They may be taken later. */
export const RETRY_LATER = 2;
/** The service will never take the reading. */
export const REJECTED = 3;
/** The reading or the device was refused, and the answer does not say which. */
export const REFUSED = 4;
/** The service takes no batches. */
export const BATCH_UNSUPPORTED = 5;
/** Too many readings in one batch. */
export const BATCH_TOO_LARGE = 6;
/** From here on, with the number of the request that failed in the batch, from 0. */
export const BATCH_FAILED_AT = 7;

interface Refusal {
	readonly data?: {
		readonly id?: { readonly code?: unknown };
		readonly requests?: Readonly<Record<string, { readonly response?: { readonly status?: unknown } } | undefined>>;
	};
}

/**
 * What an answer of the service means for the readings that were sent. One that does not name the last id is not the
 * service's, but a captive portal's or a cache's. An answer to a batch that was done is not parsed.
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
	if (response.statusCode === 413)
		return several ? BATCH_TOO_LARGE : REJECTED;
	if (response.statusCode !== 400)
		return several && response.statusCode >= 403 && response.statusCode <= 405 ? BATCH_UNSUPPORTED : RETRY_LATER;
	const data = (parseJSON(response.body) as Refusal | undefined)?.data ?? {};
	if (several) {
		const requests = data.requests ?? {};
		const index = Number(Object.keys(requests)[0]);
		// A limit on creates counts those in a batch, and those of one that it ends.
		if (requests[index]?.response?.status === 429)
			return RETRY_LATER;
		return index < count ? BATCH_FAILED_AT + index : BATCH_TOO_LARGE;
	}
	if (data.id?.code === "validation_not_unique")
		return DELIVERED;
	return Object.keys(data).length > 0 ? REJECTED : REFUSED;
}
