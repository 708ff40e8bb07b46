import { TCP } from "../../host/tcp.js";
import type { SocketOptions } from "../../lib/platform.js";
import type { Event } from "./device.js";
import { ALL, BYTES, frame, NOTHING, NUMBER, ON_ERROR, ON_READABLE, ON_WRITABLE } from "./protocol.js";

/** A socket of XS's. */
interface Remote {
	readonly tcp: TCP;
	/** Bytes, as XS would be told now: it may have read or written since Node was told. */
	readable: number;
	writable: number;
}

/** The sockets of XS, over the project's TCP for Node. */
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

	/** @param options address, port and nodelay, as XS was given them */
	open(id: number, options: SocketOptions): Uint8Array {
		const remote: Remote = {
			tcp: new TCP({
				...options,
				format: formatOf(options.format),
				onReadable: (count) => {
					remote.readable = count;
					this.#tell(id, () => remote.readable > 0 ? frame(ON_READABLE, id, remote.readable) : undefined);
				},
				onWritable: (count) => {
					remote.writable = count;
					this.#tell(id, () => remote.writable > 0 ? frame(ON_WRITABLE, id, remote.writable) : undefined);
				},
				onError: (error) => this.#tell(id, () => error === undefined
					? frame(ON_ERROR, id, 0)
					: frame(ON_ERROR, id, 1, Buffer.from((error as Error).message)))
			}),
			readable: 0,
			writable: 0
		};
		this.#sockets.set(id, remote);
		return frame(NOTHING);
	}

	read(id: number, wanted: number): Uint8Array {
		const remote = this.#remote(id);
		const bytes = remote.tcp.read(wanted === ALL ? undefined : wanted) as ArrayBuffer | undefined;
		if (bytes === undefined)
			return frame(NOTHING);
		remote.readable -= bytes.byteLength;
		return frame(BYTES, 0, 0, new Uint8Array(bytes));
	}

	write(id: number, bytes: Uint8Array): Uint8Array {
		const remote = this.#remote(id);
		const writable = remote.tcp.write(bytes);
		if (writable === undefined)
			return frame(NOTHING);
		remote.writable = writable;
		return frame(NUMBER, 0, writable);
	}

	/** Closes one socket. */
	end(id: number): Uint8Array {
		this.#sockets.get(id)?.tcp.close();
		this.#sockets.delete(id);
		return frame(NOTHING);
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

	#tell(id: number, event: Event): void {
		this.#emit(() => this.#sockets.has(id) ? event() : undefined);
	}
}

function formatOf(format: unknown): "buffer" {
	if (format !== undefined && format !== "buffer")
		throw new RangeError("unknown format");
	return "buffer";
}
