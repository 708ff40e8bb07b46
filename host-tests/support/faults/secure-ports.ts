import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { certificates } from "../tls/certificates.js";
import { type Front, startFront } from "../tls/front.js";
import { RecordCounter } from "../tls/record-counter.js";

/** What is done to the first connection of a port at a byte of what the server sends. */
type SecureFault = "none" | "cut" | "reset" | "stall" | "damage";

/** Bytes that the server of a port's first connection had sent. */
interface SecureReport {
	/** When the client's first record with data came: the handshake. */
	handshake: number;
	/** When its second came: the handshake and the first answer. */
	answer: number;
}

const names: readonly string[] = ["none", "cut", "reset", "stall", "damage"] satisfies readonly SecureFault[];
const flipped = 0x55;

/** Ports in front of the service over TLS, on each of which the first connection meets a fault in its ciphertext. */
export class SecurePorts {
	injected = 0;
	readonly #service: number;
	readonly #servers = new Map<number, Server>();
	readonly #sockets = new Set<Socket>();
	readonly #reports = new Map<number, SecureReport>();
	#front: Promise<Front> | undefined;

	/** @param service port of the service on loopback */
	constructor(service: number) {
		this.#service = service;
	}

	/** DER of the CA to trust. */
	async authority(): Promise<readonly number[]> {
		return [...(await certificates()).authority.der];
	}

	/**
	 * Opens a port; `shut` is to be called when it has been used.
	 * @param fault name and byte, as in "cut.100"
	 * @returns undefined for an unknown fault
	 */
	async open(fault: string): Promise<number | undefined> {
		const [name, at] = fault.split(".");
		if (!names.includes(name))
			return undefined;
		const front = await (this.#front ??= startFront(this.#service));
		let connections = 0;
		const report: SecureReport = { handshake: 0, answer: 0 };
		const server = createServer((client) => {
			const inner = connect(front.port, "127.0.0.1");
			this.#keep(client, inner);
			if (++connections === 1)
				return this.#spoil(client, inner, name as SecureFault, Number(at), report);
			inner.on("data", (bytes) => client.write(bytes));
			client.on("data", (bytes) => inner.write(bytes));
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		this.injected += name === "none" ? 0 : 1;
		const { port } = server.address() as AddressInfo;
		this.#servers.set(port, server);
		this.#reports.set(port, report);
		return port;
	}

	/** Closes a port. */
	shut(port: number): void {
		this.#servers.get(port)?.close();
		this.#servers.delete(port);
	}

	report(port: number): SecureReport | undefined {
		return this.#reports.get(port);
	}

	close(): void {
		for (const server of this.#servers.values())
			server.close();
		for (const socket of this.#sockets)
			socket.destroy();
		void this.#front?.then((front) => front.close());
	}

	/** The two ends of a connection end together. */
	#keep(client: Socket, inner: Socket): void {
		for (const [socket, other] of [[client, inner], [inner, client]]) {
			this.#sockets.add(socket);
			socket.setNoDelay().on("error", () => undefined).on("close", () => {
				this.#sockets.delete(socket);
				other.destroySoon();
			});
		}
	}

	#spoil(client: Socket, inner: Socket, name: SecureFault, at: number, report: SecureReport): void {
		const records = new RecordCounter();
		let passed = 0;
		let over = false;
		client.on("data", (bytes) => {
			const { count } = records;
			records.push(bytes);
			if (count === 0 && records.count === 1)
				report.handshake = passed;
			if (count === 1 && records.count === 2)
				report.answer = passed;
			inner.write(bytes);
		});
		inner.on("data", (bytes) => {
			if (over)
				return;
			const hit = name !== "none" && at <= passed + bytes.length;
			if (name === "damage" && hit && at >= passed && at < passed + bytes.length)
				bytes[at - passed] ^= flipped;
			over = hit && name !== "damage";
			client.write(over ? bytes.subarray(0, at - passed) : bytes);
			passed += bytes.length;
			if (over && name === "cut")
				client.destroySoon();
			if (over && name === "reset")
				setImmediate(() => client.resetAndDestroy());
		});
	}
}
