import type { BodySender, SinkRequest } from "../request/body-sink.js";
import { backoff } from "../request/retry-policy.js";
import type { Timers } from "../platform.js";
import { TOO_MANY_REQUESTS } from "../request/statuses.js";
import { type ClientResponse, failure } from "../response.js";
import { BODY_REQUIRED, segmentFault } from "../shared/arguments.js";
import type { Signal } from "../shared/signal.js";
import { type OptionExamples, optionsFault } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import type { TransferOptions } from "./options.js";

const BUFFER = 2048;
const LEAST_BUFFER = 64;
const MOST_BUFFER = 65_536;

/** For a request that belongs to a transfer, whose answer is kept. */
export const REPEATED: BodySender = Object.freeze({ isRepeated: true, begin: () => false } as const);

/** What is wrong with options, "" for nothing. @param callback of the app @param name what it is called */
export function faultOf(options: TransferOptions, examples: OptionExamples, callback: unknown, name: string): string {
	const fault = optionsFault("options.", options, examples);
	if (fault !== "")
		return fault;
	const { buffer = BUFFER, client, collection } = options;
	return (typeof client?.sendEx === "function" ? "" : "client must be a RecordsClient") || segmentFault("collection", collection)
		|| countFault("buffer", buffer, LEAST_BUFFER, MOST_BUFFER) || (typeof callback === "function" ? "" : `${name} must be a function`);
}

export function countFault(name: string, value: unknown, least: number, most: number): string {
	return Number.isInteger(value) && value as number >= least && value as number <= most ? "" : `${name} must be a whole number from ${least} to ${most}`;
}

/** The attempts of one transfer, which the client does not repeat by itself. */
export class Attempts {
	/** Those in a row that have gained nothing. */
	private failed = 0;
	/** Ends a pause. */
	private readonly signal: Signal | undefined;

	constructor(signal: Signal | undefined) {
		this.signal = signal;
	}

	/**
	 * Judges an attempt that has failed, and waits before the next: not after one that has gained something.
	 * @param request of the attempt; undefined if there was none
	 * @returns whether there is to be a next
	 */
	async mayFollow({ kind, statusCode }: ClientResponse, request: SinkRequest | undefined, hasGained = false): Promise<boolean> {
		if (hasGained)
			this.failed = 0;
		// Another request goes first.
		if (kind === "busy")
			return hasGained;
		const isPassing = statusCode >= 500 || statusCode === TOO_MANY_REQUESTS || kind === "connect" || kind === "timeout" || kind === "protocol" || kind === "dns";
		if (request === undefined || !isPassing)
			return false;
		const { limits: { retries, retryBase, retryMaximum }, platform: { timers } } = request.configuration;
		if (this.failed >= retries)
			return false;
		if (hasGained)
			return true;
		this.failed++;
		await wait(timers, retryBase + backoff(this.failed, retryBase, retryMaximum, Math.random()), this.signal);
		return true;
	}
}

/** Waits so many milliseconds, or until a signal ends the call. */
function wait(timers: Timers, milliseconds: number, signal: Signal | undefined): Promise<void> {
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

/**
 * Whether a client has sent a transfer's request without its stream: a wrapper or double that does not hand on what it was given.
 * @param request of the transfer; undefined as long as it has none
 */
export function isUnstreamed({ error, ok, statusCode }: ClientResponse, request: SinkRequest | undefined): boolean {
	return request === undefined && (ok || statusCode !== 0 || error === BODY_REQUIRED);
}

/** The outcome where the client has not streamed a request. */
export function unstreamed(): ClientResponse {
	return failure("argument", "client must be a RecordsClient, or hand all that its sendEx is given on to one");
}

/** Has a transfer never reject, whatever the client does. */
export function guarded(transfer: Promise<ClientResponse>): Promise<ClientResponse> {
	return transfer.catch((error: unknown) => failure("argument", thrownFault("client.sendEx", error)));
}

/** What a callback has thrown. Never throws itself, whatever it was. */
export function thrownFault(name: string, error: unknown): string {
	return `${name} has thrown: ${textOf(error)}`;
}

/** The buffer that a file goes through. */
export class Buffer {
	readonly size: number;

	private readonly bytes: Uint8Array<ArrayBuffer>;
	/** What `first` has returned last. */
	view: Uint8Array;

	constructor(size = BUFFER) {
		this.size = size;
		this.bytes = this.view = new Uint8Array(size);
	}

	/** A view of at most `count` bytes; most have the length of the last. */
	first(count: number): Uint8Array {
		const { bytes, bytes: { length } } = this;
		const wanted = count < length ? count : length;
		if (this.view.length !== wanted)
			this.view = new Uint8Array(bytes.buffer, 0, wanted);
		return this.view;
	}
}
