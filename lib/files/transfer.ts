import type { BodySender } from "../request/body-sink.js";
import { clientFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { type OptionExamples, optionsFault } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import type { CallOptions, Optional, RequestSender } from "../call-options.js";

/** What uploads and downloads have in common. */
export interface TransferOptions extends CallOptions {
	/** Sends the requests. Its `limits.retries` is how often in a row an attempt may fail without a byte more. */
	readonly client: RequestSender;
	/** Name or id of the collection. */
	readonly collection: string;
	/** Bytes of the buffer that the file goes through, 64 to 65,536. Default 2,048. */
	readonly buffer?: number | null;
}

/** A file that is sent. */
export interface UploadOptions extends TransferOptions {
	/** Name of the record's field for files; with "+" after it, a file is added to those that it has. */
	readonly field: string;
	/** The file's name, 1 to 100 characters; the service adds random characters to it, and keeps the extension. */
	readonly filename: string;
	/** Bytes of the file, 1 or more. */
	readonly length: number;
	/** The record that gets the file. Default: a new record is created. */
	readonly recordId?: string | null;
	/**
	 * Other fields of the record. With an `id` of its own (15 to 255 letters, digits, "-" and "_") a create is repeated where it may have
	 * been done, and is done once. Not changed.
	 */
	readonly record?: object | null;
}

/** A file that is fetched. */
export interface DownloadOptions extends TransferOptions {
	/** Id of the file's record. */
	readonly recordId: string;
	/** As it stands in the record's field. */
	readonly filename: string;
	/** Size of a preview of an image, such as "100x300": one of those that the file's field has. */
	readonly thumb?: Optional;
	/** `true` asks for a file token before each request: a protected file needs one. Default false. */
	readonly isProtected?: boolean | null;
	/** Bytes that the file must have: with another length nothing of it is handed over. Default: any. */
	readonly length?: number | null;
}

const TRANSFER_OPTIONS: OptionExamples = Object.freeze({ client: undefined, collection: undefined, buffer: 0, signal: null });
/** Examples of these options. */
export const UPLOAD_OPTIONS: OptionExamples = Object.freeze({
	...TRANSFER_OPTIONS, field: "", filename: "", length: 0, recordId: undefined, record: null
});
/** Examples of these options. */
export const DOWNLOAD_OPTIONS: OptionExamples = Object.freeze({
	...TRANSFER_OPTIONS, recordId: undefined, filename: undefined, thumb: undefined, isProtected: true, length: 0
});

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
	return clientFault(options.client) || segmentFault("collection", options.collection)
		|| wholeFault("buffer", options.buffer ?? BUFFER, LEAST_BUFFER, MOST_BUFFER)
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
		const { length } = this.bytes;
		const wanted = count < length ? count : length;
		if (this.view.length !== wanted)
			this.view = new Uint8Array(this.bytes.buffer, 0, wanted);
		return this.view;
	}
}
