import { defaultPort } from "../base-url.js";
import type { Configuration } from "../configuration.js";
import type { Socket, Text, TimerHandle } from "../platform.js";
import { type ClientResponse, failure, HEAD_TOO_LONG, type Kind, NOT_COMPLETE } from "../response.js";
import type { Connection, ConnectionOwner } from "../transport/connection.js";
import type { Exchange } from "../transport/exchange.js";
import { STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND } from "../transport/request-timeouts.js";
import { TYPE_NUMBER, GET, EMPTY } from "../constants.js";
import { BodyBuffer, closesJSON, textOf } from "./body-buffer.js";
import { Connecting, kindOf, messageOf } from "./connecting.js";
import { HeaderCache } from "./header-cache.js";
import { RequestWriter } from "./request-writer.js";
import { FIELD_CONTENT_TYPE, FIELD_DATE, FIELD_RETRY_AFTER } from "./response-head.js";
import { CHUNK_LINES, EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE, ResponseParser } from "./response-parser.js";
import { responseOf, tooLarge } from "./response-reader.js";

/** Milliseconds that a socket which takes no more has for what it had received, and to report its error by itself. */
const CLOSE_GRACE = 100;

/**
 * HTTP/1.1 over one kept connection to the service, one request at a time (RFC 9112). It is opened when a request needs it
 * and again after it has ended. An answer whose head is the last one again, with its body behind it in one piece, is read
 * without the parser.
 */
export class HTTPConnection implements Connection {
	isReused = false;

	private readonly configuration: Configuration;
	private readonly owner: ConnectionOwner;
	private readonly text: Text;
	private readonly writer: RequestWriter;
	private readonly parser: ResponseParser;
	private readonly cache: HeaderCache;
	private readonly body: BodyBuffer;
	private connecting: Connecting | undefined;
	private socket: Socket | undefined;
	/** Bytes that can be written and read now. */
	private writable = 0;
	private readable = 0;
	/** Whether the next request needs another connection. */
	private isStale = false;
	/** The request under way, its method, and whether any byte of its answer has been read. */
	private exchange: Exchange | undefined;
	private method = "";
	private hasBegun = false;
	private wantsDate = false;
	/** Bytes after which a connection is closed. */
	private readonly recycleBytes: number;
	/** Bytes received on this connection, and when it was begun. */
	private received = 0;
	private begun = 0;
	private timer: TimerHandle | undefined;

	constructor(configuration: Configuration, owner: ConnectionOwner) {
		const { limits, platform: { text }, url: { host, port, scheme } } = configuration;
		const name = host.includes(":") ? "[" + host + "]" : host;
		this.configuration = configuration;
		this.owner = owner;
		this.text = text;
		this.writer = new RequestWriter(text, limits.send, port === defaultPort(scheme) ? name : name + ":" + port);
		this.parser = new ResponseParser(text, limits.receive);
		this.cache = new HeaderCache(text, this.parser.buffer.bytes);
		this.body = new BodyBuffer(text, limits.body);
		this.recycleBytes = limits.recycleBytes || Infinity;
	}

	get isOpen(): boolean {
		return this.socket !== undefined && !this.isStale;
	}

	send(exchange: Exchange, authorization: string, wantsDate: boolean): ClientResponse | undefined {
		if (this.isStale)
			this.close();
		this.method = exchange.method;
		if (!this.writer.write(this.method, exchange.path, authorization, exchange.body))
			return failure("argument", HEAD_TOO_LONG);
		this.exchange = exchange;
		this.hasBegun = false;
		this.wantsDate = wantsDate;
		this.isReused = this.socket !== undefined;
		const buffer = this.parser.buffer;
		buffer.start = buffer.end = 0;
		if (!this.isReused)
			return this.open();
		if (this.writable > 0)
			this.flush();
		else
			this.owner.timeouts.enterStage(STAGE_SEND);
		return undefined;
	}

	close(): void {
		this.configuration.platform.timers.clear(this.timer);
		this.connecting?.close();
		this.socket?.close();
		this.timer = this.connecting = this.socket = this.exchange = undefined;
		this.writable = this.readable = 0;
		this.isStale = false;
		this.writer.release();
	}

	private open(): ClientResponse | undefined {
		const { limits, stats, platform: { timers }, transport, url } = this.configuration;
		stats.connections++;
		this.cache.misses = 0;
		this.received = 0;
		this.begun = timers.now();
		this.owner.timeouts.enterStage(STAGE_CONNECT);
		try {
			this.connecting = new Connecting({
				transport, url, timers, limit: limits.connect,
				callbacks: {
					onReadable: (count) => this.onReadable(count),
					onWritable: (count) => this.onWritable(count),
					onError: (error) => this.onError(error)
				},
				onFailure: (kind, message, isBroken) => this.ended(kind, message, isBroken)
			});
			this.connecting.begin();
			return undefined;
		}
		catch (error) {
			this.close();
			return failure("connect", messageOf(error, "connection failed"));
		}
	}

	private onWritable(count: number): void {
		if (this.connecting !== undefined) {
			const { stats, platform: { timers }, url } = this.configuration;
			const took = timers.now() - this.begun | 0;
			this.socket = this.connecting.release();
			this.connecting = undefined;
			this.owner.timeouts.enterStage(STAGE_SEND);
			stats.emit("connect", took);
			if (url.scheme === "https")
				stats.emit("handshake", took);
		}
		// Whoever was told may have closed the client.
		if (this.socket === undefined)
			return;
		this.writable = count;
		if (!this.writer.isSent)
			this.flush();
	}

	/** Sends what the socket takes now. Calls nothing back but for the stage. */
	private flush(): void {
		const socket = this.socket;
		const writer = this.writer;
		if (socket === undefined || this.exchange === undefined)
			return;
		try {
			while (this.writable > 0 && !writer.isSent) {
				const writable = socket.write(writer.next(this.writable));
				this.writable = writable ?? 0;
				// The SDK's socket for Linux reports a write that failed in no other way.
				if (writable === undefined)
					this.endLater("connection closed", CLOSE_GRACE);
				this.owner.timeouts.enterStage(writer.isSent ? STAGE_FIRST_BYTE : STAGE_SEND);
			}
		}
		catch (error) {
			this.endLater(messageOf(error, "write failed"), 0);
		}
	}

	/** Ends the connection on a turn of its own. */
	private endLater(message: string, milliseconds: number): void {
		this.timer ??= this.configuration.platform.timers.set(() => {
			this.timer = undefined;
			this.ended("connect", message, true);
		}, milliseconds);
	}

	private onReadable(count: number): void {
		this.readable = count;
		try {
			while (this.readable > 0 && this.receive());
			if (this.exchange !== undefined)
				this.owner.timeouts.enterStage(STAGE_RECEIVE);
		}
		catch (error) {
			this.ended("connect", messageOf(error, "read failed"), true);
		}
	}

	/** Reads once from the socket. Returns whether to go on. */
	private receive(): boolean {
		const buffer = this.parser.buffer;
		const readable = this.readable;
		const socket = this.socket;
		if (socket === undefined || this.exchange === undefined) {
			// Nobody has asked for it.
			this.ended("protocol", "the peer has sent an answer before the request", true);
			return false;
		}
		if (this.hasBegun)
			return this.receiveMore(socket, readable);
		const cache = this.cache;
		const wanted = cache.length + CHUNK_LINES;
		const count = socket.read(buffer.space(cache.isChunked && wanted < readable ? wanted : readable));
		if (!this.hasReceived(count))
			return false;
		buffer.end += count as number;
		this.hasBegun = true;
		return cache.match(buffer.end) ? this.matched() : this.begin();
	}

	/** Reads on: bytes of the body to where they are kept, lines into the parser's buffer. */
	private receiveMore(socket: Socket, readable: number): boolean {
		const body = this.body;
		const parser = this.parser;
		const buffer = parser.buffer;
		const remaining = parser.remaining;
		if (remaining === 0 || buffer.start < buffer.end) {
			const count = socket.read(buffer.space(parser.lineBytes(readable)));
			if (!this.hasReceived(count))
				return false;
			buffer.end += count as number;
			return this.parse();
		}
		const count = socket.read(body.space(readable < remaining ? readable : remaining, remaining));
		if (!this.hasReceived(count))
			return false;
		body.length += count as number;
		parser.remaining = remaining - (count as number);
		return parser.remaining > 0 ? !body.isOverflowed || !this.giveUp() : this.parse();
	}

	/** Counts what a socket's `read` returned. Returns whether that is something. */
	private hasReceived(count: ArrayBuffer | number | undefined): boolean {
		const isSomething = typeof count === TYPE_NUMBER && count as number > 0;
		this.readable = isSomething ? this.readable - (count as number) : 0;
		this.received += isSomething ? count as number : 0;
		return isSomething;
	}

	/** Reads an answer whose head is not the last one again. */
	private begin(): boolean {
		if (this.cache.misses > 0)
			this.parser.head.remember();
		this.parser.begin();
		return this.parse();
	}

	/** The head of the answer is the last one again. */
	private matched(): boolean {
		const cache = this.cache;
		const buffer = this.parser.buffer;
		const bytes = buffer.bytes;
		const length = cache.length;
		const status = cache.status;
		const end = length + cache.contentLength;
		if (end <= length || end > buffer.end || status === 204 || status === 304)
			return this.resume();
		const response = cache.contentLength > this.body.limit ? tooLarge(status, this.body.limit)
			: responseOf(status, cache.contentType, textOf(this.text, bytes, length, end), closesJSON(bytes, length, end), this.method === GET);
		this.body.skipped();
		return this.answered(response, this.wantsDate ? cache.date() : EMPTY, EMPTY, buffer.end === end && this.readable === 0);
	}

	/** Goes on behind a head that is the last one again. */
	private resume(): boolean {
		const { body, cache, parser } = this;
		const { buffer } = parser;
		parser.begin();
		parser.head.assume(cache.status, cache.contentLength, cache.isChunked, cache.contentType, this.wantsDate ? cache.date() : undefined);
		buffer.start = buffer.lineBytes = cache.length;
		parser.headEnd();
		body.reset();
		return this.parse();
	}

	/** Reads what is in the buffer. Returns whether to go on with the socket. */
	private parse(): boolean {
		const { body, parser, parser: { buffer } } = this;
		for (;;) {
			switch (parser.next()) {
				case EVENT_MORE:
					return true;
				case EVENT_HEAD:
					if (buffer.start === buffer.lineBytes)
						this.cache.store(buffer.start, parser.head);
					body.reset();
					break;
				case EVENT_BODY:
					body.length += parser.take(body.space(parser.available, parser.remaining));
					if (body.isOverflowed && this.giveUp())
						return false;
					break;
				case EVENT_DONE:
					return this.complete(parser.isReusable && this.readable === 0);
				default:
					this.fail("protocol", parser.error);
					return false;
			}
		}
	}

	/** Ends an answer that is far too long. */
	private giveUp(): boolean {
		return this.body.isEndless && !this.complete(false);
	}

	/** The answer is complete. Returns false: there is nothing to go on with. */
	private complete(isReusable: boolean): false {
		const { body, parser: { head: { status, values } } } = this;
		const isClosed = body.closesJSON;
		this.parser.buffer.release();
		const response = body.isOverflowed ? tooLarge(status, body.limit)
			: responseOf(status, values[FIELD_CONTENT_TYPE], body.body(), isClosed, this.method === GET);
		return this.answered(response, this.wantsDate ? values[FIELD_DATE] ?? EMPTY : EMPTY, values[FIELD_RETRY_AFTER] ?? EMPTY, isReusable);
	}

	private answered(response: ClientResponse, date: string, retryAfter: string, isReusable: boolean): false {
		const exchange = this.exchange;
		this.exchange = undefined;
		// The rest of a body that is cut may come for the next answer.
		if (!isReusable || !this.writer.isSent || response.error === NOT_COMPLETE)
			this.close();
		else if (this.received >= this.recycleBytes)
			this.recycle();
		if (exchange !== undefined)
			this.owner.onResponse(response, date, retryAfter);
		return false;
	}

	/** Has the next request open another connection. */
	private recycle(): void {
		const { stats } = this.configuration;
		this.isStale = true;
		stats.recycled++;
		stats.emit("recycle", this.received);
	}

	/** @param error an Error if the connection has failed, else the peer has closed it */
	private onError(error: unknown): void {
		const isBroken = error instanceof Error;
		if (this.connecting !== undefined)
			this.connecting.failed(error, isBroken);
		else
			this.ended(kindOf(error), messageOf(error, "connection closed"), isBroken);
	}

	/** The connection has ended. @param isBroken whether it failed, rather than that the peer closed it */
	private ended(kind: Kind, message: string, isBroken: boolean): void {
		if (this.exchange === undefined)
			return this.close();
		if (!this.hasBegun)
			return this.fail(kind, message);
		if (this.parser.end(isBroken) === EVENT_DONE)
			this.complete(false);
		else
			this.fail("protocol", this.parser.error);
	}

	private fail(kind: Kind, message: string): void {
		const { isUnsent } = this.writer;
		this.close();
		this.owner.onFailure(kind, message, isUnsent);
	}
}
