import { NINE, ZERO } from "../characters.js";
import type { ByteBuffer, Resolver, ResolverProvider, Socket, SocketOptions, SocketProvider } from "../platform.js";
import type { Kind } from "../response.js";
import { STAGE_CONNECT, STAGE_RECEIVE, type Stage } from "../request/request-timeouts.js";
import { isError, isTLSError, textOf } from "../shared/thrown.js";

/** How an HTTP/1 answer begins (RFC 9112, section 4); d is a digit. */
const STATUS_LINE = "HTTP/1.d ddd";
const DIGIT = 100;

/** Bytes of an answer's head; the client may keep all of it in RAM. Most servers and proxies stop at 8 or 16 KB, too. */
const HEAD_MAXIMUM = 16_384;

/** The request that a look-up or a socket of a client is for. */
export interface Guard {
	/** Whether it has ended: nothing is opened and nothing is called back any more. */
	readonly isOver: boolean;
	/** Whether the client has reported the answer's head. */
	readonly hasHead: boolean;
	/** Whether bytes of the answer have come. */
	hasBegun: boolean;
	/** @param part closed when the request has ended */
	opening(part: { close(): void }): void;
	enterStage(stage: Stage): void;
	/** Bytes of the request have left. */
	sent(): void;
	/** Reports why there is no connection, or no longer one, before the client is called. */
	ending(kind: Kind, message: string): void;
	/** Ends the request: the peer's bytes, or the client, can't be used. */
	refuse(message: string): void;
	/** Ends the request with what the client has thrown. */
	thrown(error: unknown): void;
	/** Ends the request. @param otherwise text where `ending` was not called */
	fail(otherwise: string): void;
}

interface Guarded<Provider> {
	readonly provider: Provider;
	readonly guard: Guard;
}

/** A socket of the SDK's, whose `write` takes options. */
interface WritableSocket {
	write(data: ByteBuffer, options?: object): number | undefined;
}

/** What an HTTP client looks hosts up with: the app's resolver, closed with the request, so that no late address opens a socket. */
export class GuardedResolver implements Resolver {
	private readonly provider: ResolverProvider;
	private readonly guard: Guard;
	private resolver: Resolver | undefined;

	constructor({ guard, provider }: Guarded<ResolverProvider>) {
		this.provider = provider;
		this.guard = guard;
		guard.opening(this);
	}

	resolve({ host, onError, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
		const { guard, provider } = this;
		guard.enterStage(STAGE_CONNECT);
		const failed = (error: unknown): void => {
			if (guard.isOver)
				return;
			guard.ending("dns", textOf(isError(error) ? error : "", "host name was not resolved"));
			try {
				onError(error);
			}
			catch {
				// The request ends in any case.
			}
			guard.fail("");
		};
		try {
			this.resolver = new provider.io(provider);
			this.resolver.resolve({
				host,
				onResolved(name, address, addresses) {
					if (guard.isOver)
						return;
					try {
						onResolved(name, address, addresses);
					}
					catch (error) {
						guard.thrown(error);
					}
				},
				onError: failed
			});
		}
		catch (error) {
			failed(error);
		}
	}

	close(): void {
		this.resolver?.close();
		this.resolver = undefined;
	}
}

/**
 * What an HTTP client opens its connection with: the app's socket. It looks at how an answer begins and how long its head
 * is, knows why the connection ended, and catches what the client throws in a callback. Once the request has ended it opens
 * nothing, calls nothing back, and does nothing.
 */
export class GuardedSocket implements Socket {
	/** "number" has `read` return a byte at a time (ECMA-419, IO class pattern). */
	format: "buffer" | "number" = "buffer";

	private readonly guard: Guard;
	private socket: Socket | undefined;
	private readonly byte = new Uint8Array(1);
	/** Bytes read until the client reported the head. */
	private received = 0;
	/** Whether they are no HTTP/1. */
	private isForeign = false;

	constructor(options: SocketOptions & Guarded<SocketProvider>) {
		const { guard, onError, onReadable, onWritable, provider } = options;
		this.guard = guard;
		if (guard.isOver)
			return;
		guard.opening(this);
		try {
			this.socket = new provider.io({
				...options,
				onReadable: (count) => this.readable(onReadable, count),
				onWritable: (count) => this.writable(onWritable, count),
				onError: (error) => this.ended(onError, error)
			});
		}
		catch (error) {
			this.fault(error);
			guard.fail("");
		}
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const { byte, socket } = this;
		if (this.format === "number") {
			if (socket?.read(byte) !== 1)
				return undefined;
			this.look(byte, 1);
			return byte[0];
		}
		const result = socket?.read(target);
		if (result instanceof ArrayBuffer)
			this.look(new Uint8Array(result), result.byteLength);
		else if (result !== undefined && typeof target === "object")
			this.look(target instanceof ArrayBuffer ? new Uint8Array(target) : target, result);
		return result;
	}

	/** @param options those of the SDK's own clients: `more` says that another write follows at once */
	write(data: ByteBuffer, options?: object): number | undefined {
		const socket: WritableSocket | undefined = this.socket;
		if (socket === undefined)
			return 0;
		this.guard.sent();
		return socket.write(data, options);
	}

	close(): void {
		this.socket?.close();
		this.socket = undefined;
	}

	private readable(onReadable: SocketOptions["onReadable"], count: number): void {
		const { guard } = this;
		if (guard.isOver)
			return;
		guard.enterStage(STAGE_RECEIVE);
		try {
			onReadable?.call(this, count);
		}
		catch (error) {
			guard.thrown(error);
		}
		if (this.isForeign)
			guard.fail("");
		else if (this.received > HEAD_MAXIMUM && !guard.hasHead)
			guard.refuse("response head is too long");
	}

	private writable(onWritable: SocketOptions["onWritable"], count: number): void {
		const { guard } = this;
		if (guard.isOver)
			return;
		try {
			onWritable?.call(this, count);
		}
		catch (error) {
			guard.thrown(error);
		}
	}

	private ended(onError: SocketOptions["onError"], error: unknown): void {
		const { guard } = this;
		if (guard.isOver)
			return;
		this.fault(error);
		try {
			onError?.call(this, error);
		}
		catch (thrown) {
			guard.thrown(thrown);
		}
	}

	/** Notes the reason. */
	private fault(error: unknown): void {
		this.guard.ending(isTLSError(error) ? "tls" : "connect", textOf(error, ""));
	}

	/** Checks what the client has read. The client is not called while it reads. */
	private look(bytes: Uint8Array, count: number): void {
		const { guard, received } = this;
		guard.hasBegun = true;
		if (guard.hasHead)
			return;
		this.received += count;
		for (let at = received; at < this.received && at < STATUS_LINE.length; at++) {
			const byte = bytes[at - received], wanted = STATUS_LINE.charCodeAt(at);
			this.isForeign ||= wanted === DIGIT ? byte < ZERO || byte > NINE : byte !== wanted;
		}
		if (this.isForeign)
			guard.ending("protocol", "response is not HTTP/1.1");
	}
}
