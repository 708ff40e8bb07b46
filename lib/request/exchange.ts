import { NEVER } from "../pocketbase/token-claims.js";
import type { ClientResponse } from "../response.js";
import type { BodySource, ReceivedBody } from "./body-sink.js";

/** A request that waits for a good token. */
export const WITH_TOKEN = 0;
/** A request that goes out as it is, with the token that there is or none. */
export const DIRECT = 1;
/** As DIRECT; the service confirms the token, or exchanges it for a new one of the same user: one request does both. */
export const REFRESH = 2;
/** As DIRECT; a good answer brings a token. The body says whose it is, or the answer does. */
export const LOGIN = 3;
/** What the token has to do with a request. */
export type Purpose = typeof WITH_TOKEN | typeof DIRECT | typeof REFRESH | typeof LOGIN;

/** Nothing is to be done, or was. */
export const NOTHING = 4;
/** The token has expired, or the service does not accept it, and nothing can be done. */
export const UNUSABLE = 5;
/** The service has refused a log-in, or the token that one brought, and is not to be asked again so soon. */
export const REFUSED = 6;
/** A log-in has failed without a refusal, and is not to be tried again so soon. */
export const PAUSED = 7;
/** Ask the function for credentials whether the token that was restored is its user's. */
export const IDENTIFY = 8;
/** What the client does about the token for a request. */
export type Preparation = typeof NOTHING | typeof REFRESH | typeof LOGIN;
/** What has to be done before a request goes out. */
export type Work = Preparation | typeof UNUSABLE | typeof REFUSED | typeof PAUSED | typeof IDENTIFY;

/** One request's state, from the call to its response. Exchanges are reused, so that a request makes none. */
export class Exchange {
	method = "GET";
	/** Path and query, percent-encoded. */
	path = "";
	/** JSON text, or that as UTF-8, or a source of its own lines and bytes; undefined for a request without a body. */
	body: string | Uint8Array | BodySource | undefined;
	/** Takes the body of a good answer; undefined for one that is kept. */
	sink: ReceivedBody | undefined;
	purpose: Purpose = WITH_TOKEN;
	/** Whether it has been sent once. */
	sent = false;
	/** How often it has failed and been sent again. */
	failures = 0;
	/** Whether one of those failures may have come after the service had applied it. */
	maybeApplied = false;
	/** What the client has done about the token for it. */
	prepared: Preparation = NOTHING;
	/** The refusal of a create whose id is taken, or may be; it fetches that record now. */
	taken: ClientResponse | undefined;
	/** An answer that a guest would get, too, until the token is confirmed. */
	held: ClientResponse | undefined;
	/** When the token that it went out with expires, in seconds since 1970; NEVER for never or unknown. */
	expires = NEVER;
	/** The session's `tokenVersion` when it went out; of one that brings a token, when it was called. */
	tokenVersion = 0;
	/** Settles the caller's promise, which it holds with its response. */
	resolve: (response: ClientResponse) => void = ignore;
	/** The next in whatever list it is in. */
	next: Exchange | undefined;

	/** Forgets what has happened to the request. */
	clear(): void {
		this.failures = 0;
		this.prepared = NOTHING;
		this.maybeApplied = false;
		this.taken = undefined;
	}
}

/** Exchanges in a queue, first in, first out. */
export class ExchangeList {
	private first: Exchange | undefined;
	private last: Exchange | undefined;

	get empty(): boolean {
		return this.first === undefined;
	}

	push(exchange: Exchange): void {
		exchange.next = undefined;
		if (this.last === undefined)
			this.first = exchange;
		else
			this.last.next = exchange;
		this.last = exchange;
	}

	shift(): Exchange | undefined {
		const exchange = this.first;
		this.first = exchange?.next;
		if (this.first === undefined)
			this.last = undefined;
		return exchange;
	}
}

/** Settles an exchange without a caller: does nothing. */
export function ignore(): void {
	// Nobody waits.
}
