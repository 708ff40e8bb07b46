import type { CallOptions } from "../call-options.js";
import type { ClientResponse } from "../response.js";
import type { Signal } from "../shared/signal.js";
import type { Scheduler } from "./scheduler-interface.js";

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
