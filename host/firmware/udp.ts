import { createSocket } from "node:dgram";

/** A datagram, and where it comes from. */
export type Datagram = ArrayBuffer & { readonly address: string; readonly port: number };

interface Options {
	readonly port: number;
	/** `count` is the number of datagrams that can be read. */
	onReadable(this: UDP, count: number): void;
}

/** What firmware imports as "embedded:io/socket/udp" (ECMA-419, UDP socket), over Node's, on this machine's own address alone. */
export default class UDP {
	readonly #received: Datagram[] = [];
	readonly #socket = createSocket("udp4");

	constructor(options: Options) {
		this.#socket.on("message", (bytes, { address, port: from }) => {
			this.#received.push(Object.assign(new Uint8Array(bytes).buffer, { address, port: from }));
			options.onReadable.call(this, this.#received.length);
		});
		this.#socket.bind(options.port, "127.0.0.1");
		this.#socket.unref();
	}

	read(): Datagram | undefined {
		return this.#received.shift();
	}

	/** @throws for an invalid port; later errors of the system are dropped */
	write(data: ArrayBuffer, address: string, port: number): void {
		this.#socket.send(new Uint8Array(data), port, address, () => undefined);
	}

	close(): void {
		this.#socket.close();
	}
}
