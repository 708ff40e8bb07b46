import type {
	BodySink, ByteBuffer, HTTPClientOptions, HTTPRequest, HTTPRequestOptions, TimerHandle
} from "../platform.js";
import { HTTPError, type HTTPErrorKind } from "./http-error.js";
import { Link } from "./link.js";
import { Request } from "./request.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE, ResponseParser } from "./response-parser.js";
import { Sender } from "./sender.js";
import { A_FUNCTION, HEAD, NONE } from "../words.js";

/**
 * An HTTP/1.1 client after the ECMA-419 HTTP Client class pattern: one connection to one host, kept alive, requests one
 * after the other. It connects when constructed. Constructor and methods call nothing back; nothing is called back
 * after `close`. When the connection ends, the request under way and those waiting get `onDone` with the reason, then
 * `onError` is called and the client is of no more use.
 */
export class HTTPClient {
	private readonly options: HTTPClientOptions;
	private readonly link: Link;
	private readonly sender: Sender;
	private readonly parser: ResponseParser;
	private readonly waiting: Request[] = [];
	private current: Request | undefined;
	private kick: TimerHandle | undefined;
	private closed = false;
	/** Closed by its owner: nothing is called back any more, not even for what failed before. */
	private silent = false;
	private receiving = false;
	private bodyBegun = false;

	/**
	 * @param options not changed; kept until the client is closed
	 * @throws TypeError or RangeError when an option is missing or wrong; nothing has been acquired then
	 */
	constructor(options: HTTPClientOptions) {
		const { host, port = 80, defaultPort = 80, dns, socket, timers, text, receive = 1024, send = 1536 } = options;
		if (typeof host !== "string" || host === "")
			throw new TypeError("host is required");
		if (!Number.isInteger(port) || port < 1 || port > 65535)
			throw new RangeError("port must be 1 to 65535");
		if (typeof dns?.io !== "function" || typeof socket?.io !== "function")
			throw new TypeError("dns.io and socket.io are required");
		if (timers === undefined || text === undefined)
			throw new TypeError("timers and text are required");
		const name = host.includes(":") ? `[${host}]` : host;
		this.options = options;
		options.progress?.connecting();
		this.parser = new ResponseParser(text, receive);
		this.link = new Link(options, port, this);
		this.sender = new Sender(options, send, port === defaultPort ? name : `${name}:${port}`, this.link);
	}

	/**
	 * Queues a request.
	 * @param options kept until the request is done, and must not change until then
	 * @throws TypeError when a callback is no function; Error when the client is closed
	 */
	request(options: HTTPRequestOptions): HTTPRequest {
		const { onHeaders, onReadable, onWritable, onDone } = options;
		if (!isCallback(onHeaders) || !isCallback(onReadable) || !isCallback(onWritable) || !isCallback(onDone))
			throw new TypeError("a callback is not a function");
		if (this.closed)
			throw new Error("client is closed");
		const request = new Request(this, options);
		this.waiting.push(request);
		this.wake();
		return request;
	}

	close(): void {
		this.silent = true;
		this.shut();
	}

	private shut(): void {
		this.closed = true;
		this.options.timers.clear(this.kick);
		this.link.close();
		this.sender.end();
		this.kick = this.current = undefined;
		this.waiting.length = 0;
	}

	/** @internal Reads the body for `request`. */
	read(request: Request, target: number | ByteBuffer | undefined): ArrayBuffer | number | undefined {
		if (request !== this.current)
			throw new Error("request is not under way");
		const available = this.bodyBegun ? this.parser.available : 0;
		if (available === 0)
			return undefined;
		const result = this.parser.take(target ?? available);
		if (!this.receiving)
			this.wake();
		return result;
	}

	/** @internal Hands the body over for `request`. */
	drain(request: Request, sink: BodySink): void {
		if (request !== this.current)
			throw new Error("request is not under way");
		if (!this.bodyBegun)
			return;
		this.parser.give(sink);
		if (!this.receiving)
			this.wake();
	}

	/** @internal Writes the body for `request`. */
	write(request: Request, data: ByteBuffer): number {
		if (request !== this.current)
			throw new Error("request is not under way");
		const room = this.sender.write(data instanceof Uint8Array ? data : new Uint8Array(data));
		if (!this.sender.busy)
			this.wake();
		return room;
	}

	/** Goes on from a timer, so that nothing is called back inside a public call. */
	private wake(): void {
		this.kick ??= this.options.timers.set(this.onKick);
	}

	private readonly onKick = (): void => this.kicked();

	private kicked(): void {
		this.kick = undefined;
		this.onLinkWritable();
		if (this.current !== undefined && this.bodyBegun)
			this.onLinkReadable();
	}

	/** @internal Sends what can be sent of the request under way, or of the next. */
	onLinkWritable(): void {
		const { link } = this;
		if (link.writable > 0 && (this.current !== undefined || this.next()) && !this.sender.send())
			this.fail("connect", link.fault);
	}

	/** Takes the next request from the queue and writes its head. Returns whether there is one to send. */
	private next(): boolean {
		for (;;) {
			const request = this.closed ? undefined : this.waiting.shift();
			if (request === undefined)
				return false;
			const { options } = request;
			const fault = this.sender.begin(request);
			if (fault === NONE) {
				this.current = request;
				this.bodyBegun = false;
				this.parser.reset(options.method === HEAD, options.headersMask);
				return true;
			}
			options.onDone?.call(request, new HTTPError("argument", fault, true));
		}
	}

	/** @internal Takes in what has been received and tells the request about it. */
	onLinkReadable(): void {
		if (this.receiving)
			return;
		this.receiving = true;
		while (!this.closed && this.step());
		this.receiving = false;
	}

	/** Does one thing with what has been received. Returns whether to go on. */
	private step(): boolean {
		const { current: request, link, parser } = this;
		if (request === undefined) {
			if (link.readable > 0)
				return this.fail("protocol", "response without a request");
			return link.ending !== undefined && this.fail(link.ending, link.fault);
		}
		let event = parser.next();
		if (event === EVENT_MORE) {
			if (link.readable > 0)
				return this.pull();
			if (link.ending === undefined)
				return false;
			if (!parser.begun)
				return this.fail(link.ending, link.fault);
			event = parser.end(link.broken);
		}
		switch (event) {
			case EVENT_HEAD: {
				const { status, collector } = parser.head;
				this.bodyBegun = true;
				request.options.onHeaders?.call(request, status, collector.headers);
				return true;
			}
			case EVENT_BODY: {
				const available = parser.available;
				request.options.onReadable?.call(request, available);
				return parser.available < available;
			}
			case EVENT_DONE:
				return this.done(request);
		}
		return this.fail("protocol", parser.error);
	}

	/** Moves bytes from the link to the parser. */
	private pull(): boolean {
		const { buffer } = this.parser;
		const count = this.link.read(buffer.space(this.link.readable));
		if (count > 0) {
			buffer.filled(count);
			this.options.progress?.received(count);
		}
		return count >= 0 || this.link.ending !== undefined || this.fail("connect", this.link.fault);
	}

	private done(request: Request): true {
		const reusable = this.sender.sent && this.parser.reusable && this.link.readable === 0;
		this.current = undefined;
		request.options.onDone?.call(request, null);
		if (!reusable)
			this.fail("connect", "connection closed");
		else if (this.waiting.length > 0)
			this.wake();
		return true;
	}

	/** Ends the connection, and with it every request, for one reason. Returns false: nothing is to be gone on with. */
	private fail(kind: HTTPErrorKind, message: string): false {
		if (this.closed)
			return false;
		const current = this.current;
		const waiting = this.waiting.splice(0);
		const { unsent } = this.sender;
		this.shut();
		current?.options.onDone?.call(current, new HTTPError(kind, message, unsent));
		for (let i = 0; i < waiting.length && !this.silent; i++)
			waiting[i].options.onDone?.call(waiting[i], new HTTPError(kind, message, true));
		if (!this.silent)
			this.options.onError?.(new HTTPError(kind, message, true));
		return false;
	}
}

function isCallback(value: unknown): boolean {
	return value === undefined || typeof value === A_FUNCTION;
}
