import type { AllLimits } from "../limits.js";
import type { Socket, Text } from "../platform.js";
import { ClientResponse, NOT_COMPLETE } from "../response.js";
import { isWhole } from "../shared/safe-json.js";
import { BodyBuffer, closesJSON, decodeBody } from "./body-buffer.js";
import { HeaderCache } from "./header-cache.js";
import { FIELD_AGE, FIELD_CONTENT_TYPE, FIELD_DATE, FIELD_RETRY_AFTER } from "./response-head.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE, ResponseParser } from "./response-parser.js";
import { type AnsweredRequest, responseOf, tooLarge } from "./response-reader.js";

/** Where `{"collectionId":`, with which the service begins a record, has its capital. */
const ID_OFFSET = 12;
const UPPER_I = 73;

/**
 * Receives one response at a time from a socket. A response whose head is known, with its body after it in one piece, is
 * read without the parser; a longer body is read from the socket straight to where it is kept.
 */
export class ResponseReceiver {
	/** Whether any byte of the response has been read. */
	hasBegun = false;
	/** Whether the response is complete, or known to be none. */
	isDone = false;
	/** The response that is complete; undefined for none, and `fault` says why. */
	response: ClientResponse | undefined;
	fault = "";
	/**
	 * Values of its Date field, "" where that is neither wanted nor beside a Retry-After, or is a cache's; and of its Retry-After
	 * field, "" without one.
	 */
	date = "";
	retryAfter = "";
	/** Whether the connection can carry another request, as far as the response says. */
	isReusable = false;

	private readonly text: Text;
	private readonly parser: ResponseParser;
	/** The first of the known heads, the one that came last. */
	private cache: HeaderCache;
	/** The known head that the parser's stands for, undefined for none. */
	private restored: HeaderCache | undefined;
	private readonly body: BodyBuffer;
	private request!: AnsweredRequest;
	private wantsDate = false;
	/** Bytes to read of an answer at first, and the method of the requests that this is about. */
	private expected = Infinity;
	private expectedOf = "";

	constructor(text: Text, limits: AllLimits) {
		this.text = text;
		this.parser = new ResponseParser(text, limits.receive);
		this.cache = new HeaderCache(text, this.parser.buffer.bytes);
		this.body = new BodyBuffer(text, limits.body);
	}

	/** Whether a final answer has begun: more than interim responses. */
	get isAnswering(): boolean {
		return this.hasBegun && this.parser.isFinal;
	}

	/** Makes ready for the response to a request. @param request kept; must not change until then */
	begin(request: AnsweredRequest, wantsDate: boolean): void {
		const buffer = this.parser.buffer;
		buffer.start = buffer.end = 0;
		this.hasBegun = this.isDone = false;
		this.request = request;
		this.wantsDate = wantsDate;
	}

	/**
	 * Reads once from a socket. Returns the number of bytes, 0 for none.
	 * @param readable bytes that can be read, 1 or more
	 */
	receive(socket: Socket, readable: number): number {
		if (this.hasBegun)
			return this.receiveMore(socket, readable);
		const buffer = this.parser.buffer;
		const cache = this.cache;
		const expected = this.expected;
		const count = socket.read(buffer.space(expected < readable && this.request.method === this.expectedOf ? expected : readable));
		if (typeof count !== "number" || count <= 0)
			return 0;
		buffer.end += count;
		this.hasBegun = true;
		if (cache.match(buffer.end))
			this.matched(cache);
		else
			this.start();
		return count;
	}

	/** Forgets the body of a response that is not complete. */
	release(): void {
		this.body.reset();
	}

	/** The connection has ended, and the response with it. @param isBroken whether it failed, rather than that the peer closed it */
	end(isBroken: boolean): void {
		if (this.parser.end(isBroken) !== EVENT_DONE)
			return this.fail();
		this.complete(false);
		const { response } = this;
		// Only the end of the connection says that the body is whole: it may have been cut anywhere, after a bracket too.
		if (response?.ok && !isWhole(response.body))
			this.response = new ClientResponse("protocol", response.statusCode, NOT_COMPLETE, "");
	}

	/** Reads on: bytes of the body to where they are kept, lines into the parser's buffer. */
	private receiveMore(socket: Socket, readable: number): number {
		const body = this.body;
		const parser = this.parser;
		const buffer = parser.buffer;
		let left = readable;
		do {
			const remaining = parser.remaining;
			const isBody = remaining > 0 && buffer.start === buffer.end;
			const count = socket.read(!isBody ? buffer.space(parser.lineBytes(left))
				: left <= remaining ? body.space(left, remaining, 0)
					: body.space(remaining, remaining, parser.linesAfter(left - remaining)));
			if (typeof count !== "number" || count <= 0)
				break;
			left -= count;
			if (!isBody) {
				buffer.end += count;
				this.parse();
				break;
			}
			if (count > remaining) {
				if (this.nextChunk(count))
					continue;
				break;
			}
			body.length += count;
			parser.remaining = remaining - count;
			if (count === remaining)
				this.parse();
			else if (body.isOverflowed && body.isEndless)
				this.complete(false);
			break;
		} while (left > 0);
		return readable - left;
	}

	/**
	 * The rest of a chunk has been read, and what follows it.
	 * @param count bytes of both
	 * @returns whether the body goes on with the next chunk
	 */
	private nextChunk(count: number): boolean {
		const { body, parser } = this;
		const bytes = body.bytes as Uint8Array;
		const end = body.length + count;
		const at = body.length += parser.remaining;
		parser.remaining = 0;
		const next = parser.nextChunk(bytes, at, end);
		if (next < 0) {
			parser.buffer.put(bytes.subarray(at, end));
			this.parse();
			return false;
		}
		if (next < end) {
			bytes.copyWithin(at, next, end);
			body.length += end - next;
		}
		return true;
	}

	/** Reads a response whose head is not the last one again. */
	private start(): void {
		const parser = this.parser;
		const other = this.cache.matchOther(parser.buffer.end);
		if (other !== undefined) {
			this.cache = other;
			return this.matched(other);
		}
		this.expect(Infinity);
		this.restored = undefined;
		parser.begin();
		this.parse();
	}

	/**
	 * Notes how much of the next answer to a request of this method is read at first: an app that polls and posts gets lists in
	 * chunks and records in turn.
	 */
	private expect(expected: number): void {
		const { method } = this.request;
		if (expected < Infinity)
			this.expectedOf = method;
		if (method === this.expectedOf)
			this.expected = expected;
	}

	/** The head is known. */
	private matched(cache: HeaderCache): void {
		const parser = this.parser;
		const buffer = parser.buffer;
		const bytes = buffer.bytes;
		const length = cache.length;
		const end = length + cache.contentLength;
		if (end <= length || end > buffer.end)
			return this.resume(cache);
		const limit = this.body.limit;
		const type = cache.type;
		const status = cache.status;
		if (bytes[length + ID_OFFSET] === UPPER_I && type === "application/json" && status === 200 && cache.contentLength <= limit)
			this.response = this.recordOf(bytes, length, end);
		else
			this.response = cache.contentLength > limit ? tooLarge(status, limit, type, this.request)
				: responseOf(status, type, decodeBody(this.text, bytes, length, end), closesJSON(bytes, length, end), this.request);
		this.date = this.wantsDate ? cache.date() : "";
		this.retryAfter = "";
		this.isReusable = buffer.end === end;
		this.isDone = true;
	}

	/** After a head that is known, and begun as the service begins a record: its id is not searched for. */
	private recordOf(bytes: Uint8Array, start: number, end: number): ClientResponse {
		const body = decodeBody(this.text, bytes, start, end);
		return body !== undefined && closesJSON(bytes, start, end) ? new ClientResponse("", 200, "", body)
			: responseOf(200, "application/json", body, false, this.request);
	}

	/** Continues after a head that is known. */
	private resume(cache: HeaderCache): void {
		this.expect(cache.expected);
		if (this.restored !== cache)
			this.parser.head.restore(cache.status, cache.isChunked, cache.type, cache.isAged);
		this.restored = cache;
		this.parser.resume(cache.length, cache.contentLength, this.wantsDate ? cache.date() : undefined);
		this.body.reset();
		this.parse();
	}

	/** Reads what is in the buffer. */
	private parse(): void {
		const { body, parser } = this;
		for (;;) {
			switch (parser.next()) {
				case EVENT_MORE:
					return;
				case EVENT_HEAD:
					if (parser.buffer.start === parser.buffer.lineBytes)
						this.store(parser.buffer.start);
					body.reset();
					break;
				case EVENT_BODY:
					body.length += parser.take(body.space(parser.available, parser.remaining, 0));
					if (body.isOverflowed && body.isEndless)
						return this.complete(false);
					break;
				case EVENT_DONE:
					return this.complete(parser.isReusable);
				default:
					return this.fail();
			}
		}
	}

	private store(length: number): void {
		const cache = this.cache.store(length, this.parser.head);
		if (cache === undefined)
			return;
		this.cache = cache;
		this.expect(cache.expected);
	}

	private complete(isReusable: boolean): void {
		const { body, parser, parser: { head: { status, values } } } = this;
		const isClosed = body.closesJSON;
		const type = values[FIELD_CONTENT_TYPE];
		this.response = body.isOverflowed ? tooLarge(status, body.limit, type, this.request)
			: responseOf(status, type, body.body(), isClosed, this.request);
		body.reset();
		parser.buffer.release();
		const retryAfter = this.retryAfter = values[FIELD_RETRY_AFTER] ?? "";
		this.date = (this.wantsDate || retryAfter !== "") && values[FIELD_AGE] === undefined ? values[FIELD_DATE] ?? "" : "";
		this.isReusable = isReusable;
		this.isDone = true;
	}

	private fail(): void {
		this.response = undefined;
		this.fault = this.parser.error;
		this.isDone = true;
	}
}
