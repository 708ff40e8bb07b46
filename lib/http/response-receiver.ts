import { MULTIPLE_CHOICES, OK } from "../http-statuses.js";
import type { ConnectionParts } from "../request/connection-interface.js";
import type { Socket, Text } from "../platform.js";
import { type ReceivedBody, SINK_BUSY, SINK_DONE } from "../request/body-sink.js";
import { FIELD_AGE, FIELD_CONTENT_TYPE, FIELD_DATE, FIELD_KEEP_ALIVE, FIELD_LOCATION, FIELD_RETRY_AFTER } from "../request/head-fields.js";
import { ClientResponse, NOT_COMPLETE } from "../response.js";
import type { BaseUrl } from "../url/base-url.js";
import { isWhole } from "../shared/safe-json.js";
import { BodyBuffer, closesJSON, decodeBody } from "./body-buffer.js";
import { HeaderCache } from "./header-cache.js";
import type { KeepAlive } from "./keep-alive.js";
import { GROWN_SIZE } from "./receive-buffer.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE } from "./parser-events.js";
import { ResponseParser } from "./response-parser.js";
import { withTarget } from "./redirection.js";
import type { AnsweredRequest, AnswerReader } from "../request/answer-reader.js";

/** Bytes by which the next answer of a kind may be longer: its numbers have more digits. */
const DIGITS = 16;

/** What a receiver needs of its connection's parts. */
type ReceiverParts = Pick<ConnectionParts, "answers" | "limits" | "platform" | "url">;

type BytesOfBody = Uint8Array<ArrayBuffer>;

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
	/** Bytes of a body that is kept, at most. */
	private readonly limit: number;
	private readonly parser: ResponseParser;
	private readonly keepAlive: KeepAlive;
	private readonly answers: AnswerReader;
	private readonly url: BaseUrl;
	/** The first of the known heads, the one that came last. */
	private cache: HeaderCache;
	/** The known head that the parser's stands for, undefined for none. */
	private restored: HeaderCache | undefined;
	private readonly body: BodyBuffer;
	/** Where the body of the answer under way goes; undefined for the buffer. */
	private sink: ReceivedBody | undefined;
	private request!: AnsweredRequest;
	private wantsDate = false;
	/** Bytes to read of an answer at first, and the method of the requests that this is about. */
	private expected = Infinity;
	private expectedOf = "";

	/** @param keepAlive hears what heads say of the connection */
	constructor({ answers, limits, platform: { text }, url }: ReceiverParts, keepAlive: KeepAlive) {
		this.text = text;
		this.answers = answers;
		this.url = url;
		this.keepAlive = keepAlive;
		this.limit = limits.body;
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
	 * Reads the first bytes of a response from a socket.
	 * @param readable bytes that can be read, 1 or more
	 * @returns the number of bytes, 0 for none
	 */
	receive(socket: Socket, readable: number): number {
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

	/** The connection is closed: forgets the body of a response that is not complete, and the buffer. */
	release(): void {
		this.body.release();
		this.sink = undefined;
	}

	/** Whether the sink of the body is busy: nothing is read until it isn't. */
	get isPaused(): boolean {
		return this.sink?.isBusy === true;
	}

	/** The sink takes bytes again: goes on with those that have been read. */
	resume(): void {
		this.parse();
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

	/**
	 * Reads on, once a response has begun. Most of a long answer is bytes of the body for which there is room: they are read in
	 * one call to where they are kept.
	 * @param readable bytes that can be read, 1 or more
	 * @returns the number of bytes, 0 for none
	 */
	receiveMore(socket: Socket, readable: number): number {
		const body = this.body;
		const parser = this.parser;
		const end = body.length + readable;
		if (readable >= parser.remaining || end > body.size)
			return this.receiveChunks(socket, readable);
		// While bytes of the body remain, the parser's buffer is empty.
		const count = socket.read(new Uint8Array((body.bytes as BytesOfBody).buffer, body.length, readable));
		if (count !== readable)
			return this.take(count);
		body.length = end;
		parser.remaining -= readable;
		return readable;
	}

	/**
	 * As `receiveMore`, where room is missing, or more has come than bytes of the body: the end of a chunk and the size of the
	 * next one are read with the chunk's last bytes.
	 */
	private receiveChunks(socket: Socket, readable: number): number {
		// A sink's answer has no buffer: each of its bytes comes here.
		if (this.sink !== undefined)
			return this.sink.isBusy ? 0 : this.receiveInto(this.sink, socket, readable);
		const body = this.body;
		const parser = this.parser;
		const remaining = parser.remaining;
		const count = readable < remaining ? readable : remaining;
		const end = body.length + count;
		if (end > body.size && count > 0)
			body.grow(count, remaining);
		const lines = parser.linesLength;
		const wanted = remaining + lines;
		if (end > body.size || count === 0 || readable >= remaining && (lines === 0 || readable < wanted))
			return this.receivePart(socket, readable);
		if (readable < remaining)
			return this.receiveMore(socket, readable);
		const bytes = body.bytes as BytesOfBody;
		const read = socket.read(new Uint8Array(bytes.buffer, body.length, wanted));
		const taken = read === wanted ? parser.nextChunk(bytes, end) : 0;
		if (taken === 0)
			return this.take(read);
		body.length = end;
		if (taken < lines) {
			bytes.copyWithin(end, end + taken, end + lines);
			body.length += lines - taken;
			parser.remaining -= lines - taken;
		}
		return readable === wanted ? readable : wanted + this.receiveMore(socket, readable - wanted);
	}

	/** Reads bytes of the body to where its sink wants them, or lines. Returns their number. */
	private receiveInto(sink: ReceivedBody, socket: Socket, readable: number): number {
		const { parser, parser: { remaining } } = this;
		if (remaining === 0)
			return this.receivePart(socket, readable);
		const count = socket.read(sink.space(readable < remaining ? readable : remaining));
		if (typeof count !== "number" || count <= 0)
			return 0;
		parser.remaining = remaining - count;
		if (this.pass(sink, count) && parser.remaining === 0)
			this.parse();
		return count;
	}

	/** Bytes are in the sink's space. @returns whether to go on: it is not busy, needs more, and the app has not closed the client */
	private pass(sink: ReceivedBody, count: number): boolean {
		const state = sink.take(count);
		if (this.sink === undefined)
			return false;
		if (state === SINK_DONE)
			this.complete(false);
		return state < SINK_BUSY;
	}

	/** Reads lines into the parser's buffer, or bytes of the body that may be its last or need room. Returns their number. */
	private receivePart(socket: Socket, readable: number): number {
		const { parser, parser: { buffer, remaining } } = this;
		if (remaining > 0) {
			const count = readable < remaining ? readable : remaining;
			return this.take(socket.read(this.body.space(count, remaining)));
		}
		const count = socket.read(buffer.space(parser.lineBytes(readable)));
		if (typeof count !== "number" || count <= 0)
			return 0;
		buffer.end += count;
		this.parse();
		return count;
	}

	/**
	 * Takes what has been read to where the body is kept, with lines after it.
	 * @param count what the socket has returned
	 * @returns the number of bytes
	 */
	private take(count: number | ArrayBuffer | undefined): number {
		const { body, parser } = this;
		if (typeof count !== "number" || count <= 0)
			return 0;
		const missing = parser.remaining - count;
		const at = body.length += missing < 0 ? parser.remaining : count;
		parser.remaining = missing < 0 ? 0 : missing;
		if (missing < 0)
			parser.buffer.put((body.bytes as Uint8Array).subarray(at, at - missing));
		if (missing <= 0)
			this.parse();
		else if (body.isOverflowed && body.isEndless)
			this.complete(false);
		return count;
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
		if (end <= length || end > buffer.end || this.request.sink !== undefined)
			return this.resumeAfter(cache);
		const limit = this.limit;
		const type = cache.type;
		const status = cache.status;
		this.response = cache.contentLength > limit ? this.answers.tooLarge(status, limit, type, this.request)
			: this.answers.responseOf(status, type, decodeBody(this.text, bytes, length, end), closesJSON(bytes, length, end), this.request);
		this.date = this.wantsDate ? cache.date() : "";
		this.retryAfter = "";
		this.isReusable = buffer.end === end;
		this.isDone = true;
	}

	/** Continues after a head that is known. */
	private resumeAfter(cache: HeaderCache): void {
		// The next answer of the kind fits.
		const length = cache.length + cache.contentLength + DIGITS;
		if (cache.contentLength > 0 && length <= GROWN_SIZE)
			this.parser.buffer.grow(length, GROWN_SIZE);
		this.expect(cache.expected);
		if (this.restored !== cache)
			this.parser.head.restore(cache.status, cache.isChunked, cache.type, cache.isAged);
		this.restored = cache;
		this.parser.resume(cache.length, cache.contentLength, this.wantsDate ? cache.date() : undefined);
		this.beginBody();
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
					this.keepAlive.hear(parser.head.values[FIELD_KEEP_ALIVE]);
					if (parser.buffer.start === parser.buffer.lineBytes)
						this.store(parser.buffer.start);
					else if (parser.buffer.lineBytes + DIGITS <= GROWN_SIZE)
						// The next head of this length fits, and is recognised.
						parser.buffer.grow(parser.buffer.lineBytes + DIGITS, GROWN_SIZE);
					this.beginBody();
					break;
				case EVENT_BODY:
					if (this.sink !== undefined) {
						if (!this.pass(this.sink, parser.take(this.sink.space(parser.available))))
							return;
						break;
					}
					body.length += parser.take(body.space(parser.available, parser.remaining));
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

	/** The head is complete: the body of a good answer goes to the request's sink, if it wants it. */
	private beginBody(): void {
		const { body, parser: { head, head: { status } }, request: { sink } } = this;
		this.sink = undefined;
		if (sink !== undefined && status >= OK && status < MULTIPLE_CHOICES && sink.begin(head)) {
			body.release();
			this.sink = sink;
		}
		else
			body.reset();
	}

	private store(length: number): void {
		const cache = this.cache.store(length, this.parser.head);
		if (cache === undefined)
			return;
		this.cache = cache;
		this.expect(cache.expected);
	}

	private complete(isReusable: boolean): void {
		const { body, parser, parser: { head: { status, values } }, sink } = this;
		const isClosed = body.closesJSON;
		const type = values[FIELD_CONTENT_TYPE];
		const isTooLarge = body.isOverflowed;
		const text = isTooLarge ? "" : body.body();
		// Before the text is read: a refusal is parsed, and the buffer may be a third of a small heap.
		body.reset();
		this.response = sink !== undefined ? sink.end(status) : isTooLarge ? this.answers.tooLarge(status, body.limit, type, this.request)
			: withTarget(this.answers.responseOf(status, type, text, isClosed, this.request), values[FIELD_LOCATION], this.url, this.request.path);
		parser.buffer.release();
		const retryAfter = this.retryAfter = values[FIELD_RETRY_AFTER] ?? "";
		// A body that its sink has taken in its own time says nothing of how old its head is.
		this.date = sink === undefined && (this.wantsDate || retryAfter !== "") && values[FIELD_AGE] === undefined ? values[FIELD_DATE] ?? "" : "";
		this.isReusable = isReusable;
		this.isDone = true;
		this.sink = undefined;
	}

	private fail(): void {
		this.response = undefined;
		this.fault = this.parser.error;
		this.isDone = true;
	}
}
