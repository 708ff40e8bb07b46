import { createServer, type Server, type TlsOptions, type TLSSocket } from "node:tls";
import { Listener } from "../network/listener.js";
import { leadTo } from "../network/proxy.js";
import { certificates, type Identity } from "./certificates.js";

/** A TLS port on loopback. It speaks TLS 1.2, as devices do, unless its options say otherwise. */
export class SecureListener extends Listener {
	readonly server: Server;

	/** @param behind port of a plain server on loopback that all is handed on to, both ways, or what takes a connection */
	constructor({ chain, key }: Pick<Identity, "key"> & { readonly chain: readonly { readonly pem: string }[] }, behind: number | ((socket: TLSSocket) => void), options: TlsOptions = {}) {
		super((socket) => this.server.emit("connection", socket));
		this.server = createServer({ cert: chain.map(({ pem }) => pem).join("\n"), key, maxVersion: "TLSv1.2", ...options }, (socket) => {
			socket.on("error", () => socket.destroy());
			if (typeof behind === "number")
				leadTo(behind, socket);
			else
				behind(socket);
		});
		// What clients do to it is what the tests look at; they see it on their own side.
		this.server.on("tlsClientError", () => undefined);
	}

	override get url(): string {
		return `https://127.0.0.1:${this.port}`;
	}
}

/** Starts one before a plain port, with the good identity. */
export async function startSecure(port: number): Promise<SecureListener> {
	return new SecureListener((await certificates()).identities.good, port).open();
}
