import type { BodySource } from "./body-source.js";
import type { Exchange } from "./exchange.js";
import { ClientResponse, isServiceRefusal, NO_FIELDS, NOT_READ } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { canBeSame } from "./same-record.js";

/**
 * The id that a create gives its record itself: two such creates have the effect of one.
 * @param body JSON text of a create, undefined for none; bytes are not looked into
 * @returns an id as a collection can take it: 15 to 255 letters, digits, "-" and "_", whatever the pattern of its own; "" when the body
 * has none
 */
export function clientGeneratedId(body: string | Uint8Array | BodySource | undefined): string {
	const { id } = (typeof body === "string" ? parseJSON(body, Infinity) ?? {} : {}) as { id?: unknown };
	return typeof id === "string" && /^[\w-]{15,255}$/.test(id) ? id : "";
}

/**
 * Whether a request that may have been done can be sent again because of its id: a create of a record, with an id of its own.
 * What another path does with a member "id" is not known.
 * @param collections path of the collections
 */
export function isRepeatable({ body, method, path }: Exchange, collections: string): boolean {
	return method === "POST" && path.startsWith(collections) && /^\/[^/?]+\/records(?:\?|$)/.test(path.slice(collections.length))
		&& clientGeneratedId(body) !== "";
}

/** Whether a create was refused because there is a record with its id. */
export function isTaken({ statusCode, body }: ClientResponse): boolean {
	const { data } = (parseJSON(body) ?? {}) as { data?: { id?: { code?: unknown } } };
	return statusCode === 400 && data?.id?.code === "validation_not_unique";
}

/**
 * Makes a create that was refused because its id is taken the request that fetches the record, if an attempt before may
 * have been done. Else the id is another record's. Without the path's query, so that all that was sent can be compared.
 * @returns whether it has become that
 */
export function becomesFetch(exchange: Exchange, response: ClientResponse): boolean {
	if (!exchange.maybeApplied || exchange.method !== "POST" || !isTaken(response))
		return false;
	exchange.method = "GET";
	exchange.path = exchange.path.split("?")[0] + "/" + clientGeneratedId(exchange.body);
	exchange.taken = response;
	return true;
}

/**
 * What a create resolves with whose id was taken, once its record has been fetched: the record, or the refusal if it holds
 * something else than was sent. A record that the service does not let be read is the create's: there is no sign of another.
 * Where somebody else has answered, or nobody, it is not known whether the record is there.
 * @param sent JSON text of the create
 * @param refusal of the create
 * @param fetched answer to the fetch
 */
export function createdResponse(sent: string, refusal: ClientResponse, fetched: ClientResponse): ClientResponse {
	const { error, kind, ok, statusCode } = fetched;
	if (!ok && isServiceRefusal(fetched, 499))
		return new ClientResponse("", 200, "", NO_FIELDS);
	if (!ok)
		return new ClientResponse(kind === "http" ? "protocol" : kind, statusCode, NOT_READ + error, "");
	return canBeSame(sent, fetched.body) ? fetched : refusal;
}
