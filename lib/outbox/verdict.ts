/** What an answer of the service means for the readings that were sent. Only judgement: nothing is done here. */
import type { ClientResponse } from "../response.js";
import { parseJSON } from "../safe-json.js";

/** They are in the service. */
export const DELIVERED = 1;
/** The service will never take the reading. */
export const REJECTED = 2;
/** The reading or the device was refused, and the answer doesn't tell which. */
export const REFUSED = 3;
/** It may be taken later. */
export const HELD = 4;
/** Too many at once, or too long together. */
export const SPLIT = 5;
/** The service takes no batches. */
export const UNBATCHED = 6;

const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;
const TOO_LARGE = 413;

interface Refusal {
	readonly data?: Readonly<Record<string, { readonly code?: unknown } | undefined>> & { readonly requests?: object };
}

/**
 * Judges the answer to a single create. An answer that does not name the id is not the service's: a captive portal's, a cache's.
 * @param id of the reading
 */
export function judgeSingle(response: ClientResponse, id: string): number {
	const { body, kind, ok, statusCode } = response;
	if (ok)
		return body.includes(id) ? DELIVERED : HELD;
	if (kind !== "http")
		return HELD;
	if (statusCode === TOO_LARGE)
		return REJECTED;
	if (statusCode !== BAD_REQUEST)
		return HELD;
	const { data = {} } = (parseJSON(body) ?? {}) as Refusal;
	if (data.id?.code === "validation_not_unique")
		return DELIVERED;
	return Object.keys(data).length > 0 ? REJECTED : REFUSED;
}

/**
 * Judges the answer to a batch, of which all is done or nothing.
 * @param id of the last reading in it
 */
export function judgeBatch(response: ClientResponse, id: string): number {
	const { body, kind, ok, statusCode } = response;
	if (ok)
		return body.includes(id) ? DELIVERED : HELD;
	// What is answered at such length is done again with fewer: it has the same effect twice.
	if (kind === "too-large" || statusCode === TOO_LARGE || statusCode === BAD_REQUEST)
		return SPLIT;
	return statusCode === FORBIDDEN || statusCode === NOT_FOUND || statusCode === METHOD_NOT_ALLOWED ? UNBATCHED : HELD;
}

/** Which request of a refused batch has been its end, from 0; -1 when the answer doesn't tell. */
export function failedIndex({ body, statusCode }: ClientResponse): number {
	const { data } = (statusCode === BAD_REQUEST ? parseJSON(body) ?? {} : {}) as Refusal;
	const index = Number(Object.keys(data?.requests ?? {})[0]);
	return Number.isSafeInteger(index) ? index : -1;
}
