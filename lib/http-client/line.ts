import type { BodyBuffer } from "../http/body-buffer.js";
import type { KeepAlive } from "../http/keep-alive.js";
import { RetoldAnswer } from "../http/retold-answer.js";
import type {
	ByteBuffer, Resolver, ResolverProvider, Socket, SocketOptions, SocketProvider, TimerHandle
} from "../platform.js";
import type { ConnectionOwner, ConnectionParts } from "../request/connection-interface.js";
import { STAGE_CONNECT, STAGE_RECEIVE, STAGE_SEND, type Stage } from "../request/request-timeouts.js";
import { ANSWERED_EARLY, type ClientResponse, type Kind } from "../response.js";
import { PAUSES } from "../shared/pauses.js";
import { isError, isTLSError, textOf } from "../shared/thrown.js";
import type { HTTPClient, HTTPClientProvider, HTTPRequest, HTTPRequestOptions } from "./http-client.js";

export const UNUSABLE = "the HTTP client has passed on an unusable answer";
const ELSEWHERE = "the HTTP client has opened its connection by itself, without this library's TLS";
export const ENDED = "the connection ended before the answer";

/** Bytes of one write at most: a record of TLS. */
const WRITE_MAXIMUM = 16_384;

/** What a client and its connection are kept for. */
export interface LineOwner {
	readonly parts: ConnectionParts;
	readonly owner: ConnectionOwner;
	readonly body: BodyBuffer;
	readonly keepAlive: KeepAlive;
	/** Whether the request under way is not the connection's first. */
	readonly isReused: boolean;
	/** The answer has come. @param isReusable whether its connection can carry another request */
	answered(response: ClientResponse, date: string, retryAfter: string, isReusable: boolean): void;
	/** The client, or its connection, is of no use any more. */
	failed(kind: Kind, message: string, isUnsent: boolean): void;
}

/** A request under way. */
export interface GuardedRequest {
	/** Whether a byte of it has left; whether the client has reported a head. */
	readonly isSent: boolean;
	readonly hasBegun: boolean;
	/** The client's. */
	request: HTTPRequest | undefined;
	/** What the client is asked for. */
	options(authorization: string): HTTPRequestOptions;
	/** Bytes leave now. @returns the stage */
	sending(): Stage;
	/** The sink takes bytes again. */
	resume(): void;
}

/** Options that the library adds to those of a part of an HTTP client's network. */
interface Guarded<Provider> {
	/** What it stands for. */
	readonly provider: Provider;
	/** The connection that it is part of. */
	readonly line: Line;
}

/** One HTTP client and its connection, for request after request. Both count until this is closed. */
export class Line {
	readonly connection: LineOwner;
	readonly parts: ConnectionParts;
	/** When it was begun. */
	readonly begun: number;
	isClosed = false;
	/** The request under way. */
	attempt: GuardedRequest | undefined;
	/** What the client has made of the class that it was given; of a client that does not, nobody knows how its bytes are framed. */
	socket: GuardedSocket | undefined;
	/** Look-ups and sockets of the client. */
	readonly opened: { close(): void }[] = [];

	private client: HTTPClient | undefined;

	constructor(connection: LineOwner) {
		const { parts, parts: { platform: { timers }, stats } } = connection;
		this.connection = connection;
		this.parts = parts;
		this.begun = timers.now();
		stats.connections++;
	}

	/** Whether bytes of the answer have come. */
	get hasBegun(): boolean {
		return this.socket === undefined ? this.attempt?.hasBegun === true : this.socket.answer.parser.hasBegun;
	}

	/** The client calls back. Over https not with a connection of its own making: nobody knows who answers there. */
	called(act: () => void): void {
		if (this.socket === undefined && this.parts.transport.isVerified === true)
			this.fail("tls", ELSEWHERE);
		else
			this.run(act);
	}

	/** Has the client begin a request. */
	request(attempt: GuardedRequest, authorization: string): void {
		this.attempt = attempt;
		if (this.socket !== undefined) {
			this.socket.answer.begin();
			this.enterStage(STAGE_SEND);
		}
		this.run(() => {
			const client = this.client ?? this.connect();
			if (!this.isClosed)
				attempt.request = client.request(attempt.options(authorization));
		});
	}

	/** Calls what may throw: then the connection ends. Does nothing when it has. */
	run(act: () => void): void {
		if (this.isClosed)
			return;
		try {
			act();
		}
		catch (error) {
			this.failed(error, UNUSABLE);
		}
	}

	/** Client or connection have failed. @param otherwise text where the error has none */
	failed(error: unknown, otherwise: string): void {
		this.fail(isTLSError(error) ? "tls" : this.hasBegun ? "protocol" : "connect", textOf(error, otherwise));
	}

	/** Client or connection can't be used any more. */
	fail(kind: Kind, message: string): void {
		if (!this.isClosed)
			this.connection.failed(kind, message, this.opened.length > 0 && this.attempt?.isSent === false);
	}

	/** Ends it without a callback: closes the client, and what that may have left open. */
	close(): void {
		const { client, opened } = this;
		this.isClosed = true;
		this.client = this.attempt = undefined;
		for (const part of client === undefined ? opened : [client, ...opened])
			this.closeQuietly(part);
	}

	/** The client has made its socket. @param open opens the connection; not called for a second one */
	connecting(socket: GuardedSocket, open: () => void): void {
		if (this.socket !== undefined)
			return this.fail("protocol", UNUSABLE);
		this.run(() => {
			this.socket = socket;
			this.opened.push(socket);
			open();
		});
	}

	/** Bytes have come. Returns whether there is a request that they may answer. */
	beginAnswer(): boolean {
		if (this.attempt?.isSent) {
			this.enterStage(STAGE_RECEIVE);
			return true;
		}
		// Nobody has asked for them.
		this.fail(this.connection.isReused ? "connect" : "protocol", ANSWERED_EARLY);
		return false;
	}

	enterStage(stage: Stage): void {
		if (!this.isClosed)
			this.connection.owner.timeouts.enterStage(stage);
	}

	private connect(): HTTPClient {
		const { parts: { transport, transport: { dns, socket }, url: { host, port } } } = this;
		const Client = transport.client as HTTPClientProvider["io"];
		const client = new Client({
			...transport, host, port,
			dns: { ...dns, io: GuardedResolver as unknown as ResolverProvider["io"], provider: dns, line: this },
			socket: { nodelay: true, ...socket, io: GuardedSocket as unknown as SocketProvider["io"], provider: socket, line: this },
			onError: (error) => this.failed(error, ENDED)
		});
		if (this.isClosed)
			this.closeQuietly(client);
		else
			this.client = client;
		return client;
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
}

/** What an HTTP client looks hosts up with: the app's resolver, closed with the connection, so that no late address opens a socket. */
class GuardedResolver implements Resolver {
	private readonly provider: ResolverProvider;
	private readonly line: Line;
	private resolver: Resolver | undefined;

	constructor({ line, provider }: Guarded<ResolverProvider>) {
		this.provider = provider;
		this.line = line;
		line.opened.push(this);
	}

	resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
		const { line, provider } = this;
		line.enterStage(STAGE_CONNECT);
		const onError = (error: unknown): void => line.fail("dns", textOf(error, "host name was not resolved"));
		try {
			this.resolver = new provider.io(provider);
			this.resolver.resolve({ host, onError, onResolved: (name, address, addresses) => line.run(() => onResolved(name, address, addresses)) });
		}
		catch (error) {
			onError(error);
		}
	}

	close(): void {
		this.resolver?.close();
		this.resolver = undefined;
	}
}

/**
 * What an HTTP client opens its connection with, in place of the app's socket. It reads the answer by the library's own rules, and has the
 * client read that answer in the form of `RetoldAnswer`: so it knows whose each byte is, and a client that reads heads a byte at a time has
 * a short one to read. All that the client writes in one turn leaves in one write, which over TLS is one record. Of the connection's end
 * the client hears nothing: it is closed then.
 */
export class GuardedSocket implements Socket {
	/** "number" has `read` return a byte at a time (ECMA-419, IO class pattern). */
	format: "buffer" | "number" = "buffer";
	readonly answer: RetoldAnswer;
	/** Bytes received. */
	received = 0;
	/** Bytes that can be read from the socket. */
	readable = 0;
	/** Where the client has last read to, and how many bytes. */
	target: Uint8Array;
	count = 0;

	private readonly line: Line;
	private readonly onReadable: SocketOptions["onReadable"];
	private readonly onWritable: SocketOptions["onWritable"];
	private socket: Socket | undefined;
	private writable = 0;
	/** How the connection has ended, undefined while it has not. */
	private ending: { readonly error: unknown } | undefined;
	private isDelivering = false;
	private turn: TimerHandle | undefined;
	private readonly byte = new Uint8Array(1);
	/** What the client has written and has not left yet. */
	private readonly output: Uint8Array;
	private written = 0;
	private writing: TimerHandle | undefined;

	constructor(options: SocketOptions & Guarded<SocketProvider>) {
		const { line, onReadable, onWritable, provider } = options;
		const { limits: { receive, send }, platform: { text } } = line.parts;
		this.line = line;
		this.onReadable = onReadable;
		this.onWritable = onWritable;
		this.answer = new RetoldAnswer(text, receive, this);
		this.target = this.byte;
		this.output = new Uint8Array(send < WRITE_MAXIMUM ? send : WRITE_MAXIMUM);
		line.connecting(this, () => {
			this.socket = new provider.io({
				...options,
				provider: provider.provider,
				onReadable: (count) => this.canRead(count),
				onWritable: (count) => this.canWrite(count),
				onError: (error) => this.ended(error)
			});
			// The app's store of TLS sessions may have closed the client.
			if (line.isClosed)
				this.close();
		});
	}

	/** Whether the client has read all of the answer. */
	get isComplete(): boolean {
		const { answer } = this;
		return answer.advance() === 0 && answer.isDone;
	}

	/** Whether the connection can carry another request. */
	get isReusable(): boolean {
		return this.answer.isReusable && this.written === 0 && this.ending === undefined;
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const { answer, byte } = this;
		if (this.format === "number") {
			const next = answer.nextByte();
			return next >= 0 ? next : this.take(byte) === 1 ? byte[0] : undefined;
		}
		if (typeof target === "object")
			return this.take(target instanceof ArrayBuffer ? new Uint8Array(target) : target) || undefined;
		const bytes = new Uint8Array(target !== undefined && target < answer.ready ? target : answer.ready);
		return this.take(bytes) > 0 ? bytes.buffer : undefined;
	}

	/**
	 * @returns the number of bytes that can still be written
	 * @throws RangeError for more than that
	 */
	write(data: ByteBuffer): number {
		if (data.byteLength > this.room)
			throw new RangeError("more than can be written");
		this.output.set(data instanceof ArrayBuffer ? new Uint8Array(data) : data, this.written);
		this.written += data.byteLength;
		this.writing ??= this.line.parts.platform.timers.set(() => this.flush(), PAUSES.write.least);
		return this.room;
	}

	close(): void {
		const { timers } = this.line.parts.platform;
		timers.clear(this.turn);
		timers.clear(this.writing);
		this.socket?.close();
		this.socket = this.turn = this.writing = undefined;
	}

	/** Reads from the socket. @returns the number of bytes */
	receive(space: Uint8Array): number {
		const count = this.socket?.read(space);
		if (typeof count !== "number" || count <= 0)
			return 0;
		this.readable -= count;
		this.received += count;
		return count;
	}

	/** Bytes that the client can write. */
	private get room(): number {
		const { output: { length }, writable, written } = this;
		return (writable < length ? writable : length) - written;
	}

	private canRead(count: number): void {
		this.readable = count;
		if (this.line.beginAnswer())
			this.deliver();
	}

	private canWrite(count: number): void {
		const { line } = this;
		this.writable = count;
		if (line.attempt?.isSent === false)
			line.enterStage(STAGE_SEND);
		if (this.room > 0)
			line.run(() => this.onWritable?.call(this, this.room));
	}

	/** Sends what the client has written. */
	private flush(): void {
		const { line, output, written } = this;
		this.writing = undefined;
		line.run(() => {
			const { attempt } = line;
			if (attempt === undefined)
				throw new Error("the HTTP client has sent what nobody has asked for");
			line.enterStage(attempt.sending());
			const writable = this.socket?.write(output.slice(0, written));
			this.written = 0;
			// The SDK's socket for Linux reports a write that failed in no other way.
			if (writable === undefined)
				line.fail("connect", "connection closed");
			else
				this.canWrite(writable);
		});
	}

	private ended(error: unknown): void {
		this.ending = { error };
		this.deliver();
	}

	/** Has the client read what has come, until it waits or there is no more. */
	private deliver(): void {
		const { answer, line } = this;
		line.run(() => {
			this.isDelivering = true;
			for (let taken = -1; taken !== answer.taken && !line.isClosed && answer.advance() > 0;) {
				taken = answer.taken;
				this.onReadable?.call(this, answer.ready);
			}
			this.isDelivering = false;
			if (this.ending !== undefined && answer.ready === 0 && !line.isClosed)
				this.end(this.ending.error);
		});
	}

	/** The connection has ended, and the client has read what came before. */
	private end(error: unknown): void {
		const { answer: { isDone, parser }, line } = this;
		if (line.attempt === undefined || !parser.hasBegun)
			return line.failed(error, "connection closed");
		if (isDone)
			return;
		parser.end(isError(error));
		this.deliver();
	}

	/** The client reads. @returns the number of bytes */
	private take(space: Uint8Array): number {
		const { answer } = this;
		const count = answer.take(space);
		this.target = space;
		this.count = count;
		// One that reads on a turn of its own.
		if (count > 0 && !this.isDelivering && answer.ready === 0)
			this.turn ??= this.line.parts.platform.timers.set(() => {
				this.turn = undefined;
				this.deliver();
			});
		return count;
	}
}
