import type { BodySender, SinkRequest } from "../request/body-sink.js";
import type { BodySource } from "../request/body-source.js";
import { clientGeneratedId, isTaken } from "../request/client-generated-id.js";
import { canBeSame } from "../request/same-record.js";
import { ABORTED_LATE, ClientResponse, failure } from "../response.js";
import { numberFault, segmentFault } from "../shared/arguments.js";
import { through } from "../streams/streamed-body.js";
import { UrlWriter } from "../url/url-writer.js";
import { UPLOAD_OPTIONS, type UploadOptions } from "./options.js";
import { Buffer, countFault, faultOf, pauseAfter, thrownFault } from "./transfer.js";

/** Characters of a name: the service adds eleven, and keeps 255 bytes. */
const MOST_NAME = 100;

/**
 * Reads a part of the file.
 * @param view to be filled from its beginning; the library's
 * @param position of its first byte in the file. They go up from 0, and begin again with 0 when the file is sent again
 * @returns bytes that were read, 1 or more
 */
export type Read = (view: Uint8Array, position: number) => number;

/**
 * Sends a file, in the memory of `buffer` bytes: creates a record that has it, or gives it to one that there is. It is sent
 * again from its beginning after a connection that was lost before all of it had left; and where the service may have stored
 * it, if that has no second effect: with `recordId`, or with an `id` in `record`. `limits.idle` and `limits.timeout` of the
 * client count between two pieces; none counts for the whole file.
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
	const fault = faultOf(options, UPLOAD_OPTIONS, read, "read");
	if (fault !== "")
		return Promise.resolve(failure("argument", fault));
	const { collection, field, filename, length, record = {}, recordId } = options;
	const wrong = (/^\w+\+?$/.test(field) ? "" : "field must be the name of a field") || (filename !== "" && filename.length <= MOST_NAME && !/[\0-\x1f"\\/]/.test(filename) ? "" : "filename must have 1 to 100 characters, and none of \\ / \" or control characters")
		|| countFault("length", length, 1, Number.MAX_SAFE_INTEGER) || (recordId === undefined ? "" : segmentFault("recordId", recordId));
	const writer = new UrlWriter(Infinity).start("/api/collections").segment(collection).segment("records");
	const path = (recordId === undefined ? writer : writer.segment(recordId)).finish("collection or recordId");
	try {
		const json = JSON.stringify(record);
		const unusable = wrong || numberFault("record", record) || (path === "" ? writer.fault : "");
		return unusable === "" ? new Upload(options, read, path, json).run() : Promise.resolve(failure("argument", unusable));
	}
	catch {
		return Promise.resolve(failure("argument", "record can't be written as JSON"));
	}
}

/** A file on its way: multipart/form-data (RFC 7578) of a known length, read as it leaves. */
class Upload implements BodySender, BodySource {
	/** Bytes of the body that have not left; Infinity before an attempt. */
	length = Infinity;

	private readonly options: UploadOptions;
	private readonly read: Read;
	private readonly path: string;
	private readonly json: string;
	private readonly buffer: Buffer;
	private request!: SinkRequest;
	/** What is before the file and after it. */
	private head!: Uint8Array;
	private tail!: Uint8Array;
	/** Bytes of the body that have left. */
	private at = 0;
	/** What `read` has done wrong, "" for nothing. */
	private fault = "";

	constructor(options: UploadOptions, read: Read, path: string, json: string) {
		this.options = options;
		this.read = read;
		this.path = path;
		this.json = json;
		this.buffer = new Buffer(options.buffer);
	}

	async run(): Promise<ClientResponse> {
		const { json, options: { client, recordId, signal }, path } = this;
		const id = clientGeneratedId(json);
		let failed = 0;
		let mayBeDone = false;
		// Over an open connection the file would be read inside the call.
		await Promise.resolve();
		for (;;) {
			this.length = Infinity;
			const response = await client.sendEx(recordId === undefined ? "POST" : "PATCH", path, null, { signal, via: through(this) });
			if (this.fault !== "")
				return failure("closed", this.fault);
			if (mayBeDone && isTaken(response))
				return new ClientResponse("", 200, "", "{}");
			// A file that is not whole leaves no record.
			mayBeDone ||= this.length === 0 && recordId === undefined;
			if (response.ok || mayBeDone && id === "")
				return response;
			failed = await pauseAfter(response, this.request, signal, failed);
			if (failed < 0)
				return response;
			if (signal?.aborted && mayBeDone)
				return failure("closed", ABORTED_LATE);
			const fetched = mayBeDone ? await client.sendEx("GET", `${path}/${id}`, null, { signal }) : response;
			if (fetched.ok)
				return canBeSame(json, fetched.body) ? fetched : new ClientResponse("http", 400, "another record has the id", "");
		}
	}

	source(request: SinkRequest): BodySource {
		this.request = request;
		return this;
	}

	lines(): string {
		const { json, options: { field, filename, length } } = this;
		const { text } = this.request;
		const boundary = `records-client-${String(Math.random()).slice(2)}${String(Math.random()).slice(2)}`;
		const part = `--${boundary}\r\ncontent-disposition: form-data; name="`;
		this.head = text.encode(`${part}@jsonPayload"\r\n\r\n${json}\r\n${part}${field}"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`);
		this.tail = text.encode(`\r\n--${boundary}--\r\n`);
		this.at = 0;
		this.length = this.head.length + length + this.tail.length;
		return `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${this.length}\r\n`;
	}

	subarray(begin: number, end: number): Uint8Array;
	subarray(begin: number): this;
	subarray(begin: number, end?: number): Uint8Array | this {
		const { at, head, options: { length }, tail } = this;
		if (end === undefined) {
			this.at += begin;
			this.length -= begin;
			return this;
		}
		const position = at - head.length;
		if (position < 0)
			return head.subarray(at, at + end);
		const left = length - position;
		return left > 0 ? this.piece(position, end < left ? end : left) : tail.subarray(-left, end - left);
	}

	/** The answer is the record: it is kept. */
	begin(): false {
		return false;
	}

	/** Reads bytes of the file. */
	private piece(position: number, most: number): Uint8Array {
		const { request } = this;
		const view = this.buffer.first(most);
		let count = 0;
		try {
			count = this.read(view, position);
			if (!(Number.isInteger(count) && count > 0 && count <= view.length))
				this.fault = `read must return how many bytes it has read, 1 to ${view.length}, not ${count}, at ${position} of ${this.options.length}`;
		}
		catch (error) {
			this.fault = thrownFault("read", error);
		}
		if (this.fault !== "" || request.isOver)
			throw new Error(this.fault);
		request.progress();
		return count === view.length ? view : view.subarray(0, count);
	}
}
