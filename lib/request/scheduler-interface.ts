import type { CallOptions } from "../call-options.js";
import type { AllLimits } from "../client-limits.js";
import type { Platform } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { BodySource } from "./body-sink.js";
import type { Connection } from "./connection-interface.js";
import type { Exchange, ExchangeList } from "./exchange.js";
import type { RequestTimeouts } from "./request-timeouts.js";
import type { Signal } from "../shared/signal.js";

/** Has a signal end the request that a call makes, if it makes one. Returns undefined for what is no signal. */
export type Abortable = (signal: Signal, scheduler: Scheduler, call: () => Promise<ClientResponse>) => Promise<ClientResponse> | undefined;

/** A signal that brings what it needs, so that an app without signals has none of it: one of `records-client/abort`. */
export interface AbortableSignal extends Signal {
	readonly abortable?: Abortable;
}

/** The scheduler of a client's requests, as those see it who send one that is streamed or that a signal ends. */
export interface Scheduler {
	readonly configuration: {
		readonly limits: AllLimits;
		readonly platform: Pick<Platform, "text" | "timers">;
		/** Whether a token that expires then has expired. */
		readonly session: { isOver(expires: number, ticks: number): boolean };
	};
	readonly connection: Connection;
	readonly timeouts: RequestTimeouts;
	/** Its `request` is undefined unless a request about the token is under way. */
	readonly auth: { readonly request: unknown };
	/** Requests that wait. */
	readonly queue: ExchangeList;
	/** Exchanges that are not in use: `send` takes the first. */
	free: Exchange | undefined;
	/** Makes an exchange; undefined where there are enough. */
	another(): Exchange | undefined;
	/** Queues a request. @returns a promise that is never rejected */
	send(method: string, path: string, body?: BodySource): Promise<ClientResponse>;
	/** Whether an exchange is that of the request under way. */
	isCurrent(exchange: Exchange): boolean;
	/** Ends the request under way. */
	finish(response: ClientResponse): void;
	/** Settles an exchange that is not current, nor in the queue. */
	settle(exchange: Exchange, response: ClientResponse): void;
}

/** Sends a request in place of the client's scheduler. @param path whole, with the prefix of the base URL */
type Send = (scheduler: Scheduler, method: string, path: string) => Promise<ClientResponse>;

/**
 * Options of `sendEx` for a request whose body or answer is streamed. The client knows them by their class: no option that an
 * app writes leads to its scheduler. An object in front of a client hands them on as they are, or the request is not streamed.
 */
export class StreamedCall implements CallOptions {
	readonly signal: Signal | null | undefined;
	readonly send: Send;

	constructor(signal: Signal | null | undefined, send: Send) {
		this.signal = signal;
		this.send = send;
	}
}
