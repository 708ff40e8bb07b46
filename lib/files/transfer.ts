import { backoff } from "../request/retry-policy.js";
import type { SinkRequest } from "../request/body-sink.js";
import type { ClientResponse } from "../response.js";
import { segmentFault } from "../shared/arguments.js";
import { type OptionExamples, optionsFault } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import type { TransferOptions } from "./options.js";

const BUFFER = 2048;
const LEAST_BUFFER = 64;
const MOST_BUFFER = 65_536;

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

/**
 * Judges an attempt that has failed, and waits before the next: at once after one that has gained something.
 * @param request of the attempt; undefined if there was none
 * @param failed how many in a row have gained nothing before
 * @returns how many have now; -1 when it is not to be tried again
 */
export async function pauseAfter({ kind, statusCode }: ClientResponse, request: SinkRequest | undefined, failed: number, hasGained = false): Promise<number> {
	if (request === undefined || statusCode < 500 && kind !== "connect" && kind !== "timeout" && kind !== "protocol" && kind !== "dns")
		return -1;
	const { limits: { retries, retryBase, retryMaximum }, platform: { timers } } = request.configuration;
	if (failed >= retries)
		return -1;
	if (hasGained)
		return 0;
	await new Promise<void>((resolve) => timers.set(resolve, retryBase + backoff(failed + 1, retryBase, retryMaximum, Math.random())));
	return failed + 1;
}

/** What a callback has thrown. */
export function thrownFault(name: string, error: unknown): string {
	return `${name} has thrown: ${textOf(error)}`;
}

/** The buffer that a file goes through. */
export class Buffer {
	private readonly bytes: Uint8Array<ArrayBuffer>;
	/** What `first` has returned last. */
	view: Uint8Array;

	constructor(size = BUFFER) {
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
