import { Connection } from "./connection.js";
import { type Exchange, ExchangePool } from "./exchange.js";
import { CLIENT_CLOSED, type ClientResponse, failure, QUEUE_FULL } from "./response.js";
import type { Session } from "./session.js";
import type { Setting } from "./setting.js";

/** Turns requests into promises: lends each an exchange, hands it to the connection, settles it. */
export class Dispatcher {
	private readonly session: Session;
	private readonly connection: Connection;
	private readonly pool: ExchangePool;
	private resolve!: (response: ClientResponse) => void;
	private closed = false;

	constructor(setting: Setting) {
		this.session = setting.session;
		this.connection = new Connection(setting, this.settle);
		this.pool = new ExchangePool(setting.limits.queue + 1);
	}

	/**
	 * Queues a request.
	 * @param path path and query, percent-encoded
	 * @param body JSON text, or that as UTF-8, which is kept until the promise is resolved; undefined for none
	 * @param authenticates whether a good answer brings a token
	 * @returns a promise that is never rejected
	 */
	send(method: string, path: string, body?: string | Uint8Array, authenticates = false): Promise<ClientResponse> {
		if (this.closed)
			return Promise.resolve(failure("closed", CLIENT_CLOSED));
		const exchange = this.pool.take();
		if (exchange === undefined)
			return Promise.resolve(failure("busy", QUEUE_FULL));
		exchange.method = method;
		exchange.path = path;
		exchange.body = body;
		exchange.authenticates = authenticates;
		if (authenticates)
			exchange.tokenVersion = this.session.tokenVersion;
		const promise = new Promise<ClientResponse>(this.executor);
		exchange.resolve = this.resolve;
		this.connection.submit(exchange);
		return promise;
	}

	close(): void {
		if (this.closed)
			return;
		this.closed = true;
		this.connection.close();
	}

	/** Made once: a closure for each promise would be garbage at each request. */
	private readonly executor = (resolve: (response: ClientResponse) => void): void => {
		this.resolve = resolve;
	};

	private readonly settle = (exchange: Exchange, response: ClientResponse): void => this.settled(exchange, response);

	private settled(exchange: Exchange, response: ClientResponse): void {
		const { resolve } = exchange;
		this.pool.put(exchange);
		resolve(response);
	}
}
