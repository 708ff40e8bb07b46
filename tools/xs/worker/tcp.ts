import type { ByteBuffer, Socket, SocketOptions } from "../../../lib/platform.js";
import { ALL } from "../protocol.js";
import { bytesOf, call, callText, leaveOut, numberOf, takeIn, tell } from "./bridge.js";

interface Entry {
	readonly socket: TCP;
	readonly options: SocketOptions;
}

/** Open sockets by number; one that has been closed hears nothing any more. */
const entries = new Map<number, Entry>();
let last = 0;

/** The module "embedded:io/socket/tcp": an ECMA-419 TCP socket whose other end is Node's. */
export class TCP implements Socket {
	readonly format = "buffer";
	readonly target: unknown;
	readonly #id: number;

	/**
	 * @param tls what Node's TLS is told, as JSON; undefined for TCP
	 * @throws what Node's socket throws
	 */
	constructor(options: SocketOptions, tls?: object) {
		const { address, host, port, nodelay, format } = options;
		for (const callback of [options.onReadable, options.onWritable, options.onError]) {
			if (callback !== undefined && typeof callback !== "function")
				throw new TypeError("callback is not a function");
		}
		const id = last + 1;
		callText("openSocket", JSON.stringify({ address, host, port, nodelay, format, tls }), id);
		last = this.#id = id;
		this.target = options.target;
		entries.set(id, { socket: this, options });
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const wanted = target === undefined ? ALL : typeof target === "number" ? target : target.byteLength;
		const bytes = bytesOf(call("readSocket", this.#id, wanted));
		if (bytes === undefined)
			return undefined;
		if (typeof target !== "object")
			return bytes.slice().buffer;
		(target instanceof ArrayBuffer ? new Uint8Array(target) : target).set(bytes);
		return bytes.length;
	}

	write(data: ByteBuffer): number | undefined {
		const bytes = data instanceof ArrayBuffer ? data : (data.buffer as ArrayBuffer).slice(data.byteOffset, data.byteOffset + data.byteLength);
		return numberOf(call("writeSocket", this.#id, 0, bytes));
	}

	close(): void {
		if (entries.delete(this.#id))
			tell("closeSocket", this.#id);
	}
}

leaveOut(TCP.prototype, "close", "read", "write");

/** Sockets opened since the start. */
export function opened(): number {
	return last;
}

/** Tells a socket that bytes can be read. */
export function readable(id: number, count: number): void {
	const entry = entries.get(id);
	takeIn(() => entry?.options.onReadable?.call(entry.socket, count));
}

/** Tells a socket that bytes can be written. */
export function writable(id: number, count: number): void {
	const entry = entries.get(id);
	takeIn(() => entry?.options.onWritable?.call(entry.socket, count));
}

/** Tells a socket that its connection is gone. */
export function failed(id: number, error: unknown): void {
	const entry = entries.get(id);
	takeIn(() => entry?.options.onError?.call(entry.socket, error));
}
