import { pauseOf } from "../shared/pauses.js";
import type { Timers } from "../platform.js";
import type { SinkRequest } from "../request/body-sink.js";
import { INTERNAL_SERVER_ERROR, TOO_MANY_REQUESTS } from "../http-statuses.js";
import { type ClientResponse, failure } from "../response.js";
import { BODY_REQUIRED } from "../shared/arguments.js";
import type { Signal } from "../shared/signal.js";
import { textOf } from "../shared/thrown.js";

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
	async mayFollow({ kind, statusCode }: ClientResponse, request: SinkRequest | undefined, hasGained = false): Promise<boolean> {
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
