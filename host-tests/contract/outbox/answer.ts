import { ClientResponse } from "../../../lib/response.js";

interface Sent {
	readonly id: string;
}

/** What the service answers to an outbox's request when it takes what was sent: the id of the reading, or of each of a batch. */
export function takenResponse(request: string): ClientResponse {
	const sent = JSON.parse(request) as Sent & { readonly requests?: readonly { readonly body: Sent }[] };
	const answer = sent.requests?.map(({ body }) => ({ body: { id: body.id } })) ?? { id: sent.id };
	return new ClientResponse("", 200, "", JSON.stringify(answer) + "\n");
}
