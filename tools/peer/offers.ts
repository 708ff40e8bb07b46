import { endings } from "../network/endings.js";
import { Listener } from "../network/listener.js";
import { certificates } from "../tls/certificates.js";
import { type OnConnection, type Serve, tlsBehaviour } from "./tls-offers.js";
import { openUnansweredPort, type UnansweredPort } from "./unanswered.js";

/** Of "tcpmux": nothing listens there. A port that was open a moment ago may be another test's by now. */
const REFUSED_PORT = 1;

/** Connections of such a port are never read from. */
const unread = { pauseOnConnect: true };

/** What a case gets for the port it wants. */
export interface Offer {
	/** Base URL. */
	readonly url: string;
	/** Over TLS: the CA certificate to trust, the bytes of its DER. */
	readonly certificate?: readonly number[];
}

/** Ports of their own for what can't be told from a request: because none is read, or because TLS comes before it. */
export class Offers {
	readonly #host: string;
	readonly #serve: Serve;
	readonly #listeners: Listener[] = [];
	readonly #unanswered: UnansweredPort[] = [];

	/**
	 * @param host address to listen on
	 * @param serve takes the TLS connections that requests come over
	 */
	constructor(host: string, serve: Serve) {
		this.#host = host;
		this.#serve = serve;
	}

	/**
	 * Opens a port that behaves so.
	 *
	 * - "refused": nothing listens; "hang-up" and "hang-up-reset": each connection is closed once it is open; "mute":
	 *   nothing is read; "unanswered": no connection opens; "unanswered-but-second": no connection to that port opens, and
	 *   the scripts are at 127.0.0.2 on the same port number; "mute-but-second": the same, but nothing is read
	 * - "tls": the scripts over TLS; "tls-" and an identity's name (see `IdentityName`): with another certificate;
	 *   "tls-old": TLS 1.1 at most; "tls-not": HTTP without TLS
	 * - "tls-cut", "tls-reset", "tls-stall", "tls-damage": the scripts over TLS, but that happens to the first connection
	 *   after `argument` bytes of what the server sends: 0 is before its first, about 2,000 are its part of the handshake
	 * - "tls-long": each connection's first request is answered in one record with `argument` bytes of data
	 *
	 * @returns undefined for an unknown behaviour
	 */
	async offer(behaviour: string, argument: number): Promise<Offer | undefined> {
		if (behaviour === "tls" || behaviour.startsWith("tls-"))
			return this.#offerTLS(behaviour, argument);
		const url = await this.#offerTCP(behaviour);
		return url === undefined ? undefined : { url };
	}

	close(): void {
		for (const listener of this.#listeners)
			listener.close();
		for (const port of this.#unanswered)
			port.close();
	}

	async #offerTCP(behaviour: string): Promise<string | undefined> {
		switch (behaviour) {
			case "refused":
				return `http://${this.#host}:${REFUSED_PORT}`;
			case "hang-up":
				return (await this.#listen(endings["half-close"], unread)).url;
			case "hang-up-reset":
				return (await this.#listen(endings.reset, unread)).url;
			case "mute":
				return (await this.#listen(endings.stall, unread)).url;
			case "mute-but-second": {
				const { port, url } = await this.#listen(endings.stall, unread);
				await this.#listen((socket) => this.#serve(socket, socket), { host: "127.0.0.2", port });
				return url;
			}
			case "unanswered":
			case "unanswered-but-second": {
				const port = await openUnansweredPort(this.#host);
				this.#unanswered.push(port);
				if (behaviour === "unanswered-but-second")
					await this.#listen((socket) => this.#serve(socket, socket), { host: "127.0.0.2", port: Number(port.place.split(":")[1]) });
				return `http://${port.place}`;
			}
		}
		return undefined;
	}

	async #offerTLS(behaviour: string, argument: number): Promise<Offer | undefined> {
		const onConnection = await tlsBehaviour(behaviour, argument, this.#serve);
		if (onConnection === undefined)
			return undefined;
		const { port } = await this.#listen(onConnection);
		return { url: `https://${this.#host}:${port}`, certificate: [...(await certificates()).authority.der] };
	}

	async #listen(onConnection: OnConnection, options = {}): Promise<Listener> {
		const listener = await new Listener(onConnection, { host: this.#host, ...options }).open();
		this.#listeners.push(listener);
		return listener;
	}
}
