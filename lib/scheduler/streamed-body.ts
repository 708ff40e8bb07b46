import type { TokenRefresh } from "../auth/token-refresh.js";
import type { AllLimits } from "../limits.js";
import type { Platform, Text } from "../platform.js";
import { type BodySink, type ReceivedBody, SINK_BUSY, SINK_DONE, SINK_PROGRESS, type SinkRequest, type SinkState } from "../request/body-sink.js";
import type { Connection } from "../request/connection.js";
import { type Exchange, ignore } from "../request/exchange.js";
import type { AnswerHead } from "../request/head-fields.js";
import type { RequestTimeouts } from "../request/request-timeouts.js";
import { ClientResponse, NO_FIELDS } from "../response.js";

/** Whose requests these are. */
export interface StreamOwner {
	readonly configuration: { readonly limits: AllLimits; readonly platform: Pick<Platform, "text" | "timers">; readonly tokenRefresh: TokenRefresh };
	readonly connection: Connection;
	readonly timeouts: RequestTimeouts;
	/** The sink of the current request is busy, perhaps with another request that waits for this one's end. */
	onBusy(): void;
}

/** Bytes of a body that is not used, at a time. */
const DROPPED = 256;

/**
 * The body of one request's answer on the way to its sink. The time that a sink is busy does not count. The token is looked at
 * when the answer begins: how long the sink takes says nothing of it.
 */
export class StreamedBody implements ReceivedBody, SinkRequest {
	isBusy = false;
	isOver = false;

	private readonly owner: StreamOwner;
	private readonly exchange: Exchange;
	private readonly sink: BodySink;
	/** Whether the answer is a guest's, because the token had expired: it is judged as any other, and its body is not used. */
	private isGuests = false;

	constructor(owner: StreamOwner, exchange: Exchange, sink: BodySink) {
		this.owner = owner;
		this.exchange = exchange;
		this.sink = sink;
	}

	begin(head: AnswerHead): boolean {
		const { exchange, owner: { configuration: { platform, tokenRefresh } } } = this;
		// What was sent has been done.
		this.isGuests = exchange.method === "GET" && tokenRefresh.isOver(exchange.expires, platform.timers.now());
		if (this.isGuests)
			return true;
		exchange.expires = -1;
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
			this.owner.onBusy();
		}
		return state;
	}

	end(status: number): ClientResponse {
		return this.isGuests ? new ClientResponse("", status, "", NO_FIELDS) : this.sink.end(status);
	}

	get text(): Text {
		return this.owner.configuration.platform.text;
	}

	get configuration(): StreamOwner["configuration"] {
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
