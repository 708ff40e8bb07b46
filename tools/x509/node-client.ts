/** Node's TLS, which is OpenSSL, asked what it thinks of a server's certificates. */
import { once } from "node:events";
import type { KeyObject } from "node:crypto";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server } from "node:tls";
import { pemOf } from "./der.js";

/** A server whose certificates change, and Node's client of it. */
export class NodeClient {
	readonly #server: Server;
	readonly #key: string;
	readonly #authorities: readonly string[];

	private constructor(server: Server, key: string, authorities: readonly string[]) {
		this.#server = server;
		this.#key = key;
		this.#authorities = authorities;
	}

	/**
	 * @param key of the leaves
	 * @param authorities DER of the CAs to trust
	 */
	static async start(key: KeyObject, authorities: readonly Uint8Array[]): Promise<NodeClient> {
		const server = createServer();
		server.on("tlsClientError", () => undefined).on("secureConnection", (socket) => void socket.on("error", () => undefined));
		await once(server.listen(0, "127.0.0.1"), "listening");
		return new NodeClient(server, key.export({ type: "pkcs8", format: "pem" }) as string, authorities.map(pemOf));
	}

	/**
	 * Shakes hands by TLS 1.2.
	 * @param chain DER, the leaf first
	 * @param host name or address that is looked for
	 * @returns "" for an accepted chain, else why not
	 */
	async faultOf(chain: readonly Uint8Array[], host = "localhost"): Promise<string> {
		try {
			this.#server.setSecureContext({ key: this.#key, cert: chain.map(pemOf).join("") });
		}
		catch (error) {
			return String(error);
		}
		return new Promise((resolve) => {
			const { port } = this.#server.address() as AddressInfo;
			const socket = connect({ port, host: "127.0.0.1", servername: host, ca: [...this.#authorities], maxVersion: "TLSv1.2" });
			socket.on("secureConnect", () => {
				resolve("");
				socket.destroy();
			}).on("error", (error: NodeJS.ErrnoException) => resolve(`${error.code ?? ""} ${error.message}`));
		});
	}

	close(): void {
		this.#server.close();
	}
}
