import type { AllLimits, BodySize, SizeLimits } from "../client-limits.js";
import type { Platform, Transport } from "../platform.js";
import type { ServiceRequest } from "../pocketbase/requests.js";
import type { ClientResponse, Kind } from "../response.js";
import type { ReceivedBody } from "./body-sink.js";
import type { ClientStats } from "../stats.js";
import type { BaseUrl } from "../url/base-url.js";
import type { Exchange } from "./exchange.js";
import type { RequestTimeouts } from "./request-timeouts.js";

/** The way to the service, one request at a time. */
export interface Connection {
	/** Whether the request under way was sent over a connection that had been used before. */
	readonly isReused: boolean;
	/**
	 * Makes ready for the next request, while none is under way: closes a connection that it must not go over.
	 * @param idle milliseconds since the last sign of life of a request
	 * @returns whether it can be sent at once
	 */
	prepare(ticks: number): boolean;
	/**
	 * Sends a request, and opens a connection for it if there is none.
	 * @param authorization value of the Authorization field, visible ASCII; "" for none
	 * @param wantsDate whether the Date field of the answer is wanted
	 * @returns undefined, and later one of the owner's callbacks; or what keeps it from being sent
	 */
	send(exchange: Exchange, authorization: string, wantsDate: boolean): ClientResponse | undefined;
	/** The sink of the answer under way takes bytes again. */
	resume(): void;
	/** The time of the request under way is over: as `close`. */
	timedOut(): void;
	/** Closes the connection, drops the request without a callback. The next request opens another. */
	close(): void;
}

/** Who owns a connection. Its callbacks are not called inside the connection's methods. */
export interface ConnectionOwner {
	/** Timeouts of the request under way; the connection reports which stage it enters. */
	readonly timeouts: RequestTimeouts;
	/**
	 * The answer is complete, or known to be none.
	 * @param date value of its Date field, "" without it, with an Age field (RFC 9111, section 5.1), and where it was not wanted and
	 * no Retry-After is beside it
	 * @param retryAfter value of its Retry-After field, "" without it
	 */
	onResponse(response: ClientResponse, date: string, retryAfter: string): void;
	/** No answer came. @param isUnsent whether not a byte of the request can have been processed */
	onFailure(kind: Kind, message: string, isUnsent: boolean): void;
}

/** What ends with a client. */
export interface Dependent {
	/** The client is closed. Calls nothing of the app's. */
	onClientClosed(): void;
}

/** What a connection is made with. */
export interface ConnectionParts {
	readonly platform: Platform;
	/** How to reach the service. */
	readonly transport: Transport;
	readonly url: BaseUrl;
	/** Header lines that every request has, each with its CRLF; "host" is the first. */
	readonly headers: string;
	readonly limits: AllLimits;
	readonly stats: ClientStats;
	/** Says what answers mean. */
	readonly answers: AnswerReader;
	/** What polls by the client; undefined as long as nothing does. */
	dependents?: Set<Dependent>;
}

/** Class of a connection. Its constructor acquires nothing. */
export type ConnectionClass = new (parts: ConnectionParts, owner: ConnectionOwner) => Connection;

/** The request that an answer is judged by. */
export interface AnsweredRequest extends ServiceRequest {
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
	/**
	 * Makes the response of an answer whose body was longer than `limits.body`, and is not there.
	 * @param size of the whole body; undefined where not all of it has come
	 */
	tooLarge(status: number, type: string | undefined, limits: SizeLimits, size: BodySize | undefined,
		request: AnsweredRequest): ClientResponse;
}
