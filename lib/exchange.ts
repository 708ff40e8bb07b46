import type { ClientResponse } from "./response.js";
import { NONE } from "./words.js";

/** One request's state, from the call to its response. Exchanges are reused, so that a request makes none. */
export class Exchange {
	method = "GET";
	/** Path and query, percent-encoded. */
	path = "";
	/** JSON text, or that as UTF-8; undefined for a request without a body. */
	body: string | Uint8Array | undefined;
	/** Whether a good answer brings a token. */
	authenticates = false;
	/** Whether it has been sent. */
	sent = false;
	/** How often it has failed and been sent again. */
	failures = 0;
	/** Whether one of those failures may have come after it had been done. */
	doubtful = false;
	/** What the client has done for it about the token (renewal.ts): NOTHING, REFRESH, LOGIN. */
	prepared = 0;
	/** The refusal of a create whose id is taken; it fetches that record now. */
	taken: ClientResponse | undefined;
	/** Of a REFRESH: an answer that a guest would get, too, until the token is confirmed. */
	held: ClientResponse | undefined;
	/** When the token that it went out with expires, in seconds since 1970; -1 for never or unknown. */
	expires = -1;
	/** The session's `tokenVersion` when it went out; of one that brings a token, when it was called. */
	tokenVersion = 0;
	/** Settles the caller's promise. */
	resolve: (response: ClientResponse) => void = ignore;
	/** The next in whatever list it is in. */
	next: Exchange | undefined;
}

/** Exchanges one behind the other, first in, first out. */
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

/** Lends exchanges, as many as may be under way at once; each is made when first needed. */
export class ExchangePool {
	private readonly free = new ExchangeList();
	private left: number;

	constructor(size: number) {
		this.left = size;
	}

	/** Returns an exchange that is the caller's until `put`, undefined when all are out. */
	take(): Exchange | undefined {
		const exchange = this.free.shift();
		if (exchange !== undefined || this.left === 0)
			return exchange;
		this.left--;
		return new Exchange();
	}

	/** Takes an exchange back, without what it held. */
	put(exchange: Exchange): void {
		exchange.failures = exchange.prepared = 0;
		exchange.sent = exchange.doubtful = false;
		exchange.path = NONE;
		exchange.body = exchange.taken = undefined;
		exchange.resolve = ignore;
		this.free.push(exchange);
	}
}

function ignore(): void {
	// An exchange in the pool has nobody to tell.
}
