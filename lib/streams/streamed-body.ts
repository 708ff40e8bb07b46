import { pauseOf } from "../shared/pauses.js";
import type { Timers } from "../platform.js";
import {
	type BodySender, type BodySink, type ReceivedBody, SINK_BUSY, SINK_DONE, SINK_PROGRESS, type SinkRequest, type SinkState
} from "../request/body-sink.js";
import { INTERNAL_SERVER_ERROR, TOO_MANY_REQUESTS } from "../http-statuses.js";
import { ClientResponse, failure } from "../response.js";
import { BODY_REQUIRED } from "../shared/arguments.js";
import { textOf } from "../shared/thrown.js";
import { NEVER } from "../pocketbase/token-claims.js";
import { type Exchange, ignore } from "../request/exchange.js";
import type { AnswerHead } from "../request/head-fields.js";
import { type Scheduler, StreamedCall } from "../request/scheduler-interface.js";
import type { Signal } from "../shared/signal.js";

/** Bytes of a body that is not used, at a time. */
const DROPPED = 256;

/**
 * Options of `sendEx` for a request whose body comes from a sink, or whose answer's body goes to it. While the sink is busy
 * another request ends this one with `kind "busy"`: what keeps the sink busy may wait for that request.
 * @param sink the request's own until the promise is resolved
 * @param signal ends the call
 */
export function through(sink: BodySink | BodySender, signal?: Signal | null): StreamedCall {
	return new StreamedCall(signal, (scheduler, method, path) => {
		const exchange = scheduler.free ??= scheduler.another();
		if (exchange === undefined)
			return scheduler.send(method, path);
		const body = exchange.sink = new StreamedBody(scheduler, exchange, sink as BodySink);
		return scheduler.send(method, path, sink.source?.(body));
	});
}

/**
 * The body of one request's answer on the way to its sink. The time that a sink is busy does not count. The token is looked at
 * when the answer begins: how long the sink takes says nothing of it.
 */
class StreamedBody implements ReceivedBody, SinkRequest {
	isBusy = false;
	isOver = false;

	private readonly owner: Scheduler;
	private readonly exchange: Exchange;
	private readonly sink: BodySink;
	/** Whether the answer is a guest's, because the token had expired: it is judged as any other, and its body is not used. */
	private isGuests = false;

	constructor(owner: Scheduler, exchange: Exchange, sink: BodySink) {
		this.owner = owner;
		this.exchange = exchange;
		this.sink = sink;
	}

	begin(head: AnswerHead): boolean {
		const { exchange, owner: { configuration } } = this;
		// What was sent has been done.
		this.isGuests = exchange.method === "GET" && configuration.session.isOver(exchange.expires, configuration.platform.timers.now());
		if (this.isGuests)
			return true;
		exchange.expires = NEVER;
		return this.sink.begin(head);
	}

	space(count: number): Uint8Array {
		return this.isGuests ? new Uint8Array(count < DROPPED ? count : DROPPED) : this.sink.space(count);
	}

	take(count: number): SinkState {
		if (this.isGuests)
			return SINK_DONE;
		const state = this.sink.take(count);
		if (this.isOver)
			return state;
		if (state === SINK_PROGRESS)
			this.progress();
		this.isBusy = state === SINK_BUSY;
		if (this.isBusy) {
			this.owner.timeouts.end();
			if (!this.owner.queue.empty)
				this.onQueued();
		}
		return state;
	}

	onQueued(): void {
		if (!this.isBusy)
			return;
		this.owner.connection.close();
		this.owner.finish(failure("busy", "another request goes first"));
	}

	end(status: number): ClientResponse {
		return this.isGuests ? new ClientResponse("", status, "", "{}") : this.sink.end(status);
	}

	get isRepeated(): boolean {
		return this.sink.isRepeated === true;
	}

	get configuration(): Scheduler["configuration"] {
		return this.owner.configuration;
	}

	progress(): void {
		// The app may have closed the client when it was asked for a part of the request, inside `send` too.
		if (this.exchange.resolve !== ignore)
			this.owner.timeouts.begin(this.owner.configuration.platform.timers.now());
	}

	resume(): void {
		if (!this.isBusy || this.isOver)
			return;
		this.isBusy = false;
		this.progress();
		this.owner.connection.resume();
	}
}

/** A call's options as they are when it begins, inherited ones too: until it ends, the app may use its object for the next call. */
export function taken<Options extends object>(options: Options): Options {
	const own = {} as Options;
	for (const name in options)
		own[name] = options[name];
	return own;
}

/** The attempts of one transfer, or of a list, which the client does not repeat by itself. */
export class Attempts {
	/** Those in a row that have gained nothing. */
	private failed = 0;
	/** Ends a pause. */
	private readonly signal: Signal | null | undefined;

	constructor(signal: Signal | null | undefined) {
		this.signal = signal;
	}

	/**
	 * The outcome where a client has sent a request without its stream: a wrapper or double that does not hand on what it was given.
	 * @param request that the stream was given; undefined as long as it was given none
	 * @returns undefined where it has sent it with its stream, or none
	 */
	unstreamed({ error, ok, statusCode }: ClientResponse, request: SinkRequest | undefined): ClientResponse | undefined {
		return request === undefined && (ok || statusCode !== 0 || error === BODY_REQUIRED)
			? failure("argument", "client must be a RecordsClient, or hand all that its sendEx is given on to one") : undefined;
	}

	/** An attempt has gained something: the next ones that fail are the first in a row. */
	gained(): void {
		this.failed = 0;
	}

	/**
	 * Judges an attempt that has failed, and waits before the next: not after one that has gained something.
	 * @param request of the attempt; undefined if there was none
	 * @returns whether there is to be a next
	 */
	async waitForNext({ kind, statusCode }: ClientResponse, request: SinkRequest | undefined, hasGained = false): Promise<boolean> {
		if (hasGained)
			this.gained();
		// Another request goes first.
		if (kind === "busy")
			return hasGained;
		const isPassing = statusCode >= INTERNAL_SERVER_ERROR || statusCode === TOO_MANY_REQUESTS || kind === "connect" || kind === "timeout"
			|| kind === "protocol" || kind === "dns";
		if (request === undefined || !isPassing)
			return false;
		const { limits: { retries, retryBase, retryMaximum }, platform: { timers } } = request.configuration;
		if (this.failed >= retries)
			return false;
		if (hasGained)
			return true;
		this.failed++;
		await wait(timers, pauseOf({ least: retryBase, base: retryBase, most: retryMaximum }, this.failed, Math.random()), this.signal);
		return true;
	}
}

/** Waits so many milliseconds, or until a signal ends the call. */
function wait(timers: Timers, milliseconds: number, signal: Signal | null | undefined): Promise<void> {
	return new Promise<void>((resolve) => {
		const end = (): void => {
			timers.clear(timer);
			signal?.removeEventListener("abort", end);
			resolve();
		};
		const timer = timers.set(end, signal?.aborted ? 0 : milliseconds);
		signal?.addEventListener("abort", end);
	});
}

/** Has a transfer or a list never reject, whatever the client does. */
export function guarded(transfer: Promise<ClientResponse>): Promise<ClientResponse> {
	return transfer.catch((error: unknown) => failure("argument", `client.sendEx has thrown: ${textOf(error)}`));
}
