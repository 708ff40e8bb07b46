import { connect, isIP, type Socket as NodeSocket } from "node:net";
import type { ByteBuffer, Socket, SocketOptions } from "../lib/platform.js";
import { ReceiveQueue } from "./receive-queue.js";
import { type Callback, callbackOf, formatOf, viewOf } from "./socket-options.js";

/** Most bytes that are written and not yet taken by the operating system. */
export const sendWindow = 16384;
/** From this many unread bytes on, nothing more is taken from the network; at most twice as many are ever held. */
export const receiveWindow = 16384;
/** Milliseconds that a closed socket has for its last bytes; a peer that takes none of them can't keep the process alive. */
export const lingerTime = 1000;

const readableEvent = 1;
const writableEvent = 2;
const errorEvent = 4;

/**
 * A TCP socket with the ECMA-419 interface and the behaviour of the Moddable SDK's, over Node's.
 *
 * - Callbacks get the socket as `this` and run on a turn of the event loop of their own.
 * - The writable count shrinks with `write`; it grows on a later turn, with a call of `onWritable`.
 * - `onReadable` is called again when more bytes have come, not because some were left unread.
 * - `onError` is called once: with an Error when the connection failed, with undefined when the peer closed it. From then
 *   on `write` drops what it is given.
 */
export class TCP implements Socket {
	/** Value of the option `target`; the app's own. */
	target: unknown;
	/** @internal Node's side of the connection. */
	protected readonly connection: NodeSocket;
	#onReadable: Callback | undefined;
	#onWritable: Callback | undefined;
	#onError: Callback | undefined;
	#format: "buffer" | "number";
	#received = new ReceiveQueue();
	#writable = 0;
	#events = 0;
	#open = false;
	#stopped = false;
	#failed = false;
	#closed = false;
	#error: unknown;

	/**
	 * Starts to connect. The options are not modified. `format` may be "buffer" (the default) or "number", `target` is
	 * kept as `this.target`. With `ref: false` the socket keeps the process alive only to send its last bytes after `close`.
	 * @throws Error "invalid address" unless the address is an IPv4 or IPv6 literal
	 * @throws RangeError "invalid port" unless the port is an integer from 1 to 65535
	 * @throws TypeError for a callback that is not a function
	 */
	constructor(options: SocketOptions) {
		const { address, port } = options;
		if (typeof address !== "string" || isIP(address) === 0)
			throw new Error("invalid address");
		if (!Number.isInteger(port) || port < 1 || port > 65535)
			throw new RangeError("invalid port");
		this.#onReadable = callbackOf(options, "onReadable");
		this.#onWritable = callbackOf(options, "onWritable");
		this.#onError = callbackOf(options, "onError");
		this.#format = formatOf(options.format ?? "buffer");
		this.target = options.target;

		const incoming = new Uint8Array(receiveWindow);
		const connection = connect({
			host: address,
			port,
			onread: {
				buffer: incoming,
				callback: (count) => {
					this.onBytes(incoming.slice(0, count));
					return true;
				}
			}
		});
		this.connection = connection;
		connection.setNoDelay(options.nodelay === true);
		if (options.ref === false)
			connection.unref();
		connection.on("connect", () => this.onConnect());
		connection.on("end", () => this.onEnd());
		connection.on("error", (error) => this.onEnd(error));
	}

	/** "buffer" or "number": with "number", `read` returns one byte and `write` takes one. */
	get format(): string {
		return this.#format;
	}

	/** @throws RangeError "unknown format" for anything else */
	set format(format: string) {
		this.#format = formatOf(format);
	}

	/**
	 * See `Socket.read`.
	 * @param target a buffer is filled to its end and stays the caller's; ignored when `format` is "number"
	 * @throws Error "invalid" when more bytes are asked for than there are, or none; "socket is closed"
	 * after `close`
	 */
	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		if (this.#closed)
			throw new Error("socket is closed");
		if (this.#received.length === 0)
			return undefined;
		if (this.#format === "number")
			return this.#take(new Uint8Array(1))[0];
		if (target === undefined)
			return this.#take(new Uint8Array(this.#received.length)).buffer;
		if (typeof target === "number")
			return this.#take(new Uint8Array(this.#checked(target))).buffer;

		const view = viewOf(target);
		this.#checked(view.length);
		return this.#take(view).length;
	}

	/**
	 * See `Socket.write`.
	 * @param data bytes, or one byte as a number when `format` is "number"; copied before it returns
	 * @returns the number of bytes that can still be written; undefined when the connection is gone
	 * @throws Error "would block" when that is more than is writable, or the connection isn't open yet; "socket is
	 * closed" after `close`
	 */
	write(data: ByteBuffer | number): number | undefined {
		if (this.#closed)
			throw new Error("socket is closed");
		if (this.#failed)
			return undefined;

		const bytes = this.#format === "number" ? Uint8Array.of(data as number) : new Uint8Array(viewOf(data));
		if (!this.#open || bytes.length > this.#writable)
			throw new Error("would block");
		if (bytes.length === 0)
			return this.#writable;

		this.#writable -= bytes.length;
		this.send(bytes, () => this.#flushed(bytes.length));
		return this.#writable;
	}

	/**
	 * Frees the socket; nothing is called back any more. Bytes already written are still sent, unread ones are dropped.
	 * May be called more than once.
	 */
	close(): void {
		if (this.#closed)
			return;

		this.#closed = true;
		this.#events = 0;
		this.#received.clear();
		if (!this.#open) {
			this.connection.destroy();
			return;
		}
		this.connection.ref();
		const linger = setTimeout(() => this.connection.destroy(), lingerTime).unref();
		this.connection.on("close", () => clearTimeout(linger));
		this.finish();
	}

	/** @internal The connection is there: bytes can be written from now on. */
	protected onConnect(): void {
		this.#open = true;
		this.#flushed(sendWindow);
	}

	/**
	 * @internal Bytes have come. When enough is waiting, nothing more is taken from the network.
	 * @param bytes the socket's from now on
	 */
	protected onBytes(bytes: Uint8Array): void {
		if (this.#closed)
			return;
		this.#received.push(bytes);
		this.#trigger(readableEvent);
		if (this.#received.length < receiveWindow)
			return;
		this.#stopped = true;
		this.connection.pause();
	}

	/** @internal The connection is gone; only the first call counts. */
	protected onEnd(error?: Error): void {
		if (this.#failed)
			return;
		this.#failed = true;
		this.#error = error;
		if (this.#received.length === 0)
			this.#trigger(errorEvent);
	}

	/**
	 * @internal Sends what was written.
	 * @param bytes nobody else's
	 * @param done called on a later turn when they have left; never when that failed
	 */
	protected send(bytes: Uint8Array, done: () => void): void {
		this.connection.write(bytes, (error) => {
			if (!error)
				done();
		});
	}

	/** @internal Ends the connection once all has been sent. */
	protected finish(): void {
		this.connection.destroySoon();
	}

	#checked(count: number): number {
		if (!Number.isInteger(count) || count < 1 || count > this.#received.length)
			throw new Error("invalid");
		return count;
	}

	#take<T extends Uint8Array>(target: T): T {
		this.#received.take(target);
		if (this.#failed && this.#received.length === 0)
			this.#trigger(errorEvent);
		if (this.#stopped && this.#received.length < receiveWindow) {
			this.#stopped = false;
			this.connection.resume();
		}
		return target;
	}

	#flushed(count: number): void {
		this.#writable += count;
		this.#trigger(writableEvent);
	}

	#trigger(event: number): void {
		if (this.#closed)
			return;
		if (this.#events === 0)
			setImmediate(() => this.#deliver());
		this.#events |= event;
	}

	/** Each callback may close the socket; nothing follows then. */
	#deliver(): void {
		const events = this.#events;
		this.#events = 0;
		if ((events & writableEvent) !== 0 && !this.#failed)
			this.#onWritable?.call(this, this.#writable);
		if ((events & readableEvent) !== 0 && this.#received.length > 0 && !this.#closed)
			this.#onReadable?.call(this, this.#received.length);
		if ((events & errorEvent) !== 0 && !this.#closed)
			this.#onError?.call(this, this.#error);
	}
}
