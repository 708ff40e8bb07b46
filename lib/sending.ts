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
 * Sends a request with what an app gives as its body.
 * @param path whole
 * @param lines header lines of its own, each with its CRLF; "" for none
 */
export function sendBody(scheduler: RequestScheduler, method: string, path: string,
	requestBody: string | object | null | undefined, lines = ""): Promise<ClientResponse> {
	if (typeof requestBody === "string" && requestBody !== "")
		return sendLines(scheduler, method, path, requestBody, lines);
	const bytes = bytesOf(requestBody);
	if (bytes !== undefined)
		return bytes.length === 0 ? refused(BODY_REQUIRED) : sendLines(scheduler, method, path, bytes, lines);
	const { fault, text } = serialised(requestBody);
	return fault === "" ? sendLines(scheduler, method, path, text, lines) : refused(fault);
}

/** As `sendBody`, in a call that a signal ends. The body is written first: an app's toJSON or getter may make a call meanwhile. */
export function sendBodyEndedBy(signal: Signal | null | undefined, scheduler: RequestScheduler, method: string, path: string,
	requestBody: string | object | null | undefined, lines = ""): Promise<ClientResponse> {
	let body = typeof requestBody === "string" ? requestBody : bytesOf(requestBody);
	if (body === undefined) {
		const { fault, text } = serialised(requestBody);
		if (fault !== "")
			return refused(fault);
		body = text;
	}
	return endedBy(signal, scheduler, () => sendBody(scheduler, method, path, body, lines));
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
