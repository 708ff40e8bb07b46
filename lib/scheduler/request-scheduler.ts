import { type AuthRequestOwner, AuthRequests } from "../auth/auth-requests.js";
import { TICKS_KEEP } from "../auth/service-clock.js";
import type { Configuration } from "./configuration.js";
import { HTTPConnection } from "../http/http-connection.js";
import type { TimerHandle, Timers } from "../platform.js";
import { BODY_GONE, CLIENT_CLOSED, type ClientResponse, failure, type Kind } from "../response.js";
import { isRepeatable, makeFetch, repeatedResponse } from "../request/repeated-create.js";
import type { BodySource } from "../request/body-sink.js";
import type { Connection, ConnectionClass, ConnectionOwner } from "../request/connection-interface.js";
import { Exchange, ExchangeList, ignore, NOTHING, type Purpose, REFRESH, WITH_TOKEN } from "../request/exchange.js";
import { readableAnswer, SHORT_ANSWER } from "../pocketbase/answers.js";
import { RequestTimeouts, STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_NONE, STAGE_SEND } from "../request/request-timeouts.js";
import { NO_TIME } from "../shared/pauses.js";
import type { Scheduler } from "../request/scheduler-interface.js";
import { mayRepeat, pauseBefore, refuses, RetryAfterGate } from "../request/retrying.js";
import { TOO_MANY_REQUESTS } from "../http-statuses.js";

// docs/decisions/0004-one-promise-at-the-edge.md
/**
 * Sends one request after the other; the others wait in a queue. Each has its timeouts, waits for the pauses that the service
 * asks for and for a token that is good, and is retried where that can't have an effect twice.
 */
export class RequestScheduler implements ConnectionOwner, AuthRequestOwner, Scheduler {
	readonly configuration: Configuration;
	private readonly timers: Timers;
	readonly connection: Connection;
	readonly gate = new RetryAfterGate();
	readonly timeouts: RequestTimeouts;
	readonly auth: AuthRequests;
	readonly queue = new ExchangeList();
	/** Exchanges that are not in use: `send` takes the first. */
	free: Exchange | undefined;
	/** How many more may be made. */
	private capacity: number;
	private current: Exchange | undefined;
	/** Looks at the ticks; undefined while nobody has asked what time it is. */
	private watch?: TimerHandle | undefined;
	/** Waits for the next request's turn, or for the current one's to go out again. */
	private timer: TimerHandle | undefined;
	private isClosed = false;
	/** The exchange whose promise is being made. */
	private made!: Exchange;

	constructor(configuration: Configuration) {
		this.configuration = configuration;
		this.timers = configuration.platform.timers;
		this.timeouts = new RequestTimeouts(configuration.platform.timers, configuration.limits, this);
		this.auth = new AuthRequests(this);
		this.capacity = configuration.limits.queue + 1;
		const Connection = configuration.transport.io as ConnectionClass | undefined ?? HTTPConnection;
		this.connection = new Connection(configuration, this);
	}

	/**
	 * Queues a request.
	 * @param path path and query, percent-encoded
	 * @param body JSON text, or that as UTF-8, or a source, which is kept until the promise is resolved; undefined for none
	 * @param purpose what the token has to do with it, see `Exchange`
	 * @returns a promise that is never rejected
	 */
	send(method: string, path: string, body?: string | Uint8Array | BodySource, purpose: Purpose = WITH_TOKEN): Promise<ClientResponse> {
		if (this.isClosed)
			return Promise.resolve(failure("closed", CLIENT_CLOSED));
		const exchange = this.free ?? this.another();
		if (exchange === undefined)
			return Promise.resolve(failure("busy", "the queue is full (limits.queue)"));
		this.free = exchange.next;
		this.configuration.platform.onRequest?.(true);
		exchange.method = method;
		exchange.path = path;
		exchange.body = body;
		exchange.purpose = purpose;
		// Any other's is noted when it goes out.
		if (purpose !== WITH_TOKEN)
			exchange.tokenVersion = this.configuration.session.tokenVersion;
		this.made = exchange;
		const promise = new Promise<ClientResponse>(this.executor);
		const ticks = this.timers.now();
		// To connect takes a deep stack: not on top of the caller's.
		if (this.current === undefined && this.timer === undefined && this.connection.prepare(ticks - this.timeouts.entered >>> 0))
			this.start(exchange, ticks);
		else {
			this.queue.push(exchange);
			if (this.current === undefined)
				this.schedule();
			else
				this.current.sink?.onQueued();
		}
		return promise;
	}

	/** Makes an exchange; undefined where there are enough. */
	another(): Exchange | undefined {
		if (this.capacity === 0)
			return undefined;
		this.capacity--;
		return new Exchange();
	}

	/** Settles all that waits or is in flight with `kind "closed"`. */
	close(): void {
		if (this.isClosed)
			return;
		this.isClosed = true;
		this.configuration.stats.close();
		this.configuration.tokenRefresh.close();
		this.connection.close();
		this.timeouts.close();
		this.timers.clear(this.watch);
		this.finish(failure("closed", CLIENT_CLOSED));
		for (let exchange = this.queue.shift(); exchange !== undefined; exchange = this.queue.shift())
			this.settle(exchange, failure("closed", CLIENT_CLOSED));
		// Nothing is prepared for a call that is not sent.
		this.free = undefined;
		this.capacity = 0;
		this.configuration.dependents?.forEach((dependent) => dependent.onClientClosed());
	}

	/**
	 * The service's time in milliseconds since 1970, -1 while unknown; see `RecordsClient.now`. Once it was asked for, a timer sees to it
	 * that no wrap of the ticks is missed.
	 */
	now(unconfirmed: boolean): number {
		const { clock } = this.configuration;
		const ticks = this.timers.now();
		if (!this.isClosed)
			this.watch ??= this.timers.set(() => {
				this.watch = undefined;
				this.now(true);
			}, TICKS_KEEP);
		clock.ask(ticks);
		return clock.milliseconds(ticks, unconfirmed);
	}

	onResponse(given: ClientResponse, date: string, retryAfter: string): void {
		const exchange = this.current;
		if (exchange === undefined)
			return;
		const response = given.body.length > SHORT_ANSWER
			? readableAnswer(given, this.auth.request ?? exchange, this.configuration.limits.values) : given;
		// What nobody has to look at any further.
		if (response.ok && this.auth.request === undefined && exchange.purpose === WITH_TOKEN && exchange.method !== "GET" && date === "")
			return this.finish(response);
		const ticks = this.timers.now();
		const wait = retryAfter === "" ? NO_TIME : this.configuration.clock.pause(retryAfter, date, ticks);
		const answer = this.auth.onResponse(exchange, response, date, wait, ticks);
		if (answer === undefined)
			return;
		if (!answer.ok) {
			if (this.retry(exchange, answer, false, wait))
				return;
			if (makeFetch(exchange, answer, this.configuration.platform.text))
				return this.schedule();
		}
		this.finish(exchange.taken === undefined ? answer : repeatedResponse(exchange.body as string, exchange.taken, answer));
	}

	onFailure(kind: Kind, message: string, isUnsent: boolean): void {
		if (this.current === undefined)
			return;
		const response = failure(kind, message);
		if (this.auth.request !== undefined)
			return this.auth.onDone(this.current, response, "", NO_TIME, this.timers.now(), isUnsent);
		if (!this.retry(this.current, response, isUnsent, NO_TIME))
			this.finish(response);
	}

	transmit(exchange: Exchange, authorization: string, wantsDate: boolean): void {
		const refusal = isGone(exchange.body) ? failure("argument", BODY_GONE) : this.connection.send(exchange, authorization, wantsDate);
		if (refusal !== undefined)
			this.finish(refusal);
	}

	schedule(milliseconds?: number): void {
		// The app may have closed the client when it learned of the last failure.
		if (!this.isClosed)
			this.timer ??= this.timers.set(this.onTurn, milliseconds);
	}

	retry(exchange: Exchange, response: ClientResponse, isUnsent: boolean, retryAfter: number): boolean {
		const { limits, stats } = this.configuration;
		const { statusCode } = response;
		if (limits.retries === 0)
			return false;
		// A kept connection that has ended says nothing of the service.
		const delay = this.connection.isReused && !refuses(statusCode) ? 0
			: pauseBefore(statusCode, retryAfter, exchange.failures + 1, limits, Math.random());
		if (refuses(statusCode))
			this.gate.close(delay, this.timers.now());
		if (exchange.failures >= limits.retries || delay >= this.timeouts.left || !this.mayRetry(exchange, response, isUnsent))
			return false;
		exchange.failures++;
		exchange.maybeApplied ||= !isUnsent && statusCode !== TOO_MANY_REQUESTS;
		stats.retries++;
		stats.emit("retry", exchange.failures);
		if (delay > 0)
			stats.emit("backoff", delay);
		this.timeouts.enterStage(STAGE_NONE);
		this.schedule(delay);
		return true;
	}

	/** Whether a request that has failed may be sent again, as long as there is time. @param isUnsent as of `retry` */
	private mayRetry(exchange: Exchange, { kind, statusCode }: ClientResponse, isUnsent: boolean): boolean {
		const { connection: { isReused }, timeouts: { stage } } = this;
		// Whoever has given the sink repeats the request.
		if (exchange.sink?.isRepeated && (statusCode !== 0 || !isReused))
			return false;
		// The peer of a kept connection was trusted: TLS ended because the connection did. A silent one may have been forgotten on its way.
		const isLost = kind === "tls" || kind === "timeout" && (stage === STAGE_FIRST_BYTE || stage === STAGE_SEND);
		return mayRepeat(exchange.method, isUnsent, isLost && isReused ? "connect" : kind, statusCode,
			isRepeatable(exchange, this.configuration.prefix, this.configuration.platform.text));
	}

	isCurrent(exchange: Exchange): boolean {
		return exchange === this.current;
	}

	finish(response: ClientResponse): void {
		const exchange = this.current;
		this.timeouts.end();
		if (this.timer !== undefined) {
			this.timers.clear(this.timer);
			this.timer = undefined;
		}
		this.current = undefined;
		this.auth.request = undefined;
		if (exchange !== undefined)
			this.settle(exchange, response);
		if (!this.queue.empty)
			this.schedule();
	}

	/** Made once: a closure for each promise would be garbage at each request. */
	private readonly executor = (resolve: (response: ClientResponse) => void): void => {
		this.made.resolve = resolve;
	};

	private readonly onTurn = (): void => {
		const ticks = this.timers.now();
		this.timer = undefined;
		this.connection.prepare(ticks - this.timeouts.entered >>> 0);
		if (this.current !== undefined)
			return this.advance(this.current, ticks);
		const next = this.queue.shift();
		if (next !== undefined)
			this.start(next, ticks);
	};

	/** @param ticks now */
	private start(exchange: Exchange, ticks: number): void {
		this.current = exchange;
		this.timeouts.begin(ticks);
		this.advance(exchange, ticks);
	}

	/** Does what is next for the current request: a pause, a token, or the request itself. @param ticks now */
	private advance(exchange: Exchange, ticks: number): void {
		const configuration = this.configuration;
		const session = configuration.session;
		// A log-in and the health check do without a token that can't be sent.
		if (session.fault !== "" && (exchange.purpose === WITH_TOKEN || exchange.purpose === REFRESH))
			return this.finish(failure("argument", session.fault));
		const { held } = exchange;
		if (held !== undefined) {
			exchange.held = undefined;
			// Unless the app has set another token: the request goes out with that.
			if (exchange.tokenVersion === session.tokenVersion)
				return this.auth.prepare(exchange, REFRESH, held, ticks);
		}
		if (this.gate.isClosed && this.holdUp(exchange, ticks))
			return;
		let wantsDate = true;
		if (exchange.purpose === WITH_TOKEN) {
			const tokenRefresh = configuration.tokenRefresh;
			const work = tokenRefresh.isQuiet(ticks) ? NOTHING : tokenRefresh.due(ticks);
			exchange.tokenVersion = session.tokenVersion;
			if (work !== NOTHING)
				return this.auth.prepare(exchange, work, undefined, ticks);
			wantsDate = configuration.clock.countRequest();
		}
		exchange.expires = session.expires;
		if (!exchange.sent)
			configuration.stats.requests++;
		exchange.sent = true;
		this.transmit(exchange, session.authorization, wantsDate);
	}

	/** Has the current request wait for the end of the service's pause, or ends it. @returns false where it may go on */
	private holdUp(exchange: Exchange, ticks: number): boolean {
		const left = this.gate.openAtEnd(ticks);
		if (left === 0)
			return false;
		if (left < this.timeouts.left)
			this.schedule(left);
		else if (exchange.purpose === WITH_TOKEN || !this.gate.letOneThrough())
			this.finish(failure("busy", "the service has asked for a pause"));
		else
			return false;
		return true;
	}

	/** A timeout of the current request has expired. */
	onExpired(): void {
		const { fault, stage } = this.timeouts;
		this.configuration.stats.timeouts++;
		this.connection.timedOut();
		if (stage !== STAGE_NONE)
			return this.onFailure("timeout", fault, stage === STAGE_CONNECT);
		this.finish(this.auth.onExpired(fault, this.timers.now()) ?? failure("timeout", fault));
	}

	/** Settles one that is not current, nor in the queue. */
	settle(exchange: Exchange, response: ClientResponse): void {
		const { resolve, sink } = exchange;
		if (sink !== undefined)
			sink.isOver = true;
		exchange.sink = undefined;
		exchange.sent = false;
		exchange.body = exchange.held = undefined;
		exchange.resolve = ignore;
		if (exchange.failures > 0 || exchange.prepared !== NOTHING)
			exchange.clear();
		exchange.next = this.free;
		this.free = exchange;
		this.configuration.platform.onRequest?.(false);
		resolve(response);
	}
}

/** Whether an app has transferred or resized the bytes of a body since it gave them. */
function isGone(body: Exchange["body"]): boolean {
	return typeof body === "object" && (body instanceof Uint8Array ? body.length === 0 : body.isGone === true);
}
