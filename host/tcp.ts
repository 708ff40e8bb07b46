import { connect, isIP, type Socket as NodeSocket } from "node:net";
import type { ByteBuffer, Socket, SocketOptions } from "../lib/platform.js";
import { ReceiveQueue } from "./receive-queue.js";

/** Most bytes that are written and not yet taken by the operating system. */
export const sendWindow = 16384;
/** From this many unread bytes on, nothing more is taken from the network; at most twice as many are ever held. */
export const receiveWindow = 16384;
/** Milliseconds that a closed socket has for its last bytes; a peer that takes none of them can't keep the process alive. */
export const lingerTime = 1000;

const readableEvent = 1;
const writableEvent = 2;
const errorEvent = 4;

type Callback = (...values: unknown[]) => void;

/**
 * A TCP socket with the ECMA-419 interface and the manners of the Moddable SDK's, over Node's.
 *
 * - Callbacks get the socket as `this` and run on a turn of the event loop of their own.
 * - The writable count shrinks with `write`; it grows on a later turn, and `onWritable` tells it.
 * - `onReadable` is called again when more bytes have come, not because some were left unread.
 * - `onError` is called once: with an Error when the connection failed, with undefined when the peer closed it. From then
 *   on `write` drops what it is given.
 */
export class TCP implements Socket {
	target: unknown;
	#socket: NodeSocket;
	#onReadable: Callback | undefined;
	#onWritable: Callback | undefined;
	#onError: Callback | undefined;
	#format: "buffer" | "number";
	#received = new ReceiveQueue();
	#writable = 0;
	#events = 0;
	#stopped = false;
	#failed = false;
	#closed = false;
	#error: unknown;

	/**
	 * Starts to connect. The options are not modified. `format` may be "buffer" (the default) or "number", `target` is
	 * kept as `this.target`.
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
		const socket = connect({
			host: address,
			port,
			onread: { buffer: incoming, callback: (count) => this.#receive(incoming.slice(0, count)) },
		});
		this.#socket = socket;
		socket.setNoDelay(options.nodelay === true);
		socket.on("connect", () => this.#flushed(sendWindow));
		socket.on("end", () => this.#fail(undefined));
		socket.on("error", (error) => this.#fail(error));
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
		if (this.#socket.connecting || bytes.length > this.#writable)
			throw new Error("would block");
		if (bytes.length === 0)
			return this.#writable;

		this.#writable -= bytes.length;
		this.#socket.write(bytes, (error) => {
			if (!error)
				this.#flushed(bytes.length);
		});
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
		const socket = this.#socket;
		const linger = setTimeout(() => socket.destroy(), lingerTime).unref();
		socket.on("close", () => clearTimeout(linger));
		socket.destroySoon();
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
			this.#socket.resume();
		}
		return target;
	}

	/** Returns false, which makes Node stop reading, when enough is waiting. */
	#receive(bytes: Uint8Array): boolean {
		if (this.#closed)
			return true;
		this.#received.push(bytes);
		this.#trigger(readableEvent);
		this.#stopped = this.#received.length >= receiveWindow;
		return !this.#stopped;
	}

	#flushed(count: number): void {
		this.#writable += count;
		this.#trigger(writableEvent);
	}

	#fail(error: unknown): void {
		if (this.#failed)
			return;
		this.#failed = true;
		this.#error = error;
		if (this.#received.length === 0)
			this.#trigger(errorEvent);
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

function callbackOf(options: SocketOptions, name: "onReadable" | "onWritable" | "onError"): Callback | undefined {
	const callback: unknown = options[name] ?? undefined;
	if (callback !== undefined && typeof callback !== "function")
		throw new TypeError(name + " is not a function");
	return callback as Callback | undefined;
}

function formatOf(format: unknown): "buffer" | "number" {
	if (format !== "buffer" && format !== "number")
		throw new RangeError("unknown format");
	return format;
}

function viewOf(buffer: unknown): Uint8Array {
	if (buffer instanceof ArrayBuffer)
		return new Uint8Array(buffer);
	if (ArrayBuffer.isView(buffer))
		return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	throw new TypeError("not a buffer");
}
