import { type ClientResponse, refused, SIGNAL_UNUSABLE } from "./response.js";
import { BODY_REQUIRED, bytesOf, serialised } from "./shared/arguments.js";
import type { Signal } from "./shared/signal.js";
import { HeadedBody } from "./request/own-headers.js";
import type { Abortable, AbortableSignal } from "./request/scheduler-interface.js";
import type { RequestScheduler } from "./scheduler/request-scheduler.js";

/** What a request is handed to: a client's scheduler, or what stands before it. */
export interface Sender {
	/** @returns a promise that is never rejected */
	send(method: string, path: string, body?: string | Uint8Array): Promise<ClientResponse>;
}

/** Sends a request without a body. @param path whole; "" where the URL writer has found a fault */
export function send(scheduler: RequestScheduler, method: string, path: string): Promise<ClientResponse> {
	return path === "" ? refused(scheduler.configuration.writer.fault) : scheduler.send(method, path);
}

/** Sends a request with what an app gives as its body. @param path whole */
export function sendBody(sender: Sender, method: string, path: string,
	requestBody: string | object | null | undefined): Promise<ClientResponse> {
	if (typeof requestBody === "string" && requestBody !== "")
		return sender.send(method, path, requestBody);
	const bytes = bytesOf(requestBody);
	if (bytes !== undefined)
		return bytes.length === 0 ? refused(BODY_REQUIRED) : sender.send(method, path, bytes);
	const { fault, text } = serialised(requestBody);
	return fault === "" ? sender.send(method, path, text) : refused(fault);
}

/** Sends requests with header lines of their own. */
export class HeadedSender implements Sender {
	private readonly scheduler: RequestScheduler;
	private readonly lines: string;

	constructor(scheduler: RequestScheduler, lines: string) {
		this.scheduler = scheduler;
		this.lines = lines;
	}

	send(method: string, path: string, body?: string | Uint8Array): Promise<ClientResponse> {
		const { lines, scheduler } = this;
		const bytes = typeof body === "string" ? scheduler.configuration.platform.text.encode(body) : body;
		return scheduler.send(method, path, new HeadedBody(lines, bytes));
	}
}

/** Makes a call that a signal ends, if there is one. */
export function endedBy(signal: Signal | null | undefined, scheduler: RequestScheduler,
	call: () => Promise<ClientResponse>): Promise<ClientResponse> {
	if (signal === undefined || signal === null)
		return call();
	const abortable = (signal as AbortableSignal).abortable ?? scheduler.configuration.platform.abortable as Abortable | undefined;
	return abortable?.(signal, scheduler, call) ?? refused(SIGNAL_UNUSABLE);
}
