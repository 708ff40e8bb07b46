import { TCP } from "../../host/tcp.js";
import { TLSSocket } from "../../host/tls.js";
import type { SecureOptions, SocketOptions } from "../../lib/platform.js";
import { ALL, type Event, eventFrame, jsonOf } from "./protocol.js";

/** Options of a socket as they come from XS: certificates are arrays of numbers, and a TLS socket has `tls`. */
interface RemoteOptions extends SocketOptions {
	readonly tls?: Omit<SecureOptions, "certificate"> & { readonly certificate?: readonly (readonly number[])[] };
}

/** The payload of a frame that tells XS of an error. */
export function errorPayload({ name, message }: Error): Uint8Array {
	return Buffer.from(JSON.stringify({ name, message }));
}

/** A socket of XS's. */
interface Remote {
	readonly tcp: TCP;
	/** Bytes that Node's socket has, and takes. */
	received: number;
	room: number;
	/** Bytes that XS knows of. They grow with the event that tells it, never while XS runs: as on a device. */
	readable: number;
	writable: number;
}

/** The sockets of XS, over the project's TCP and TLS for Node. */
export class RemoteSockets {
	readonly #emit: (event: Event) => void;
	readonly #sockets = new Map<number, Remote>();

	constructor(emit: (event: Event) => void) {
		this.#emit = emit;
	}

	/** Number of open sockets. */
	get count(): number {
		return this.#sockets.size;
	}

	/** @param payload JSON of the options that XS was given, without its callbacks */
	open(id: number, payload: Uint8Array): void {
		const { tls, ...options } = jsonOf(payload) as RemoteOptions;
		const Class = tls === undefined ? TCP : TLSSocket;
		const secure = tls && { ...tls, certificate: tls.certificate?.map((bytes) => Uint8Array.from(bytes)) };
		const tell = (event: Event): void => this.#emit(() => this.#sockets.has(id) ? event() : undefined);
		const remote: Remote = {
			tcp: new Class({
				...options,
				secure,
				format: formatOf(options.format),
				onReadable: (count) => {
					remote.received = count;
					tell(() => {
						remote.readable = remote.received;
						return remote.readable > 0 ? eventFrame("readable", id, remote.readable) : undefined;
					});
				},
				onWritable: (count) => {
					remote.room = count;
					tell(() => {
						remote.writable = remote.room;
						return remote.writable > 0 ? eventFrame("writable", id, remote.writable) : undefined;
					});
				},
				onError: (error) => tell(() => eventFrame("failed", id, 0, error === undefined ? undefined : errorPayload(error as Error)))
			}),
			received: 0,
			room: 0,
			readable: 0,
			writable: 0
		};
		this.#sockets.set(id, remote);
	}

	read(id: number, wanted: number): Uint8Array | undefined {
		const remote = this.#remote(id);
		if (remote.readable === 0)
			return undefined;
		const count = wanted === ALL ? remote.readable : wanted;
		if (count > remote.readable)
			throw new Error("invalid");
		const bytes = remote.tcp.read(count) as ArrayBuffer;
		remote.received -= count;
		remote.readable -= count;
		return new Uint8Array(bytes);
	}

	write(id: number, bytes: Uint8Array): number | undefined {
		const remote = this.#remote(id);
		if (bytes.length > remote.writable)
			throw new Error("would block");
		const room = remote.tcp.write(bytes);
		if (room === undefined)
			return undefined;
		remote.room = room;
		remote.writable -= bytes.length;
		return remote.writable;
	}

	/** Closes one socket. */
	end(id: number): void {
		this.#sockets.get(id)?.tcp.close();
		this.#sockets.delete(id);
	}

	/** Closes them all. */
	close(): void {
		for (const id of this.#sockets.keys())
			this.end(id);
	}

	#remote(id: number): Remote {
		const remote = this.#sockets.get(id);
		if (remote === undefined)
			throw new Error("socket is closed");
		return remote;
	}
}

function formatOf(format: unknown): "buffer" {
	if (format !== undefined && format !== "buffer")
		throw new RangeError("unknown format");
	return "buffer";
}
