import type { DatagramSocket, DatagramSocketOptions } from "../../../lib/dns/lookup.js";

interface Datagram {
	readonly bytes: Uint8Array;
	readonly address: string;
	readonly port: number;
}

/** A network whose servers are the test. */
export class Datagrams {
	/** Whether there is a network: without one no socket can be made. */
	isUp = true;
	/** Sockets that can't be made before one can, as where a port is taken. */
	taken = 0;
	/** Addresses to which there is no way. */
	readonly unreachable = new Set<string>();
	/** Servers that were asked, with their ports. */
	readonly asked: string[] = [];
	/** Ports of the sockets that were made. */
	readonly ports: number[] = [];
	open = 0;
	/** The socket that was made last, and the question that was sent last. */
	socket: ScriptedSocket | undefined;
	question = new Uint8Array(0);

	/** `{ io, … }` of its sockets. */
	readonly provider = { io: ScriptedSocket, network: this };

	/** Datagrams that arrive together, as text `address:port` and what they hold. */
	arrive(...datagrams: readonly (readonly [from: string, bytes: Uint8Array])[]): void {
		this.socket?.arrive(datagrams.map(([from, bytes]) => {
			const [address, port] = from.split(":");
			return { bytes, address, port: Number(port) };
		}));
	}
}

/** A UDP socket as the SDK has it: all datagrams that wait are announced by their number, and a closed one throws. */
class ScriptedSocket implements DatagramSocket {
	readonly #network: Datagrams;
	readonly #options: DatagramSocketOptions;
	#waiting: Datagram[] = [];
	#isClosed = false;

	constructor(options: DatagramSocketOptions) {
		const network = options.network as Datagrams;
		network.ports.push(options.port);
		if (!network.isUp || network.taken-- > 0)
			throw new Error("bind failed");
		this.#network = network;
		this.#options = options;
		network.socket = this;
		network.open++;
	}

	arrive(datagrams: readonly Datagram[]): void {
		if (this.#isClosed)
			return;
		this.#waiting.push(...datagrams);
		this.announce(this.#waiting.length);
	}

	/** Says that so many datagrams can be read, whether they can or not. */
	announce(count: number): void {
		this.#options.onReadable(count);
	}

	read(): ReturnType<DatagramSocket["read"]> {
		this.#check();
		const [first, ...others] = this.#waiting;
		this.#waiting = others;
		return first === undefined ? undefined : Object.assign(first.bytes.slice().buffer, { address: first.address, port: first.port });
	}

	write(data: Uint8Array, address: string, port: number): void {
		this.#check();
		this.#network.asked.push(`${address}:${port}`);
		if (!this.#network.isUp || this.#network.unreachable.has(address))
			throw new Error("UDP send failed");
		this.#network.question = data.slice();
	}

	close(): void {
		this.#check();
		this.#isClosed = true;
		this.#network.open--;
	}

	#check(): void {
		if (this.#isClosed)
			throw new Error("socket is closed");
	}
}
