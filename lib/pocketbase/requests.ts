/** What a path with query asks PocketBase for: none of its records; those of a collection; one of them. */
const NO_RECORDS = 0;
const RECORDS = 1;
const ONE_RECORD = 2;
type Asked = typeof NO_RECORDS | typeof RECORDS | typeof ONE_RECORD;

/** A request, as far as PocketBase's answer to it depends on that. */
export interface ServiceRequest {
	/** In capitals. */
	readonly method: string;
	/** Path and query, percent-encoded. */
	readonly path: string;
	/** Set if it fetches the record of a create whose id was taken. */
	readonly taken?: unknown;
}

/** Whatever prefix the path has. */
function askedOf(path: string): Asked {
	const found = /^[^?]*\/api\/collections\/[^/?]+\/records(\/[^/?]+)?(?:\?|$)/.exec(path);
	if (found === null)
		return NO_RECORDS;
	return found[1] === undefined ? RECORDS : ONE_RECORD;
}

/** Whether a request reads a list of records. */
export function isList(request: ServiceRequest): boolean {
	return request.method === "GET" && askedOf(request.path) === RECORDS;
}

/** Whether a request creates a record. */
export function isCreate(request: ServiceRequest): boolean {
	return request.method === "POST" && askedOf(request.path) === RECORDS;
}

/** Whether a request creates or updates one record, or fetches the one that it has created. */
export function storesRecord(request: ServiceRequest): boolean {
	return (request.method === "POST" || request.method === "PATCH" || request.taken !== undefined) && askedOf(request.path) !== NO_RECORDS;
}

/** Whether a request is about records: some of a collection's, or a batch of changes. */
export function isOfRecords(request: ServiceRequest): boolean {
	return askedOf(request.path) !== NO_RECORDS || /^[^?]*\/api\/batch(?:\?|$)/.test(request.path);
}

/** Whether a query names the fields of the record that is answered with: it may have left the id out. */
export function namesFields(request: ServiceRequest): boolean {
	return /[?&]fields=/.test(request.path);
}
