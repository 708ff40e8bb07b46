import type { BodySize, SizeLimits } from "../client-limits.js";
import type { Text } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { ReceivedBody } from "./body-sink.js";

/** The request that an answer is judged by. */
export interface AnsweredRequest {
	/** In capitals. */
	readonly method: string;
	/** Path and query, percent-encoded. */
	readonly path: string;
	/** Set if it fetches the record of a create whose id was taken. */
	readonly taken?: unknown;
	/** Takes the body of a good answer as it comes; undefined for a body that is kept. */
	readonly sink?: ReceivedBody | undefined;
}

/** Makes responses of the answers that a connection has received: it knows what they mean. The connection knows HTTP alone. */
export interface AnswerReader {
	/**
	 * Makes the response of a complete answer.
	 * @param type value of the Content-Type field, undefined without one
	 * @param body text, undefined when it is not UTF-8
	 * @param isClosed whether its last byte closes an object or a list
	 * @param request what it answers
	 */
	responseOf(status: number, type: string | undefined, body: string | undefined, isClosed: boolean,
		request: AnsweredRequest): ClientResponse;
	/** As `responseOf`, of a body that is there as bytes from `start` to `end`. */
	responseOfBytes(status: number, type: string | undefined, bytes: Uint8Array, start: number, end: number, text: Text,
		request: AnsweredRequest): ClientResponse;
	/**
	 * Makes the response of an answer whose body was longer than `limits.body`, and is not there.
	 * @param size of the whole body; undefined where not all of it has come
	 */
	tooLarge(status: number, type: string | undefined, limits: SizeLimits, size: BodySize | undefined,
		request: AnsweredRequest): ClientResponse;
}
