import { MULTIPLE_CHOICES, OK } from "../http-statuses.js";
import type { AnsweredRequest, ConnectionParts } from "../request/connection-interface.js";
import type { Socket } from "../platform.js";
import { type ReceivedBody, SINK_DONE, SINK_MORE, SINK_PROGRESS } from "../request/body-sink.js";
import { FIELD_AGE, FIELD_DATE, FIELD_KEEP_ALIVE, FIELD_RETRY_AFTER } from "../request/head-fields.js";
import { ClientResponse, NOT_COMPLETE } from "../response.js";
import { closesJSON, decodeBody } from "../shared/body-text.js";
import { isWhole } from "../shared/safe-json.js";
import { BodyBuffer } from "./body-buffer.js";
import { HeaderCache } from "./header-cache.js";
import type { KeepAlive } from "./keep-alive.js";
import { GROWN_SIZE } from "./receive-buffer.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE } from "./parser-events.js";
import { ResponseParser } from "./response-parser.js";

/** Bytes by which the next answer of a kind may be longer: its numbers have more digits. */
const DIGITS = 16;

/** What a receiver needs of its connection's parts. */
type ReceiverParts = Pick<ConnectionParts, "answers" | "limits" | "platform" | "url">;

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

	private readonly parts: ReceiverParts;
	private readonly parser: ResponseParser;
	private readonly keepAlive: KeepAlive;
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
	constructor(parts: ReceiverParts, keepAlive: KeepAlive) {
		const { limits, platform: { text } } = parts;
		this.parts = parts;
		this.keepAlive = keepAlive;
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
	 * Reads the first bytes of a response from a socket: a whole one, if its kind is known.
	 * @param readable bytes that can be read, 1 or more
	 * @returns the number of bytes, 0 for none
	 */
	receive(socket: Socket, readable: number): number {
		const { buffer } = this.parser;
		const count = socket.read(buffer.space(
			this.expected < readable && this.request.method === this.expectedOf ? this.expected : readable));
		if (typeof count !== "number" || count <= 0)
			return 0;
		buffer.end += count;
		this.hasBegun = true;
		const known = this.cache.match(buffer.end) ? this.cache : this.cache.matchOther(buffer.end);
		if (known === undefined)
			this.start();
		else {
			this.cache = known;
			this.matched(known);
		}
		return count;
	}

	/**
	 * Reads on, once a response has begun: bytes of the body to where they are kept, as many as have come, and lines into the parser's
	 * buffer, which is empty while bytes of the body remain.
	 * @param readable bytes that can be read, 1 or more
	 * @returns the number of bytes, 0 for none
	 */
	receiveMore(socket: Socket, readable: number): number {
		const { body: { length }, parser: { remaining } } = this;
		// Most pieces of a long answer are these: bytes of a body that is kept, and there is room. A sink's, and one that is dropped, has none.
		if (readable < remaining && length + readable <= this.body.size) {
			const read = socket.read(new Uint8Array((this.body.bytes as Uint8Array).buffer, length, readable));
			const count = typeof read === "number" && read > 0 ? read : 0;
			this.body.length = length + count;
			this.parser.remaining = remaining - count;
			return count;
		}
		return remaining === 0 ? this.receiveLines(socket, readable) : this.receiveBody(socket, readable);
	}

	private receiveLines(socket: Socket, readable: number): number {
		const { buffer } = this.parser;
		const count = this.sink?.isBusy ? 0 : socket.read(buffer.space(this.parser.lineBytes(readable)));
		if (typeof count !== "number" || count <= 0)
			return 0;
		buffer.end += count;
		this.parse();
		return count;
	}

	/** Reads bytes of the body that may be its last or need room, and with the last of a chunk the lines before the next one. */
	private receiveBody(socket: Socket, readable: number): number {
		const { parser: { remaining }, sink } = this;
		if (sink?.isBusy)
			return 0;
		const most = readable < remaining ? readable : remaining;
		const space = sink !== undefined ? sink.space(most)
			: this.body.space(most, remaining, readable > remaining && this.parser.isInChunk ? this.parser.lineBytes(readable - remaining) : 0);
		const read = socket.read(space);
		if (typeof read !== "number" || read <= 0)
			return 0;
		const count = read < most ? read : most;
		this.parser.remaining = remaining - count;
		if (read > count)
			this.parser.buffer.put(space.subarray(count, read));
		if (this.taken(count) && count === remaining)
			this.parse();
		return read;
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

	/** The connection has ended, and the response with it. @param isBroken whether it failed, rather than that the peer closed it */
	end(isBroken: boolean): void {
		if (this.parser.end(isBroken) !== EVENT_DONE)
			return this.fail();
		this.complete(false);
		// Only the end of the connection says that the body is whole: it may have been cut anywhere, after a bracket too.
		if (this.response?.ok && !isWhole(this.response.body))
			this.response = new ClientResponse("protocol", this.response.statusCode, NOT_COMPLETE, "");
	}

	/** Bytes are in the space of the body. @returns whether to go on with those after them */
	private taken(count: number): boolean {
		if (this.sink !== undefined)
			return this.pass(this.sink, count);
		this.body.length += count;
		if (!this.body.isOverflowed || !this.body.isEndless)
			return true;
		this.complete(false);
		return false;
	}

	/** Bytes are in the sink's space. @returns whether to go on: it is not busy, needs more, and the app has not closed the client */
	private pass(sink: ReceivedBody, count: number): boolean {
		const state = sink.take(count);
		if (this.sink === undefined)
			return false;
		if (state === SINK_DONE)
			this.complete(false);
		return state === SINK_MORE || state === SINK_PROGRESS;
	}

	/** Reads a response whose head is not known. */
	private start(): void {
		this.expect(Infinity);
		this.restored = undefined;
		this.parser.begin();
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
		const { parser: { buffer }, request } = this;
		const { contentLength, length } = cache;
		const end = length + contentLength;
		if (contentLength <= 0 || end > buffer.end || request.sink !== undefined || contentLength > this.parts.limits.body)
			return this.resumeAfter(cache);
		const body = decodeBody(this.parts.platform.text, buffer.bytes, length, end);
		this.response = this.parts.answers.responseOf(cache.status, cache.type, body, closesJSON(buffer.bytes, length, end), request);
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

	/** Reads what is in the buffer; again once the sink takes bytes again. */
	parse(): void {
		const { parser } = this;
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
					if (!this.taken(parser.take(this.sink?.space(parser.available) ?? this.body.space(parser.available, parser.remaining))))
						return;
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
		const { body, parser, parser: { head, head: { values } }, parts, request, sink } = this;
		this.response = sink !== undefined ? sink.end(head.status) : body.answer(head, parts, request, !body.isEndless);
		parser.buffer.release();
		const retryAfter = this.retryAfter = values[FIELD_RETRY_AFTER] ?? "";
		// A body that its sink has taken in its own time says nothing of how old its head is.
		const isDated = sink === undefined && (this.wantsDate || retryAfter !== "") && values[FIELD_AGE] === undefined;
		this.date = isDated ? values[FIELD_DATE] ?? "" : "";
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
