import { TLSSocket } from "../../lib/moddable/tls/socket.js";
import type { Socket, SocketOptions } from "../../lib/platform.js";

/** Bytes that the wire always takes. */
const room = 65_536;

/** The socket under test makes its wire itself: the last one is first here. */
const wires: ScriptedWire[] = [];

/** A TCP socket that is nobody's: what is sent is forgotten, what comes is put in. It calls back when it is told to. */
class ScriptedWire implements Socket {
	readonly #options: SocketOptions;
	#bytes = new Uint8Array(0);
	closed = false;

	constructor(options: SocketOptions) {
		this.#options = options;
		wires[0] = this;
	}

	get left(): number {
		return this.#bytes.length;
	}

	connect(): void {
		this.#options.onWritable?.(room);
	}

	receive(bytes: Uint8Array<ArrayBuffer>): void {
		this.#bytes = bytes;
		this.#options.onReadable?.(bytes.length);
	}

	fail(): void {
		if (!this.closed)
			this.#options.onError?.(new Error("closed"));
	}

	read(target?: unknown): number {
		const space = target as Uint8Array;
		space.set(this.#bytes.subarray(0, space.length));
		this.#bytes = this.#bytes.slice(space.length);
		return space.length;
	}

	write(): number {
		return room;
	}

	close(): void {
		this.closed = true;
	}
}

/** What became of a connection. */
export interface Ended {
	readonly opened: boolean;
	/** Whether there was data to be read. */
	readonly received: boolean;
	/** Text of the error, "" for none. */
	readonly error: string;
	/** Bytes that the socket has not taken. */
	readonly left: number;
}

/**
 * A TLS socket that gets these bytes and then nothing any more.
 * @param cut whether TCP then ends
 */
export function talk(host: string, authorities: readonly Uint8Array[], bytes: Uint8Array<ArrayBuffer>, cut: boolean): Ended {
	let opened = false;
	let received = false;
	let error = "";
	let socket: TLSSocket;
	try {
		socket = new TLSSocket({
			address: "127.0.0.1", port: 443, host,
			TCP: { io: ScriptedWire },
			secure: authorities.length === 0 ? {} : { certificate: authorities as Uint8Array[] },
			onWritable: () => {
				opened = true;
			},
			onReadable: () => {
				received = true;
			},
			onError: (fault) => {
				error = textOf(fault);
			}
		});
	}
	catch (fault) {
		// For CAs that are none.
		return { opened, received, error: textOf(fault), left: 0 };
	}
	const [wire] = wires;
	wire.connect();
	wire.receive(bytes);
	if (cut)
		wire.fail();
	socket.close();
	return { opened, received, error, left: wire.left };
}

export function textOf(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message}`.replaceAll("\n", " ") : String(error);
}
