import type { BodySender } from "../request/body-sink.js";
import { clientFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { type OptionExamples, optionsFault } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import type { TransferOptions } from "./transfer-options.js";

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
	const { buffer, client, collection } = options;
	return clientFault(client) || segmentFault("collection", collection)
		|| wholeFault("buffer", buffer ?? BUFFER, LEAST_BUFFER, MOST_BUFFER)
		|| (typeof callback === "function" ? "" : `${name} must be a function`);
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

	constructor(size: number | null | undefined) {
		this.size = size ?? BUFFER;
		this.bytes = this.view = new Uint8Array(this.size);
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
