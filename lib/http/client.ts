import type {
	BodySink, ByteBuffer, HTTPClientOptions, HTTPRequest, HTTPRequestOptions, TimerHandle
} from "../platform.js";
import { HTTPError, type HTTPErrorKind } from "./http-error.js";
import { Link } from "./link.js";
import { Request } from "./request.js";
import { RequestWriter } from "./request-writer.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE, ResponseParser } from "./response-parser.js";
import { A_FUNCTION, HEAD, NONE } from "../words.js";

/**
 * An HTTP/1.1 client after the ECMA-419 HTTP Client class pattern: one connection to one host, kept alive, requests one
 * after the other. It connects when constructed. Constructor and methods call nothing back; nothing is called back
 * after `close`. When the connection ends, the request under way and those waiting get `onDone` with the reason, then
 * `onError` is called and the client is of no more use.
 */
export class HTTPClient {
	readonly #options: HTTPClientOptions;
	readonly #writer: RequestWriter;
	readonly #parser: ResponseParser;
	readonly #link: Link;
	readonly #waiting: Request[] = [];
	#current: Request | undefined;
	#kick: TimerHandle | undefined;
	#endKind: HTTPErrorKind | undefined;
	#endMessage = "";
	#endBroken = false;
	#flushed = 0;
	#closed = false;
	/** Closed by its owner: nothing is called back any more, not even for what failed before. */
	#silent = false;
	#unsent = true;
	#sent = false;
	#filling = false;
	#receiving = false;
	#bodyBegun = false;

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
		this.#options = options;
		this.#writer = new RequestWriter(text, send, port === defaultPort ? name : `${name}:${port}`);
		this.#parser = new ResponseParser(text, receive);
		this.#link = new Link(options, port, this);
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
		if (this.#closed)
			throw new Error("client is closed");
		const request = new Request(this, options);
		this.#waiting.push(request);
		this.#wake();
		return request;
	}

	close(): void {
		this.#silent = true;
		this.#shut();
	}

	#shut(): void {
		this.#closed = true;
		this.#options.timers.clear(this.#kick);
		this.#link.close();
		this.#kick = this.#current = undefined;
		this.#waiting.length = 0;
	}

	/** @internal Reads the body for `request`. */
	read(request: Request, target: number | ByteBuffer | undefined): ArrayBuffer | number | undefined {
		if (request !== this.#current)
			throw new Error("request is not under way");
		const available = this.#bodyBegun ? this.#parser.available : 0;
		if (available === 0)
			return undefined;
		const result = this.#parser.take(target ?? available);
		if (!this.#receiving)
			this.#wake();
		return result;
	}

	/** @internal Hands the body over for `request`. */
	drain(request: Request, sink: BodySink): void {
		if (request !== this.#current)
			throw new Error("request is not under way");
		if (!this.#bodyBegun)
			return;
		this.#parser.give(sink);
		if (!this.#receiving)
			this.#wake();
	}

	/** @internal Writes the body for `request`. */
	write(request: Request, data: ByteBuffer): number {
		if (request !== this.#current)
			throw new Error("request is not under way");
		const writer = this.#writer;
		if (data.byteLength > writer.bodyLeft || data.byteLength > writer.room)
			throw new Error("would block");
		writer.body(data instanceof Uint8Array ? data : new Uint8Array(data));
		if (!this.#filling)
			this.#wake();
		return writer.bodyLeft < writer.room ? writer.bodyLeft : writer.room;
	}

	/** @internal */
	onLinkWritable(): void {
		this.#send();
	}

	/** @internal */
	onLinkReadable(): void {
		this.#receive();
	}

	/** @internal */
	onLinkEnd(kind: HTTPErrorKind, message: string, broken: boolean): void {
		this.#endBroken = broken;
		this.#endKind = kind;
		this.#endMessage = message;
		this.#receive();
	}

	/** Goes on from a timer, so that nothing is called back inside a public call. */
	#wake(): void {
		this.#kick ??= this.#options.timers.set(this.#onKick);
	}

	readonly #onKick = (): void => {
		this.#kick = undefined;
		this.#send();
		if (this.#current !== undefined && this.#bodyBegun)
			this.#receive();
	};

	/** Sends what can be sent: the next request's head, then its body, in as few writes as the socket takes. */
	#send(): void {
		const writer = this.#writer;
		const link = this.#link;
		while (link.writable > 0) {
			if (this.#current === undefined && !this.#next())
				return;
			if (this.#sent)
				return;
			this.#fill();
			if (this.#closed || writer.length === 0)
				return;
			const view = writer.view(this.#flushed, link.writable);
			this.#unsent = false;
			if (!link.write(view))
				return this.#fail("connect", link.fault);
			this.#flushed += view.length;
			if (this.#flushed < writer.length)
				continue;
			writer.empty();
			this.#flushed = 0;
			this.#sent = writer.bodyLeft === 0;
		}
	}

	/** Takes the next request from the queue and writes its head. Returns whether there is one to send. */
	#next(): boolean {
		for (;;) {
			const request = this.#closed ? undefined : this.#waiting.shift();
			if (request === undefined)
				return false;
			const { options } = request;
			const fault = this.#writer.head(options);
			if (fault === NONE) {
				this.#current = request;
				this.#unsent = true;
				this.#sent = this.#bodyBegun = false;
				this.#flushed = 0;
				this.#parser.reset(options.method === HEAD, options.headersMask);
				return true;
			}
			options.onDone?.call(request, new HTTPError("argument", fault, true));
		}
	}

	/** Asks for the body while there is room for it. */
	#fill(): void {
		const writer = this.#writer;
		const request = this.#current;
		this.#filling = true;
		while (request !== undefined && writer.bodyLeft > 0 && writer.room > 0) {
			const before = writer.bodyLeft;
			request.options.onWritable?.call(request, before < writer.room ? before : writer.room);
			if (this.#closed || writer.bodyLeft === before)
				break;
		}
		this.#filling = false;
	}

	/** Takes in what has been received and tells the request about it. */
	#receive(): void {
		if (this.#receiving)
			return;
		this.#receiving = true;
		while (!this.#closed && this.#step());
		this.#receiving = false;
	}

	/** Does one thing with what has been received. Returns whether to go on. */
	#step(): boolean {
		const request = this.#current;
		const parser = this.#parser;
		if (request === undefined) {
			if (this.#link.readable > 0)
				this.#fail("protocol", "response without a request");
			else if (this.#endKind !== undefined)
				this.#fail(this.#endKind, this.#endMessage);
			return false;
		}
		let event = parser.next();
		if (event === EVENT_MORE) {
			if (this.#link.readable > 0)
				return this.#pull();
			if (this.#endKind === undefined)
				return false;
			if (!parser.begun) {
				this.#fail(this.#endKind, this.#endMessage);
				return false;
			}
			event = parser.end(this.#endBroken);
		}
		switch (event) {
			case EVENT_HEAD:
				this.#bodyBegun = true;
				request.options.onHeaders?.call(request, parser.status, parser.headers);
				return true;
			case EVENT_BODY: {
				const available = parser.available;
				request.options.onReadable?.call(request, available);
				return parser.available < available;
			}
			case EVENT_DONE:
				this.#done(request);
				return true;
		}
		this.#fail("protocol", parser.error);
		return false;
	}

	/** Moves bytes from the link to the parser. */
	#pull(): boolean {
		const link = this.#link;
		const count = link.read(this.#parser.space(link.readable));
		if (count > 0)
			this.#parser.filled(count);
		else if (count < 0 && this.#endKind === undefined)
			this.#fail("connect", link.fault);
		return true;
	}

	#done(request: Request): void {
		const reusable = this.#sent && this.#parser.reusable && this.#link.readable === 0;
		this.#current = undefined;
		request.options.onDone?.call(request, null);
		if (!reusable)
			this.#fail("connect", "connection closed");
		else if (this.#waiting.length > 0)
			this.#wake();
	}

	/** Ends the connection, and with it every request, for one reason. */
	#fail(kind: HTTPErrorKind, message: string): void {
		if (this.#closed)
			return;
		const current = this.#current;
		const waiting = this.#waiting.splice(0);
		const unsent = this.#unsent;
		this.#shut();
		current?.options.onDone?.call(current, new HTTPError(kind, message, unsent));
		for (let i = 0; i < waiting.length && !this.#silent; i++)
			waiting[i].options.onDone?.call(waiting[i], new HTTPError(kind, message, true));
		if (!this.#silent)
			this.#options.onError?.(new HTTPError(kind, message, true));
	}
}

function isCallback(value: unknown): boolean {
	return value === undefined || typeof value === A_FUNCTION;
}
