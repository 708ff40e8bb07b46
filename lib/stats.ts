import type { Platform } from "./platform.js";
import { callBack } from "./shared/thrown.js";

/**
 * The events of a client for an operator, each with a number and nothing else, so that no secret can be in it.
 *
 * | event | value |
 * |---|---|
 * | `connect` | milliseconds that it took to open a connection: look-up, TCP and TLS |
 * | `handshake` | the same, for a connection over TLS |
 * | `resume` | what became of the TLS session that was offered to the service: 1, it went on and there was no full handshake; 0, the service began another; -1, the handshake failed and is begun once more without it |
 * | `retry` | how often the request has failed that is sent again |
 * | `backoff` | milliseconds of the pause before |
 * | `refresh`, `login` | HTTP status of the answer, 0 without one; only those that the client makes by itself. A `refresh` may only confirm the token |
 * | `recycle` | bytes received on the connection that is closed for a new one (`limits.recycleBytes`) |
 */
export type EventName = "connect" | "handshake" | "resume" | "retry" | "backoff" | "refresh" | "login" | "recycle";

/**
 * Called for each event, never inside a call of the client and never after `close`. If it throws, or a promise of it is rejected, the
 * platform's `warn` reports that, and nothing else happens.
 */
export type OnEvent = (event: EventName, value: number) => unknown;

/** Counts since a client was made. */
export interface Stats {
	/** Requests begun, without repeats and the client's own. */
	readonly requests: number;
	/** Connections begun. */
	readonly connections: number;
	/** Requests sent again. */
	readonly retries: number;
	/** Expired timeouts of requests. */
	readonly timeouts: number;
	/** Tokens that the client has exchanged, or logged in for, by itself. */
	readonly renewals: number;
	/** Connections closed for a new one after `limits.recycleBytes`. */
	readonly recycled: number;
	/** Times that preferences refused to keep or give back the token, and `tls.session` the session. */
	readonly storageErrors: number;
}

/** Counts what happens, and emits events. Costs nothing without a listener. */
export class ClientStats {
	requests = 0;
	connections = 0;
	retries = 0;
	timeouts = 0;
	renewals = 0;
	recycled = 0;
	storageErrors = 0;

	private readonly platform: Pick<Platform, "warn">;
	private onEvent: OnEvent | undefined;

	constructor(platform: Pick<Platform, "warn">, onEvent: OnEvent | undefined) {
		this.platform = platform;
		this.onEvent = onEvent;
	}

	/**
	 * Emits an event. An exception of the listener must not stop the client halfway, and would end an app
	 * that it reached from a timer. Its text is not reported: it may hold anything that the app knows.
	 */
	emit(event: EventName, value: number): void {
		const { onEvent } = this;
		if (onEvent !== undefined)
			callBack(() => onEvent(event, value), () => this.platform.warn("onEvent has thrown at " + event));
	}

	/** No event is emitted any more. */
	close(): void {
		this.onEvent = undefined;
	}

	/** The counters, in a new object. */
	snapshot(): Stats {
		return {
			requests: this.requests, connections: this.connections, retries: this.retries, timeouts: this.timeouts, renewals: this.renewals,
			recycled: this.recycled, storageErrors: this.storageErrors
		};
	}
}
