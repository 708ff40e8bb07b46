import { certificates } from "../tls/certificates.js";
import { type SecureListener, startSecure } from "../tls/secure-listener.js";
import { countData } from "../tls/records.js";
import { isStreamFault, spoiled, TCPProxy, watched } from "./proxy.js";

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
	readonly #proxies = new Map<number, TCPProxy>();
	readonly #reports = new Map<number, SecureReport>();
	#secure: Promise<SecureListener> | undefined;

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
		const secure = await (this.#secure ??= startSecure(this.#service));
		const report: SecureReport = { handshake: 0, answer: 0 };
		const proxy = await new TCPProxy(secure.port, ({ number }) => {
			if (number > 0)
				return {};
			const way = spoiled(name, Number(at));
			let sent = 0, records = 0;
			return {
				up: watched(countData(() => {
					records++;
					if (records === 1)
						report.handshake = sent;
					else if (records === 2)
						report.answer = sent;
				})),
				down: (bytes, to) => {
					sent += bytes.length;
					way(bytes, to);
				}
			};
		}).open();
		this.injected += name === "none" ? 0 : 1;
		this.#proxies.set(proxy.port, proxy);
		this.#reports.set(proxy.port, report);
		return proxy.port;
	}

	/** Closes a port. Connections that are open stay. */
	shut(port: number): void {
		this.#proxies.get(port)?.refuse();
	}

	report(port: number): SecureReport | undefined {
		return this.#reports.get(port);
	}

	close(): void {
		for (const proxy of this.#proxies.values())
			proxy.close();
		void this.#secure?.then((secure) => secure.close());
	}
}
