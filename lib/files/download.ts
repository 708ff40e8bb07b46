import { CRLF } from "../characters.js";
import { FILE_TOKEN, FILES } from "../pocketbase/paths.js";
import { OK, PARTIAL_CONTENT } from "../http-statuses.js";
import {
	type BodySender, type BodySink, type BodySource, SINK_BUSY, SINK_DONE, SINK_PROGRESS, type SinkRequest, type SinkState
} from "../request/body-sink.js";
import {
	type AnswerHead, FIELD_CONTENT_ENCODING, FIELD_CONTENT_RANGE, FIELD_CONTENT_TYPE, FIELD_ETAG, FIELD_LAST_MODIFIED
} from "../request/head-fields.js";
import { ABORTED, ClientResponse, failure, NO_TOKEN, refused } from "../response.js";
import { parameterFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { Attempts, guarded, taken, through } from "../streams/streamed-body.js";
import { UrlWriter } from "../url/url-writer.js";
import { Buffer, DOWNLOAD_OPTIONS, type DownloadOptions, faultOf, thrownFault } from "./transfer.js";

export const STOPPED = "write has ended the download";
const NO_BYTES = new Uint8Array(0);

/**
 * Takes a part of the file.
 * @param bytes valid until this returns, or until its promise is settled; the library's
 * @param position of the first byte in the file: each comes once, in order
 * @param length bytes of the whole file
 * @returns `false`, at once or by a promise, ends the download; a promise is awaited before the next part
 */
export type Write = (bytes: Uint8Array, position: number, length: number) => unknown;

/**
 * Fetches a file, in the memory of `buffer` bytes. After a connection that was lost it goes on with the first byte that is
 * missing, if the service says that the file is still the same. `limits.idle` and `limits.timeout` of the client count
 * between two pieces; none counts for the whole file, or while a promise from `write` is waited for.
 * @param options not changed
 * @param write gets the file's bytes. Those of a download that fails later are of no use
 * @returns a response that is ok when `write` has had the whole file; its body is JSON with the file's `length` in bytes. `kind
 * "closed"` if `write` has thrown, or ended it by false; `"protocol"` if the file has changed on the way. Never rejects
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { download } from "records-client/files";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * download({ client, collection: "pictures", recordId: "7j2kq0w9x1m5c3v", filename: "door_8f0a.jpg" }, (bytes, position, length) => {
 * 	trace(`${position + bytes.length} of ${length}\n`);
 * }).then(({ body, error }) => trace(error || body, "\n"));
 * ```
 */
export function download(options: DownloadOptions, write: Write): Promise<ClientResponse> {
	const fault = faultOf(options, DOWNLOAD_OPTIONS, write, "write");
	if (fault !== "")
		return refused(fault);
	const wrong = segmentFault("recordId", options.recordId) || segmentFault("filename", options.filename)
		|| parameterFault("thumb", options.thumb) || wholeFault("length", options.length ?? 0, 0, Number.MAX_SAFE_INTEGER);
	if (wrong !== "")
		return refused(wrong);
	const writer = new UrlWriter(Infinity);
	const path = writer.start(FILES).segment(options.collection).segment(options.recordId).segment(options.filename)
		.finish("collection, recordId or filename");
	return path === "" ? refused(writer.fault) : guarded(new Download(taken(options), write, path).run());
}

/** By what the service knows that a file is the same, "" for nothing. A weak tag is of no use for ranges (RFC 9110, section 13.1.5). */
function validatorOf(values: AnswerHead["values"]): string {
	const etag = values[FIELD_ETAG] ?? "";
	return etag === "" || etag.startsWith("W/") ? values[FIELD_LAST_MODIFIED] ?? "" : etag;
}

/** A file on its way. */
class Download implements BodySink, BodySource {
	/** Bytes of the request's body: it has none. */
	readonly length = 0;
	readonly isRepeated = true;

	private readonly options: DownloadOptions;
	private readonly write: Write;
	private readonly path: string;
	private readonly buffer: Buffer;
	private request: SinkRequest | undefined;
	/** Bytes that `write` has had, bytes of the file, and where those of the answer end. */
	private position = 0;
	private total = -1;
	private until = 0;
	/** By what the service knows that the file is the same, "" for nothing. */
	private validator = "";
	/** How it ends before the file does; undefined as long as it goes on. */
	private outcome: ClientResponse | undefined;
	/** What `write` waits for. */
	private pending: Promise<void> | undefined;

	/** For the request of a file token. */
	private readonly tokenRequest: BodySender = {
		isRepeated: true,
		begin: () => false,
		source: (request) => {
			this.request = request;
			return undefined;
		}
	};

	constructor(options: DownloadOptions, write: Write, path: string) {
		this.options = options;
		this.write = write;
		this.path = path;
		this.buffer = new Buffer(options.buffer);
	}

	async run(): Promise<ClientResponse> {
		const attempts = new Attempts(this.options.signal);
		for (;;) {
			const before = this.position;
			const response = await this.attempt();
			// Another request has gone first: what the app waits for may have been its answer.
			if (response.kind === "busy")
				await this.pending;
			const { outcome, position, total } = this;
			if (outcome !== undefined)
				return outcome;
			if (position === total)
				return new ClientResponse("", OK, "", JSON.stringify({ length: total }));
			// It has not come through here.
			const unstreamed = attempts.unstreamed(response, response.ok ? undefined : this.request);
			if (unstreamed !== undefined)
				return unstreamed;
			if (position > 0 && this.validator === "" || !await attempts.waitForNext(response, this.request, position > before))
				return response;
		}
	}

	source(request: SinkRequest): BodySource {
		this.request = request;
		return this;
	}

	lines(): string {
		const { position, validator } = this;
		// What is compressed is another file, whose parts do not fit those of this one.
		return "accept-encoding: identity" + CRLF + (position > 0 ? `range: bytes=${position}-${CRLF}if-range: ${validator}${CRLF}` : "");
	}

	subarray(): Uint8Array {
		return NO_BYTES;
	}

	begin(head: AnswerHead): boolean {
		const encoding = head.values[FIELD_CONTENT_ENCODING] ?? "";
		const isItself = encoding === "" || encoding.toLowerCase() === "identity";
		const fault = isItself ? this.position > 0 ? this.beginRest(head) : this.beginWhole(head)
			: `the answer is not the file itself (content-encoding: ${encoding})`;
		if (fault !== "")
			this.refuse(head.status, fault);
		return true;
	}

	/** @returns what is wrong with an answer that is to be the whole file, "" for nothing */
	private beginWhole({ length, status, values }: AnswerHead): string {
		this.validator = validatorOf(values);
		this.total = this.until = length;
		if (status !== OK || length < 0)
			return "the answer does not say how long the file is";
		if (length !== (this.options.length ?? length))
			return `the file has ${length} bytes, not ${this.options.length}`;
		return /^text\/html/i.test(values[FIELD_CONTENT_TYPE] ?? "") && !/\.html?$/i.test(this.options.filename) ? "the answer is a web page" : "";
	}

	/** @returns what is wrong with an answer that is to be what is missing, "" for nothing */
	private beginRest({ length, status, values }: AnswerHead): string {
		const { position, total } = this;
		const [, first, last, whole] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(values[FIELD_CONTENT_RANGE] ?? "") ?? [];
		const until = this.until = Number(last) + 1;
		const isSame = validatorOf(values) === this.validator;
		if (status !== PARTIAL_CONTENT)
			return isSame && length === total ? "the service or a proxy sends no parts of a file (Range)"
				: "the service begins the file again: it has changed";
		if (Number(first) !== position || Number(whole) !== total || !(until > position && until <= total))
			return "the service sends another part of the file than was asked for";
		return isSame ? "" : "the file has changed";
	}

	space(count: number): Uint8Array {
		return this.buffer.first(count);
	}

	take(count: number): SinkState {
		const { position } = this;
		this.look();
		if (position + count > this.until)
			this.refuse(OK, "the answer is longer than it says");
		if (this.outcome !== undefined)
			return SINK_DONE;
		this.position = position + count;
		try {
			const result = this.write(this.buffer.view.length === count ? this.buffer.view : this.buffer.first(count), position,
				this.total) as Promise<unknown> | null | undefined | false;
			if (result === false)
				this.stop(STOPPED);
			else if (typeof result?.then === "function") {
				this.pending = this.settle(result);
				return SINK_BUSY;
			}
		}
		catch (error) {
			this.stop(thrownFault("write", error));
		}
		this.look();
		return this.outcome === undefined ? SINK_PROGRESS : SINK_DONE;
	}

	/** What is missing of an answer that was too short is asked for. */
	end(status: number): ClientResponse {
		return this.position === this.total ? new ClientResponse("", status, "", "{}")
			: new ClientResponse("protocol", status, "the answer is shorter than the file", "");
	}

	/** Asks for what is missing. */
	private async attempt(): Promise<ClientResponse> {
		const { client, isProtected, signal, thumb } = this.options;
		let token: string | undefined;
		if (isProtected) {
			const response = await client.sendEx("POST", FILE_TOKEN, {}, through(this.tokenRequest, signal));
			if (!response.ok)
				return response;
			const given = response.json<{ token?: unknown } | null>()?.token;
			if (typeof given !== "string" || given === "")
				return new ClientResponse("protocol", response.statusCode, NO_TOKEN, "");
			token = given;
		}
		const url = new UrlWriter(Infinity).start(this.path).parameter("thumb", thumb).parameter("token", token).finish("thumb");
		return client.sendEx("GET", url, null, through(this, signal));
	}

	private async settle(result: Promise<unknown>): Promise<void> {
		try {
			if (await result === false)
				this.stop(STOPPED);
		}
		catch (error) {
			this.stop(thrownFault("write", error));
		}
		this.look();
		this.pending = undefined;
		this.request?.resume();
	}

	/** The signal ends a call on a turn of its own: bytes that have come are not handed over until then. */
	private look(): void {
		if (this.options.signal?.aborted)
			this.stop(ABORTED);
	}

	/** The app ends it. */
	private stop(fault: string): void {
		this.outcome ??= failure("closed", fault);
	}

	/** The answer is of no use. */
	private refuse(status: number, fault: string): void {
		this.outcome ??= new ClientResponse("protocol", status, fault, "");
	}
}
