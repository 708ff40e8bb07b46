import type { HTTPClientProvider, HTTPRequest, HTTPRequestOptions } from "./options.js";
import type { BodyBuffer } from "../http/body-buffer.js";
import { responseOf, tooLarge, withTarget } from "../http/response-reader.js";
import { isWhole } from "../shared/safe-json.js";
import { textOf } from "../shared/thrown.js";
import type { ResolverProvider, SocketProvider, TimerHandle } from "../platform.js";
import { type ClientResponse, failure, type Kind } from "../response.js";
import type { ConnectionOwner, ConnectionParts } from "../request/connection.js";
import { type ReceivedBody, SINK_DONE } from "../request/body-sink.js";
import type { Bytes } from "../request/body-source.js";
import type { Exchange } from "../request/exchange.js";
import { FIELDS } from "../request/head-fields.js";
import { STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND, type Stage } from "../request/request-timeouts.js";
import { type Guard, GuardedResolver, GuardedSocket } from "./guarded-network.js";

type Callbacks = Pick<HTTPRequestOptions, "onDone" | "onHeaders" | "onReadable" | "onWritable">;

/** A status that has no body, whatever its head says (RFC 9112, section 6.3). */
const NOT_MODIFIED = 304;

const UNUSABLE = "the HTTP client has passed on an unusable answer";
const ENDED = "the connection ended before the answer";
const EARLY = "the answer came before the request was sent";

/**
 * One request through one HTTP client, which is closed after it. A kept connection would be wrong: the class pattern cannot
 * say that bytes follow an answer, so they would become the next answer. The client's callbacks count only while the request
 * is under way. An exception from the client, and whatever the standard does not allow, end the request.
 */
export class Attempt implements Guard {
	/** Whether nothing that is called back counts any more. */
	isOver = false;
	/** Whether the answer's head is there. */
	hasHead = false;
	/** Whether its first byte is. */
	hasBegun = false;

	private readonly parts: ConnectionParts;
	private readonly owner: ConnectionOwner;
	private readonly body: BodyBuffer;
	private client: InstanceType<HTTPClientProvider["io"]> | undefined;
	private request: HTTPRequest | undefined;
	/** Rest of the request's body. */
	private rest: Bytes | undefined;
	private exchange!: Exchange;
	/** Where the body of a good answer goes, if not to the buffer; bytes of it so far. */
	private sink: ReceivedBody | undefined;
	private received = 0;
	/** While the sink is busy: bytes that can be read, and what is done when it isn't. */
	private unread = 0;
	private whenResumed: (() => void) | undefined;
	private status = 0;
	private headers: ReadonlyMap<string, string> | undefined;
	/** Bytes of the answer's body by its head, -1 where that does not say. */
	private length = -1;
	/** Look-ups and sockets of the client, and whether a byte has left: of a client that does not use them nobody knows. */
	private readonly opened: { close(): void }[] = [];
	private isSent = false;
	/** What ended the connection. */
	private kind: Kind = "connect";
	private message = "";
	/** Whether the client is being called: its outcome is then reported on a turn of its own. */
	private isBeginning = true;
	private timer: TimerHandle | undefined;

	constructor(parts: ConnectionParts, owner: ConnectionOwner, body: BodyBuffer) {
		this.parts = parts;
		this.owner = owner;
		this.body = body;
	}

	/** @returns as `Connection.send` */
	begin(exchange: Exchange, authorization: string): ClientResponse | undefined {
		const { body, method, path } = exchange;
		const { headers: lines, platform: { text }, stats, transport, url: { host, port } } = this.parts;
		const Client = transport.client as HTTPClientProvider["io"];
		// Nothing is kept for a request to come (RFC 9112, section 9.6).
		const headers = new Map([["connection", "close"]]);
		const isSource = typeof body === "object" && !(body instanceof Uint8Array);
		// The client writes the first, the host, itself.
		(isSource ? lines + body.lines() : lines).split("\r\n").slice(1, -1).forEach((line) => {
			const end = line.indexOf(":");
			headers.set(line.slice(0, end), line.slice(end + 2));
		});
		if (authorization !== "")
			headers.set("authorization", authorization);
		if (isSource)
			this.rest = body;
		else if (method !== "GET" && method !== "DELETE") {
			this.rest = typeof body === "object" ? body : text.encode(body ?? "");
			headers.set("content-type", "application/json");
			headers.set("content-length", String(this.rest.length));
		}
		this.exchange = exchange;
		this.body.reset();
		stats.connections++;
		try {
			this.client = new Client({
				...transport, host, port,
				dns: { ...transport.dns, io: GuardedResolver as unknown as ResolverProvider["io"], provider: transport.dns, guard: this },
				socket: this.socketProvider(),
				onError: (error) => this.fail(textOf(error, ""))
			});
			if (!this.isOver)
				this.request = this.client.request({ method, path, headers, ...callbacksOf(this) });
		}
		catch (error) {
			this.close();
			return failure("connect", textOf(error, ENDED));
		}
		this.isBeginning = false;
		return undefined;
	}

	/** Ends it without a callback. */
	close(): void {
		this.isOver = true;
		this.parts.platform.timers.clear(this.timer);
		this.release();
	}

	/** The sink takes bytes again. */
	resume(): void {
		const { request, unread } = this;
		this.enterStage(STAGE_RECEIVE);
		try {
			if (request !== undefined && unread > 0)
				this.onReadable(request, unread);
			if (!this.isOver && !this.sink?.isBusy)
				this.whenResumed?.();
		}
		catch (error) {
			this.thrown(error);
		}
	}

	/** The client has made a look-up or a socket. */
	opening(part: { close(): void }): void {
		this.opened.push(part);
	}

	enterStage(stage: Stage): void {
		if (!this.isOver)
			this.owner.timeouts.enterStage(stage);
	}

	/** Bytes of the request have left. */
	sent(): void {
		this.isSent = true;
		this.enterStage(this.rest !== undefined && this.rest.length > 0 ? STAGE_SEND : STAGE_FIRST_BYTE);
	}

	/** Why the connection ends, which many clients do not hand on. */
	ending(kind: Kind, message: string): void {
		// What comes later follows from the first.
		if (this.kind !== "connect" || this.message !== "")
			return;
		this.kind = kind;
		this.message = message;
	}

	/** The request has failed. @param otherwise text where nobody has said why, "" for none */
	fail(otherwise: string): void {
		if (this.isOver)
			return;
		const kind = this.hasBegun && this.kind === "connect" ? "protocol" : this.kind;
		const message = this.message || otherwise || ENDED;
		const isUnsent = this.opened.length > 0 && !this.isSent;
		this.settle(() => this.owner.onFailure(kind, message, isUnsent));
	}

	/** Something that the client says can't be so. */
	refuse(message: string): void {
		this.ending("protocol", message);
		this.fail("");
	}

	onHeaders(status: number, headers: ReadonlyMap<string, string>): void {
		if (this.isOver)
			return;
		// The socket has seen other bytes than the client takes for a head.
		if (this.kind === "protocol")
			return this.fail("");
		if (this.hasHead || !Number.isInteger(status) || status < 200 || status > 999 || typeof headers?.get !== "function")
			return this.refuse(UNUSABLE);
		this.hasBegun = this.hasHead = true;
		this.status = status;
		this.headers = headers;
		const length = this.field("content-length"), coding = this.field("transfer-encoding");
		// Clients choose among two of them, and pass over a coding that they do not know.
		if (coding === "" ? !/^\d{0,15}$/.test(length) : length !== "" || coding.toLowerCase() !== "chunked")
			return this.refuse(UNUSABLE);
		if (length !== "")
			this.length = Number(length);
		const { sink } = this.exchange;
		if (sink !== undefined && status < 300 && sink.begin({ status, length: this.length, values: FIELDS.map((name) => this.field(name) || undefined) }))
			this.sink = sink;
		if (status === NOT_MODIFIED)
			this.answered();
	}

	/** @param called what the client has called back with, for one that does so before it returns the request */
	onReadable(called: HTTPRequest, count: number): void {
		const { body, sink } = this;
		const request = this.request ?? called;
		if (this.isOver)
			return;
		if (!this.hasHead || !Number.isInteger(count))
			return this.refuse(UNUSABLE);
		for (let left = count; left > 0 && !body.isOverflowed;) {
			this.unread = left;
			if (sink?.isBusy)
				return;
			const space = sink === undefined ? body.space(left, Infinity) : sink.space(left);
			const taken = request.read(space) ?? 0;
			if (taken === 0 && left < count)
				return;
			if (typeof taken !== "number" || !(taken > 0 && taken <= space.length))
				return this.refuse(UNUSABLE);
			this.received += taken;
			left -= taken;
			if (sink === undefined)
				body.length += taken;
			else if (sink.take(taken) === SINK_DONE && !this.isOver)
				return this.answered();
			if (this.isOver)
				return;
		}
		this.unread = 0;
		// Nobody needs the rest: the connection ends with the request.
		if (body.isOverflowed)
			this.answered();
	}

	/** @param called as of `onReadable` */
	onWritable(called: HTTPRequest, count: number): void {
		const { rest } = this;
		if (this.isOver || rest === undefined || rest.length === 0 || !(count > 0))
			return;
		const part = rest.subarray(0, count);
		this.rest = rest.subarray(part.length);
		(this.request ?? called).write(part);
	}

	onDone(error: Error | null | undefined): void {
		if (this.isOver)
			return;
		if (this.sink?.isBusy) {
			this.whenResumed = () => this.onDone(error);
			return;
		}
		if (error !== null && error !== undefined)
			return this.fail(textOf(error, ""));
		if (!this.hasHead || this.status !== 204 && this.length >= 0 && this.length !== this.received)
			return this.refuse(ENDED);
		this.answered();
	}

	/** Whatever the client has thrown, or a callback of this has. */
	thrown(error: unknown): void {
		this.ending(this.hasBegun ? "protocol" : "connect", textOf(error, UNUSABLE));
		this.fail("");
	}

	private answered(): void {
		const { body, parts: { limits }, exchange, status } = this;
		const isClosed = body.closesJSON;
		const type = this.field("content-type") || undefined, retryAfter = this.field("retry-after");
		const date = this.headers?.get("age") === undefined && this.sink === undefined ? this.field("date") : "";
		const response = this.sink !== undefined ? this.sink.end(status) : body.isOverflowed ? tooLarge(status, limits.body, type, exchange)
			: withTarget(responseOf(status, type, body.body(), isClosed, exchange), this.field("location"), this.parts.url, exchange.path);
		if (response.ok && this.rest !== undefined && this.rest.length > 0)
			return this.refuse(EARLY);
		// Only the end of the connection says that the body is whole: it may have been cut after any bracket.
		if (response.ok && this.length < 0 && response.body !== "" && this.field("transfer-encoding") === "" && !isWhole(response.body))
			return this.refuse(ENDED);
		this.settle(() => this.owner.onResponse(response, date, retryAfter));
	}

	/** Value of a field of the answer's head, "" without it. */
	private field(name: string): string {
		const value: unknown = this.headers?.get(name);
		return typeof value === "string" ? value : "";
	}

	private settle(tell: () => void): void {
		this.isOver = true;
		if (this.isBeginning) {
			this.timer = this.parts.platform.timers.set(() => {
				this.release();
				tell();
			});
			return;
		}
		this.release();
		tell();
	}

	/** Closes the client, and what it may have left open. */
	private release(): void {
		const { client, opened } = this;
		this.client = this.request = this.rest = this.headers = undefined;
		this.body.reset();
		if (client !== undefined)
			this.closeQuietly(client);
		for (let part = opened.pop(); part !== undefined; part = opened.pop())
			this.closeQuietly(part);
	}

	private closeQuietly(part: { close(): void }): void {
		try {
			part.close();
		}
		catch {
			// Its text may hold anything.
			this.parts.platform.warn("the HTTP client has thrown at close");
		}
	}

	/**
	 * With the option `tls`, which is in the transport's socket then, the library's own TLS: others take a CA in other ways. So,
	 * too, in place of a TLS socket over a `TCP` of its own: the SDK's throws in that one's callbacks what it finds wrong with a
	 * certificate, which ends the app.
	 */
	private socketProvider(): SocketProvider {
		const { platform, transport } = this.parts;
		const { given, socket } = transport;
		const own = socket === given && socket?.TCP === undefined ? undefined : platform.network.https?.socket;
		const provider = own === undefined ? socket : { ...own, ...socket, io: own.io };
		// Some write each header line by itself: each would wait for the peer to acknowledge the one before.
		return { nodelay: true, ...provider, io: GuardedSocket as unknown as SocketProvider["io"], provider, guard: this };
	}
}

/** The callbacks of a request, which know what they belong to. Nothing is thrown at the client. */
function callbacksOf(attempt: Attempt): Callbacks {
	return {
		onHeaders(status, headers) {
			try {
				attempt.onHeaders(status, headers);
			}
			catch (error) {
				attempt.thrown(error);
			}
		},
		onReadable(count) {
			try {
				attempt.onReadable(this, count);
			}
			catch (error) {
				attempt.thrown(error);
			}
		},
		onWritable(count) {
			try {
				attempt.onWritable(this, count);
			}
			catch (error) {
				attempt.thrown(error);
			}
		},
		onDone(error) {
			try {
				attempt.onDone(error);
			}
			catch (thrown) {
				attempt.thrown(thrown);
			}
		}
	};
}
