import type { ClientResponse } from "../response.js";
import { parseJSON } from "../safe-json.js";

/** They are in the service. */
export const DELIVERED = 1;
/** They may be taken later. */
export const HELD = 2;
/** The service will never take the reading. */
export const REJECTED = 3;
/** The reading or the device was refused, and the answer doesn't tell which. */
export const REFUSED = 4;
/** The service takes no batches. */
export const UNBATCHED = 5;
/** Too many at once, or too long together. */
export const SPLIT = 6;
/** From here on, with the number of the request in the batch that ended it, from 0. */
export const FAILED = 7;

interface Refusal {
	readonly data?: {
		readonly id?: { readonly code?: unknown };
		readonly requests?: Readonly<Record<string, { readonly response?: { readonly status?: unknown } } | undefined>>;
	};
}

/**
 * What an answer of the service means for the readings that were sent. One that does not name the last id is not the
 * service's: a captive portal's, a cache's.
 * @param id of the last reading
 * @param count how many; with more than one it answers a batch, of which all is done or nothing
 */
export function judge(response: ClientResponse, id: string, count: number): number {
	const several = count > 1;
	if (response.ok)
		return response.body.includes(id) ? DELIVERED : HELD;
	// What is answered at too great length is done again with fewer, to the same effect. It may be a portal's page.
	if (response.kind === "too-large" && several)
		return SPLIT;
	if (response.kind !== "http")
		return HELD;
	if (response.statusCode === 413)
		return several ? SPLIT : REJECTED;
	if (response.statusCode !== 400)
		return several && response.statusCode >= 403 && response.statusCode <= 405 ? UNBATCHED : HELD;
	const data = (parseJSON(response.body) as Refusal | undefined)?.data ?? {};
	if (several) {
		const requests = data.requests ?? {};
		const index = Number(Object.keys(requests)[0]);
		// A limit on creates counts those in a batch, and those of one that it ends.
		if (requests[index]?.response?.status === 429)
			return HELD;
		return index < count ? FAILED + index : SPLIT;
	}
	if (data.id?.code === "validation_not_unique")
		return DELIVERED;
	return Object.keys(data).length > 0 ? REJECTED : REFUSED;
}
