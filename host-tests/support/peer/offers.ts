import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { certificates } from "../tls/certificates.js";
import { type OnConnection, type Serve, tlsBehaviour } from "./tls-offers.js";
import { openUnansweredPort, type UnansweredPort } from "./unanswered.js";

/** What a case gets for the port it wants. */
export interface Offer {
	/** Base URL. */
	readonly url: string;
	/** Over TLS: the CA certificate to trust, the bytes of its DER. */
	readonly certificate?: readonly number[];
}

/** Ports of their own for what can't be told from a request: because none is read, or because TLS comes before it. */
export class Offers {
	readonly #serve: Serve;
	readonly #servers: Server[] = [];
	readonly #sockets = new Set<Socket>();
	readonly #unanswered: UnansweredPort[] = [];

	/** @param serve takes the TLS connections that requests come over */
	constructor(serve: Serve) {
		this.#serve = serve;
	}

	/**
	 * Opens a port that behaves so.
	 *
	 * - "refused": nothing listens; "hang-up" and "hang-up-reset": each connection is closed once it is open; "mute":
	 *   nothing is read; "unanswered": no connection opens; "unanswered-but-second": no connection to 127.0.0.1 opens, and
	 *   the scripts are at 127.0.0.2 on the same port
	 * - "tls": the scripts over TLS; "tls-" and an identity's name (see `IdentityName`): with another certificate;
	 *   "tls-old": TLS 1.1 at most; "tls-not": HTTP without TLS
	 * - "tls-closes", "tls-resets", "tls-stalls": the scripts over TLS, but the first connection ends so after `argument`
	 *   bytes of what the server sends: 0 is before its first, about 2,000 are its part of the handshake
	 *
	 * @returns undefined for an unknown behaviour
	 */
	async offer(behaviour: string, argument: number): Promise<Offer | undefined> {
		if (behaviour === "tls" || behaviour.startsWith("tls-"))
			return this.#offerTLS(behaviour, argument);
		const url = await this.#offerTCP(behaviour);
		return url === undefined ? undefined : { url: `http://${url}` };
	}

	close(): void {
		for (const server of this.#servers)
			server.close();
		for (const port of this.#unanswered)
			port.close();
		for (const socket of this.#sockets)
			socket.destroy();
	}

	async #offerTCP(behaviour: string): Promise<string | undefined> {
		switch (behaviour) {
			case "refused": {
				const [server, place] = await this.#listen(() => undefined, true);
				server.close();
				return place;
			}
			case "hang-up":
				return (await this.#listen((socket) => socket.end(), true))[1];
			case "hang-up-reset":
				return (await this.#listen((socket) => socket.resetAndDestroy(), true))[1];
			case "mute":
				return (await this.#listen((socket) => socket.pause(), true))[1];
			case "unanswered": {
				const port = await openUnansweredPort();
				this.#unanswered.push(port);
				return port.place;
			}
			case "unanswered-but-second": {
				const port = await openUnansweredPort();
				this.#unanswered.push(port);
				await this.#listen((socket) => this.#serve(socket, socket), false, "127.0.0.2", Number(port.place.split(":")[1]));
				return port.place;
			}
		}
		return undefined;
	}

	async #offerTLS(behaviour: string, argument: number): Promise<Offer | undefined> {
		const onConnection = await tlsBehaviour(behaviour, argument, this.#serve);
		if (onConnection === undefined)
			return undefined;
		const [, place] = await this.#listen(onConnection, false);
		return { url: `https://${place}`, certificate: [...(await certificates()).authority.der] };
	}

	/** Returns the server and its host and port. */
	async #listen(onConnection: OnConnection, pauseOnConnect: boolean, host = "127.0.0.1", wanted = 0): Promise<[Server, string]> {
		const server = createServer({ pauseOnConnect }, (socket) => {
			this.#sockets.add(socket);
			socket.on("error", () => undefined);
			socket.on("close", () => this.#sockets.delete(socket));
			onConnection(socket);
		});
		this.#servers.push(server);
		server.listen(wanted, host);
		await once(server, "listening");
		return [server, `127.0.0.1:${(server.address() as AddressInfo).port}`];
	}
}
