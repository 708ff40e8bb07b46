import { Answer } from "./answer.js";
import { type BaseUrl, defaultPort } from "./base-url.js";
import { type Exchange, ExchangeList } from "./exchange.js";
import type { Limits } from "./limits.js";
import type { HTTPClient, HTTPProvider, HTTPRequest, HTTPRequestOptions, Platform, TimerHandle } from "./platform.js";
import { CLIENT_CLOSED, ClientResponse, CONNECTION_FAILED, failure, type Kind, TOKEN_UNUSABLE } from "./response.js";
import type { Session } from "./session.js";
import { AUTHORIZATION, CONTENT_LENGTH, GET, NONE, PATCH, POST } from "./words.js";

const NO_HEADERS: readonly string[] = Object.freeze([]);

/** What is read of an HTTP client's error. Ours has all of it; another's may have nothing. */
interface Failure {
	readonly kind?: Kind;
	readonly unsent?: boolean;
}

/**
 * One keep-alive connection to the service, through an ECMA-419 HTTP client, and the queue in front of it: one request in
 * flight, each with a deadline. A connection that has died is opened anew for the next request; a request that met a dead
 * connection is repeated once when that can't have an effect twice.
 */
export class Connection {
	/** HTTP clients made, which is connections begun. */
	opened = 0;
	/** Requests begun. */
	requests = 0;

	private readonly platform: Platform;
	private readonly provider: HTTPProvider;
	private readonly url: BaseUrl;
	private readonly limits: Limits;
	private readonly session: Session;
	private readonly settle: (exchange: Exchange, response: ClientResponse) => void;
	private readonly queue = new ExchangeList();
	private readonly answer: Answer;
	private readonly headers = new Map<string, string>();
	private readonly jsonHeaders = new Map([["content-type", "application/json"], ["content-length", "0"]]);
	private readonly options: { -readonly [name in keyof HTTPRequestOptions]: HTTPRequestOptions[name] };
	private client: HTTPClient | undefined;
	private request: HTTPRequest | undefined;
	private current: Exchange | undefined;
	private deadline: TimerHandle | undefined;
	private turn: TimerHandle | undefined;
	private body: Uint8Array | undefined;
	private written = 0;
	/** The content-length in `jsonHeaders`. */
	private length = 0;
	private reused = false;
	private stale = false;
	private closed = false;

	/** @param settle gets each exchange back with its response; the exchange is the receiver's then */
	constructor(platform: Platform, provider: HTTPProvider, url: BaseUrl, limits: Limits, session: Session,
		settle: (exchange: Exchange, response: ClientResponse) => void) {
		this.platform = platform;
		this.provider = provider;
		this.url = url;
		this.limits = limits;
		this.session = session;
		this.settle = settle;
		this.answer = new Answer(platform.text, limits.body);
		this.options = {
			headersMask: NO_HEADERS,
			onHeaders: (status) => this.answer.head(status),
			onReadable: (count) => this.onReadable(count),
			onWritable: (count) => this.onWritable(count),
			onDone: (error) => this.onDone(error)
		};
	}

	/** Takes an exchange; gives it back through `settle`. */
	submit(exchange: Exchange): void {
		this.queue.push(exchange);
		if (this.current === undefined && this.turn === undefined)
			this.onTurn();
	}

	/** Settles all that waits or is in flight with `kind "closed"`. */
	close(): void {
		this.closed = true;
		this.platform.timers.clear(this.turn);
		this.drop();
		if (this.current !== undefined)
			this.finish(failure("closed", CLIENT_CLOSED));
		for (let exchange = this.queue.shift(); exchange !== undefined; exchange = this.queue.shift())
			this.settle(exchange, failure("closed", CLIENT_CLOSED));
	}

	/** After a request the next starts on a turn of its own: an HTTP client need not bear a call inside its callbacks. */
	private wake(): void {
		this.turn ??= this.platform.timers.set(this.onTurn);
	}

	private readonly onTurn = (): void => {
		this.turn = undefined;
		if (this.current === undefined) {
			this.current = this.queue.shift();
			if (this.current === undefined)
				return;
			this.deadline = this.platform.timers.set(this.onDeadline, this.limits.timeout);
		}
		this.start(this.current);
	};

	private readonly onDeadline = (): void => {
		this.deadline = undefined;
		this.drop();
		this.finish(failure("timeout", `no complete answer within limits.timeout (${this.limits.timeout} ms)`));
	};

	private start(exchange: Exchange): void {
		if (!this.session.usable)
			return this.finish(failure("argument", TOKEN_UNUSABLE));
		if (!exchange.repeated)
			this.requests++;
		if (this.stale)
			this.drop();
		const options = this.options;
		options.method = exchange.method;
		options.path = exchange.path;
		options.headers = this.head(exchange);
		this.answer.reset(exchange.authenticates, exchange.method === GET);
		this.reused = this.client !== undefined;
		try {
			this.client ??= this.open();
			this.request = this.client.request(options);
		}
		catch (error) {
			this.drop();
			this.finish(failure("connect", messageOf(error)));
		}
	}

	private open(): HTTPClient {
		const { scheme, host, port } = this.url;
		const { text, timers } = this.platform;
		const { receive, send } = this.limits;
		this.opened++;
		return new this.provider.io({
			text,
			timers,
			receive,
			send,
			...this.provider,
			host,
			port,
			defaultPort: defaultPort(scheme),
			onError: () => {
				this.client = undefined;
			}
		});
	}

	/** Prepares body and header fields; the maps are made once and change only where they must. */
	private head(exchange: Exchange): ReadonlyMap<string, string> {
		const { authorization } = this.session;
		const hasBody = exchange.method === POST || exchange.method === PATCH;
		const headers = hasBody ? this.jsonHeaders : this.headers;
		if (headers.get(AUTHORIZATION) !== (authorization || undefined)) {
			// The content-length goes last: what is before it stays the same from request to request.
			headers.delete(CONTENT_LENGTH);
			if (hasBody)
				this.length = -1;
			if (authorization === "")
				headers.delete(AUTHORIZATION);
			else
				headers.set(AUTHORIZATION, authorization);
		}
		if (hasBody) {
			this.body = this.platform.text.encode(exchange.body ?? NONE);
			this.written = 0;
			if (this.length !== this.body.length) {
				this.length = this.body.length;
				headers.set(CONTENT_LENGTH, String(this.length));
			}
		}
		return headers;
	}

	private onReadable(count: number): void {
		if (this.request === undefined || this.answer.read(this.request, count))
			return;
		this.drop();
		this.finish(this.answer.response());
	}

	private onWritable(count: number): void {
		const body = this.body;
		const from = this.written;
		if (body === undefined || from === body.length)
			return;
		this.written = from + count < body.length ? from + count : body.length;
		this.request?.write(this.written - from === body.length ? body : body.subarray(from, this.written));
	}

	private onDone(error: Error | null): void {
		const exchange = this.current;
		if (exchange === undefined)
			return;
		const answer = this.answer;
		if (error === null) {
			const response = answer.response();
			if (answer.token !== NONE)
				this.session.set(answer.token);
			return this.finish(response);
		}
		const { kind = answer.status === 0 ? "connect" : "protocol", unsent = false } = error as Failure;
		this.stale = kind !== "argument";
		const harmless = unsent ? kind !== "argument" : kind === "connect" && exchange.method === GET && answer.status === 0;
		if (harmless && this.reused && !exchange.repeated) {
			exchange.repeated = true;
			return this.wake();
		}
		this.finish(failure(kind, messageOf(error)));
	}

	/** Gives the current exchange back and goes on with the next. */
	private finish(response: ClientResponse): void {
		const exchange = this.current;
		this.platform.timers.clear(this.deadline);
		this.deadline = this.current = this.request = this.body = undefined;
		if (exchange !== undefined)
			this.settle(exchange, response);
		if (!this.closed && !this.queue.empty)
			this.wake();
	}

	/** Closes the HTTP client; the next request opens another. */
	private drop(): void {
		this.client?.close();
		this.client = this.request = undefined;
		this.stale = false;
	}
}

/** The text of an error; another HTTP client's may have none. */
function messageOf(error: unknown): string {
	return error instanceof Error && error.message !== "" ? error.message : CONNECTION_FAILED;
}
