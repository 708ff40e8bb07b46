import { connect, type Socket } from "node:net";
import { certificates } from "../tls/certificates.js";
import { type Front, startFront } from "../tls/front.js";
import { RecordCounter } from "../tls/record-counter.js";
import { Listener } from "./listener.js";
import { isStreamFault, SpoiledStream } from "./spoiled-stream.js";

/** Bytes that the server of a port's first connection had sent. */
interface SecureReport {
	/** When the client's first record with data came: the handshake. */
	handshake: number;
	/** When its second came: the handshake and the first answer. */
	answer: number;
}

/** Ports in front of the service over TLS, on each of which the first connection meets a fault in its ciphertext. */
export class SecurePorts {
	injected = 0;
	readonly #service: number;
	readonly #listeners = new Map<number, Listener>();
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
		if (!isStreamFault(name))
			return undefined;
		const front = await (this.#front ??= startFront(this.#service));
		let connections = 0;
		const report: SecureReport = { handshake: 0, answer: 0 };
		const listener = await Listener.open((client) => {
			const inner = connect(front.port, "127.0.0.1").setNoDelay();
			listener.keep(inner);
			client.on("close", () => inner.destroySoon());
			inner.on("close", () => client.destroySoon());
			const stream = new SpoiledStream(client, ++connections === 1 ? name : "none", Number(at));
			inner.on("data", (bytes: Buffer) => stream.write(bytes));
			if (connections === 1)
				observe(client, stream, report);
			client.on("data", (bytes) => inner.write(bytes));
		});
		this.injected += name === "none" ? 0 : 1;
		this.#listeners.set(listener.port, listener);
		this.#reports.set(listener.port, report);
		return listener.port;
	}

	/** Closes a port. Connections that are open stay. */
	shut(port: number): void {
		this.#listeners.get(port)?.refuse();
	}

	report(port: number): SecureReport | undefined {
		return this.#reports.get(port);
	}

	close(): void {
		for (const listener of this.#listeners.values())
			listener.close();
		void this.#front?.then((front) => front.close());
	}
}

/** Takes down what the server has sent when the client's first and second records with data come. */
function observe(client: Socket, sent: SpoiledStream, report: SecureReport): void {
	const records = new RecordCounter();
	client.on("data", (bytes) => {
		const { count } = records;
		records.push(bytes);
		if (count === 0 && records.count === 1)
			report.handshake = sent.passed;
		if (count === 1 && records.count === 2)
			report.answer = sent.passed;
	});
}
