import type { Text } from "../platform.js";
import { NEVER } from "../pocketbase/token-claims.js";
import {
	type BodySender, type BodySink, type ReceivedBody, SINK_BUSY, SINK_DONE, SINK_PROGRESS, type SinkRequest, type SinkState
} from "../request/body-sink.js";
import { type Exchange, ignore } from "../request/exchange.js";
import type { AnswerHead } from "../request/head-fields.js";
import type { Scheduler } from "../request/scheduler-interface.js";
import { StreamedCall } from "../request/streamed-call.js";
import { ClientResponse, failure } from "../response.js";
import type { Signal } from "../shared/signal.js";

export { Attempts, guarded } from "./attempts.js";

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
		const promise = scheduler.send(method, path, sink.source?.(body));
		const { resolve } = exchange;
		if (resolve === ignore)
			exchange.sink = undefined;
		else
			exchange.resolve = (response) => {
				body.isOver = true;
				exchange.sink = undefined;
				resolve(response);
			};
		return promise;
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
		const { exchange, owner: { configuration: { platform, session } } } = this;
		// What was sent has been done.
		this.isGuests = exchange.method === "GET" && session.isOver(exchange.expires, platform.timers.now());
		if (this.isGuests)
			return true;
		exchange.expires = NEVER;
		return this.sink.begin(head, this);
	}

	space(count: number): Uint8Array {
		return this.isGuests ? new Uint8Array(count < DROPPED ? count : DROPPED) : this.sink.space(count);
	}

	take(count: number): SinkState {
		if (this.isGuests)
			return SINK_DONE;
		const { timeouts } = this.owner;
		const state = this.sink.take(count);
		if (this.isOver)
			return state;
		if (state === SINK_PROGRESS)
			this.progress();
		this.isBusy = state === SINK_BUSY;
		if (this.isBusy) {
			timeouts.end();
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

	get text(): Text {
		return this.owner.configuration.platform.text;
	}

	get configuration(): Scheduler["configuration"] {
		return this.owner.configuration;
	}

	progress(): void {
		const { configuration: { platform: { timers } }, timeouts } = this.owner;
		// The app may have closed the client when it was asked for a part of the request, inside `send` too.
		if (this.exchange.resolve !== ignore)
			timeouts.begin(timers.now());
	}

	resume(): void {
		if (!this.isBusy || this.isOver)
			return;
		this.isBusy = false;
		this.progress();
		this.owner.connection.resume();
	}
}
