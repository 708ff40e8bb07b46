import { type ClientResponse, refused } from "./response.js";
import { BODY_REQUIRED, bytesOf, serialised } from "./shared/arguments.js";
import type { Signal } from "./shared/signal.js";
import { HeadedBody } from "./request/own-headers.js";
import type { Abortable, AbortableSignal } from "./request/scheduler-interface.js";
import type { RequestScheduler } from "./scheduler/request-scheduler.js";

/** Sends a request without a body. @param path whole; "" where the URL writer has found a fault */
export function send(scheduler: RequestScheduler, method: string, path: string): Promise<ClientResponse> {
	return path === "" ? refused(scheduler.configuration.writer.fault) : scheduler.send(method, path);
}

/**
 * Sends a request with what an app gives as its body. That is written before a signal is told of the call: an app's toJSON or getter may
 * make a call meanwhile.
 * @param path whole
 * @param lines header lines of its own, each with its CRLF; "" for none
 * @param signal ends the call
 */
export function sendBody(scheduler: RequestScheduler, method: string, path: string,
	requestBody: string | object | null | undefined, lines = "", signal?: Signal | null): Promise<ClientResponse> {
	let body = typeof requestBody === "string" && requestBody !== "" ? requestBody : bytesOf(requestBody);
	if (body === undefined) {
		const { fault, text } = serialised(requestBody);
		if (fault !== "")
			return refused(fault);
		body = text;
	}
	if (body.length === 0)
		return refused(BODY_REQUIRED);
	return signal === undefined || signal === null ? sendLines(scheduler, method, path, body, lines)
		: sendLinesEndedBy(signal, scheduler, method, path, body, lines);
}

/** Apart from `sendBody`: what a function hands to another function costs each of its calls. */
export function sendLinesEndedBy(signal: Signal | null | undefined, scheduler: RequestScheduler, method: string, path: string,
	body: string | Uint8Array | undefined, lines: string): Promise<ClientResponse> {
	return endedBy(signal, scheduler, () => sendLines(scheduler, method, path, body, lines));
}

/** Sends a request with header lines of its own. Parameters as of `sendBody` */
export function sendLines(scheduler: RequestScheduler, method: string, path: string, body: string | Uint8Array | undefined,
	lines: string): Promise<ClientResponse> {
	if (lines === "")
		return scheduler.send(method, path, body);
	const bytes = typeof body === "string" ? scheduler.configuration.platform.text.encode(body) : body;
	return scheduler.send(method, path, new HeadedBody(lines, bytes));
}

/** Makes a call that a signal ends, if there is one. */
export function endedBy(signal: Signal | null | undefined, scheduler: RequestScheduler,
	call: () => Promise<ClientResponse>): Promise<ClientResponse> {
	if (signal === undefined || signal === null)
		return call();
	const abortable = (signal as AbortableSignal).abortable ?? scheduler.configuration.platform.abortable as Abortable | undefined;
	return abortable?.(signal, scheduler, call) ?? refused("options.signal must be an AbortSignal, on a device that of records-client/abort");
}
