import { BAD_REQUEST, FORBIDDEN, NOT_FOUND, OK } from "../http-statuses.js";
import { clientGeneratedId } from "../pocketbase/record-id.js";
import { isAnyServiceRefusal, isTaken } from "../pocketbase/refusals.js";
import { isCreate } from "../pocketbase/requests.js";
import { canBeSame } from "../pocketbase/same-record.js";
import { ClientResponse, NO_FIELDS, NOT_READ } from "../response.js";
import type { Text } from "../platform.js";
import { decodeBody } from "../shared/body-text.js";
import type { Exchange } from "./exchange.js";

/**
 * Whether a request that may have been done can be sent again because of its id: a create of a record, with an id of its own.
 * What another path does with a member "id" is not known.
 * @param collections path of the collections
 * @param text the platform's
 */
export function isRepeatable(exchange: Exchange, collections: string, text: Text): boolean {
	return exchange.path.startsWith(collections) && isCreate(exchange) && clientGeneratedId(jsonOf(exchange.body, text)) !== "";
}

/**
 * Makes a create that was refused because its id is taken the request that fetches the record, if an attempt before may
 * have been done. Else the id is another record's. So may be said by a 400 that is not the service's: a proxy has put its own page in the
 * place of that. Without the path's query, so that all that was sent can be compared.
 * @returns whether it has become that
 */
export function makeFetch(exchange: Exchange, response: ClientResponse, text: Text): boolean {
	if (!exchange.maybeApplied || exchange.method !== "POST" || response.statusCode !== BAD_REQUEST)
		return false;
	if (isAnyServiceRefusal(response) && !isTaken(response))
		return false;
	exchange.method = "GET";
	const sent = exchange.body = jsonOf(exchange.body, text);
	exchange.path = exchange.path.split("?")[0] + "/" + clientGeneratedId(sent);
	exchange.taken = response;
	return true;
}

/** JSON text of a body, "" for none and for a source. */
function jsonOf(body: Exchange["body"], text: Text): string {
	if (typeof body === "string")
		return body;
	return body instanceof Uint8Array ? decodeBody(text, body, 0, body.length) ?? "" : "";
}

/** What a create resolves with that has become a fetch. Where nothing says that its id is taken, what is not shown is not there. */
export function repeatedResponse(sent: string, refusal: ClientResponse, fetched: ClientResponse): ClientResponse {
	if (!fetched.ok && !isTaken(refusal))
		return fetched.statusCode === FORBIDDEN || fetched.statusCode === NOT_FOUND ? refusal : fetched;
	return createdResponse(sent, refusal, fetched);
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
	if (!fetched.ok && isAnyServiceRefusal(fetched))
		return new ClientResponse("", OK, "", NO_FIELDS);
	if (!fetched.ok)
		return new ClientResponse(fetched.kind === "http" ? "protocol" : fetched.kind, fetched.statusCode, NOT_READ + fetched.error, "");
	return canBeSame(sent, fetched.body) ? fetched : refusal;
}
