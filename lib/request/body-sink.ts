import type { AllLimits } from "../client-limits.js";
import type { Text, Timers } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { AnswerHead } from "./head-fields.js";

/** What `take` returns: more bytes are needed. */
export const SINK_MORE = 0;
/** Something is complete: `limits.timeout` restarts. */
export const SINK_PROGRESS = 1;
/** The sink takes nothing until it calls `resume`; the connection reads nothing meanwhile, and no time counts. */
export const SINK_BUSY = 2;
/** The sink needs no more of the body: the answer ends here, and the connection with it. */
export const SINK_DONE = 3;
/** What a sink says about the bytes that it has taken. */
export type SinkState = typeof SINK_MORE | typeof SINK_PROGRESS | typeof SINK_BUSY | typeof SINK_DONE;

/** Where the bytes of a body go as they come. Its methods do not throw. */
export interface Body {
	/** Where the next bytes go. @param count bytes that are there @returns a view of 1 to `count` bytes, valid until `take` */
	space(count: number): Uint8Array;
	/**
	 * Bytes are in that view. May call the app, and the app may close the client.
	 * @param count as many as the socket had, 1 or more
	 */
	take(count: number): SinkState;
	/**
	 * The body is over: complete by its framing, or after SINK_DONE. Not called for a body that was cut.
	 * @param status of the answer, 200 to 299
	 * @returns the response. Its body must be JSON; one that is an empty list may be a guest's, and has the request repeated
	 */
	end(status: number): ClientResponse;
}

/** The request that a sink belongs to. */
export interface SinkRequest {
	/** The client's. */
	readonly configuration: { readonly limits: AllLimits; readonly platform: { readonly text: Text; readonly timers: Timers } };
	/** Whether the request has ended: the app has closed the client or another request went first. The app must not be called any more. */
	readonly isOver: boolean;
	/** Part of the request has left: `limits.timeout` restarts. */
	progress(): void;
	/** To be called once after each SINK_BUSY, not inside `take`; does nothing after the request has ended. */
	resume(): void;
}

/**
 * Takes the body of a good answer (a status of 200 to 299) in place of a buffer for all of it: a page of records, a file, a
 * stream of events. Any other answer is read as without a sink. There is no timeout for the whole body: `limits.idle` counts
 * between two pieces of it, `limits.timeout` between two times that the sink says SINK_PROGRESS.
 */
export interface BodySink extends Body {
	/** Whether who has given the sink repeats the request: the client does so only where a kept connection has ended. */
	readonly isRepeated?: boolean;
	/**
	 * Called once, before the request is sent.
	 * @param request the sink's own
	 * @returns header lines and body of the request; undefined for none of its own
	 */
	source?(request: SinkRequest): BodySource | undefined;
	/**
	 * A good answer begins; again, if the one before had no content and the request was repeated.
	 * @param head valid until this returns
	 * @returns whether the sink takes the body; else its other methods are not called
	 */
	begin(head: AnswerHead): boolean;
}

/** For a request whose answer is kept: takes none. */
export interface BodySender extends Pick<BodySink, "isRepeated" | "source"> {
	begin(): false;
}

/** The sink of one request, as who receives the answer sees it. */
export interface ReceivedBody extends Body {
	/** Whether it takes nothing until the connection's `resume`. */
	readonly isBusy: boolean;
	/** Set once the request has ended. */
	isOver: boolean;
	/** As of the sink. */
	readonly isRepeated?: boolean;
	/** Another request waits: if the sink is busy, this one ends. */
	onQueued(): void;
	/** As of the sink. */
	begin(head: AnswerHead): boolean;
}

/** What a request's writer needs of the bytes of a body. A Uint8Array has it. */
export interface Bytes {
	/** How many are left. */
	readonly length: number;
	/**
	 * The next bytes: of a source 1 to `end`, as many as it has ready. They are asked for once, and not before they can be sent.
	 * @param begin 0
	 * @returns a view that is valid until the next call
	 * @throws Error that ends the request
	 */
	subarray(begin: number, end: number): Uint8Array;
	/** What is left without the first `begin` bytes. */
	subarray(begin: number): Bytes;
}

/** Header lines of a request, and a body that is read as it leaves. */
export interface BodySource extends Bytes {
	/** Whether there are bytes no more that were there. */
	readonly isGone?: boolean;
	/** The request is written, for the first time or again: the body starts over. @returns header lines, each with its CRLF */
	lines(): string;
}
