import { CRLF } from "../characters.js";
import { COLLECTIONS, RECORDS } from "../pocketbase/paths.js";
import type { BodySender, BodySource, SinkRequest } from "../request/body-sink.js";
import { ignore } from "../request/exchange.js";
import { clientGeneratedId, hasModifier } from "../pocketbase/record-id.js";
import { isAnyServiceRefusal, isTaken } from "../pocketbase/refusals.js";
import { createdResponse } from "../request/repeated-create.js";
import { BAD_REQUEST, TOO_MANY_REQUESTS } from "../http-statuses.js";
import { ABORTED, ABORTED_LATE, ClientResponse, failure, NOT_READ, refused } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { segmentFault, serialised, wholeFault } from "../shared/arguments.js";
import { Attempts, guarded, taken, through } from "../streams/streamed-body.js";
import { UrlWriter } from "../url/url-writer.js";
import { download, STOPPED } from "./download.js";
import { Buffer, faultOf, REPEATED, thrownFault, UPLOAD_OPTIONS, type UploadOptions } from "./transfer.js";

/** Characters of a name: the service adds eleven, and keeps 255 bytes. */
const MOST_NAME = 100;
const ANOTHERS = "another record has the id";

/**
 * Reads a part of the file.
 * @param view to be filled from its beginning; the library's
 * @param position of its first byte in the file. They go up from 0, and begin again with 0 when the file is sent again, or is
 * compared with the one that the service has
 * @returns bytes that were read, 1 or more
 */
export type Read = (view: Uint8Array, position: number) => number;

/**
 * Sends a file, in the memory of `buffer` bytes: creates a record that has it, or gives it to one that there is. It is sent
 * again from its beginning after a connection that was lost before all of it had left; and where the service may have stored
 * it, if that has no second effect: with an `id` in `record`, or with `recordId` if no name has a modifier (`files+`). `limits.idle`
 * and `limits.timeout` of the client count between two pieces; none counts for the whole file.
 * @param options not changed
 * @param read gets the file's bytes in order. It is not called any more once the promise is resolved; a throw ends the upload
 * @returns the service's response, with the record. `kind "closed"` if `read` has thrown, or has read nothing. Never rejects
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { upload } from "records-client/files";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const picture = new Uint8Array(20_000);
 * upload({ client, collection: "pictures", field: "picture", filename: "door.jpg", length: picture.length }, (view, position) => {
 * 	view.set(picture.subarray(position, position + view.length));
 * 	return view.length;
 * }).then(({ body, error }) => trace(error || body, "\n"));
 * ```
 */
export function upload(options: UploadOptions, read: Read): Promise<ClientResponse> {
	const fault = faultOf(options, UPLOAD_OPTIONS, read, "read") || partsFault(options);
	if (fault !== "")
		return refused(fault);
	const writer = new UrlWriter(Infinity).start(COLLECTIONS).segment(options.collection).path(RECORDS);
	const path = (isCreate(options) ? writer : writer.segment(options.recordId ?? "")).finish("collection or recordId");
	const body = serialised(options.record ?? {}, "record");
	const unusable = body.fault || (path === "" ? writer.fault : "");
	return unusable === "" ? guarded(new Upload(taken(options), read, path, body.text).run()) : refused(unusable);
}

/** What is wrong with the parts of a form, "" for nothing. */
function partsFault(options: UploadOptions): string {
	const { field, filename, length, recordId } = options;
	const isField = typeof field === "string" && /^(?:\w+\+?|\+\w+)$/.test(field);
	const isFilename = typeof filename === "string" && filename !== "" && filename.length <= MOST_NAME && !/[\0-\x1f\x7f-\x9f"\\/]/.test(filename);
	return (isField ? "" : "field must be the name of a field")
		|| (isFilename ? "" : "filename must have 1 to 100 characters, and none of \\ / \" or control characters")
		|| wholeFault("length", length, 1, Number.MAX_SAFE_INTEGER) || (isCreate(options) ? "" : segmentFault("recordId", recordId));
}

/** A file on its way: multipart/form-data (RFC 7578) of a known length, read as it leaves. */
class Upload implements BodySender, BodySource {
	/** Bytes of the body that have not left; Infinity before an attempt. */
	length = Infinity;
	readonly isRepeated = true;

	private readonly options: UploadOptions;
	private readonly read: Read;
	private readonly path: string;
	private readonly json: string;
	private readonly buffer: Buffer;
	/** Of the record, that its create brings; "" for none. */
	private readonly id: string;
	/** Of the attempt; none as long as the client has not streamed one. */
	private request!: SinkRequest;
	/** What is before the file and after it. */
	private head!: Uint8Array;
	private tail!: Uint8Array;
	/** Bytes of the body that have left. */
	private at = 0;
	/** What `read` has done wrong, "" for nothing. */
	private fault = "";
	/** Whether the service may have stored the file in an attempt that has failed. */
	private mayBeDone = false;

	constructor(options: UploadOptions, read: Read, path: string, json: string) {
		this.options = options;
		this.read = read;
		this.path = path;
		this.json = json;
		this.buffer = new Buffer(options.buffer);
		this.id = isCreate(options) ? clientGeneratedId(json) : "";
	}

	async run(): Promise<ClientResponse> {
		const { client, signal } = this.options;
		const attempts = new Attempts(signal);
		// Over an open connection the file would be read inside the call.
		await Promise.resolve();
		for (;;) {
			this.length = Infinity;
			const response = await client.sendEx(isCreate(this.options) ? "POST" : "PATCH", this.path, null, through(this, signal));
			if (this.fault !== "")
				return failure("closed", this.fault);
			const outcome = attempts.unstreamed(response, this.request) ?? (response.ok ? response : await this.failed(response, attempts));
			if (outcome !== undefined)
				return outcome;
		}
	}

	/** An attempt has failed. @returns what the upload comes to; undefined if another is to follow */
	private async failed(response: ClientResponse, attempts: Attempts): Promise<ClientResponse | undefined> {
		if (this.mayBeDone && isTaken(response))
			return this.judge(await this.fetch());
		// A file that is not whole leaves no record.
		this.mayBeDone ||= this.length === 0 && response.statusCode !== TOO_MANY_REQUESTS;
		if (this.mayBeDone && !this.hasOneEffect || !await attempts.waitForNext(response, this.request))
			return response;
		if (!this.mayBeDone)
			return undefined;
		if (this.options.signal?.aborted)
			return failure("closed", ABORTED_LATE);
		const fetched = this.id === "" ? undefined : await this.fetch();
		return fetched?.ok ? this.judge(fetched) : undefined;
	}

	/** Whether two of the request have the effect of one. */
	private get hasOneEffect(): boolean {
		const { field, record } = this.options;
		return isCreate(this.options) ? this.id !== "" : !hasModifier(field) && !Object.keys(record ?? {}).some(hasModifier);
	}

	/** Fetches the record with the create's id. */
	private fetch(): Promise<ClientResponse> {
		return this.options.client.sendEx("GET", `${this.path}/${this.id}`, null, through(REPEATED, this.options.signal));
	}

	/** What a create comes to whose id is taken, by the record that has it. */
	private async judge(fetched: ClientResponse): Promise<ClientResponse> {
		const anothers = new ClientResponse("http", BAD_REQUEST, ANOTHERS, "");
		const response = createdResponse(this.json, anothers, fetched);
		if (response !== fetched || !fetched.ok)
			return response;
		const kept = ((parseJSON(fetched.body, Infinity) ?? {}) as Readonly<Record<string, unknown>>)[this.options.field.replace("+", "")];
		// A field that the service does not show is no sign of another record.
		if (kept === undefined)
			return fetched;
		const names = Array.isArray(kept) ? kept as readonly unknown[] : [kept];
		const filename = names[0];
		return names.length === 1 && typeof filename === "string" && filename !== "" ? this.compare(fetched, filename, anothers) : anothers;
	}

	/** Compares the file with the record's, byte for byte. @returns the record, `anothers`, or why it is not known */
	private async compare(record: ClientResponse, filename: string, anothers: ClientResponse): Promise<ClientResponse> {
		const { client, collection, length, signal } = this.options;
		let count = 0;
		const isOwn = (bytes: Uint8Array, position: number, whole: number): boolean => {
			let isSame = whole === length;
			for (let at = 0; isSame && at < bytes.length;) {
				const view = this.buffer.first(bytes.length - at);
				const end = at + this.fill(view, position + at);
				const from = at;
				isSame = end > from && bytes.subarray(from, end).every((byte, index) => byte === view[index]);
				at = end;
			}
			if (isSame)
				count += bytes.length;
			return isSame;
		};
		const options = { client, collection, recordId: this.id, filename, buffer: this.buffer.size, signal };
		let fetched = await download(options, isOwn);
		if (isAnyServiceRefusal(fetched))
			fetched = await download({ ...options, isProtected: true }, isOwn);
		if (this.fault !== "")
			return failure("closed", this.fault);
		if (fetched.ok && count === length)
			return record;
		const { error, kind, statusCode } = fetched;
		if (fetched.ok || kind === "closed" && error === STOPPED)
			return anothers;
		return new ClientResponse(kind === "http" ? "protocol" : kind, statusCode, NOT_READ + error, "");
	}

	source(request: SinkRequest): BodySource {
		this.request = request;
		return this;
	}

	lines(): string {
		const { field, filename, length } = this.options;
		const { text } = this.request.configuration.platform;
		const boundary = `records-client-${String(Math.random()).slice(2)}${String(Math.random()).slice(2)}`;
		const part = `--${boundary}${CRLF}content-disposition: form-data; name="`;
		this.head = text.encode(`${part}@jsonPayload"${CRLF}${CRLF}${this.json}${CRLF}${part}${field}"; filename="${filename}"${CRLF}`
			+ `content-type: application/octet-stream${CRLF}${CRLF}`);
		this.tail = text.encode(`${CRLF}--${boundary}--${CRLF}`);
		this.at = 0;
		this.length = this.head.length + length + this.tail.length;
		return `content-type: multipart/form-data; boundary=${boundary}${CRLF}content-length: ${this.length}${CRLF}`;
	}

	subarray(begin: number, end: number): Uint8Array;
	subarray(begin: number): this;
	subarray(begin: number, end?: number): Uint8Array | this {
		const { at, head, request, tail } = this;
		if (end === undefined) {
			this.at += begin;
			this.length -= begin;
			return this;
		}
		const position = at - head.length;
		if (position < 0)
			return head.subarray(at, at + end);
		const left = this.options.length - position;
		if (left <= 0)
			return tail.subarray(-left, end - left);
		// The signal ends the call on a turn of its own.
		if (this.options.signal?.aborted)
			throw new Error(ABORTED);
		// The app reads bytes of the file to where they are sent from.
		const view = this.buffer.first(end < left ? end : left);
		const count = this.fill(view, position);
		if (count === 0 || request.isOver)
			throw new Error(this.fault);
		request.progress();
		return count === view.length ? view : view.subarray(0, count);
	}

	/** The answer is the record: it is kept. */
	begin(): false {
		return false;
	}

	/** Has the app read bytes of the file. @returns how many, 0 where it has done that wrong: `fault` says what */
	private fill(view: Uint8Array, position: number): number {
		try {
			const count = this.read(view, position);
			if (Number.isInteger(count) && count > 0 && count <= view.length)
				return count;
			this.fault = `read must return how many bytes it has read, 1 to ${view.length}, not ${nameOf(count)}, `
				+ `at ${position} of ${this.options.length}`;
		}
		catch (error) {
			this.fault = thrownFault("read", error);
		}
		return 0;
	}
}

/** Whether there is no record yet that gets the file. */
function isCreate({ recordId }: UploadOptions): boolean {
	return recordId === undefined || recordId === null;
}

/** What is no count. A promise that `read` has returned is rejected without harm. */
function nameOf(count: unknown): string {
	if (typeof (count as Promise<unknown> | undefined)?.then !== "function")
		return String(count);
	(count as Promise<unknown>).then(undefined, ignore);
	return "a promise";
}
