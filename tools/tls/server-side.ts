import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, type SecureContextOptions, TLSSocket } from "node:tls";
import type { Identity } from "./certificates.js";

/**
 * Makes the server's side of TLS over a connection that has just come in. A connection that is a TCP socket can still be
 * written to, ended and reset: the peer then sees what TLS would never do.
 * @param versions of TLS, and cipher suites; Node's own where not given
 */
export function serverSide(connection: Socket | Duplex, { chain, key }: Identity, versions: Pick<SecureContextOptions, "ciphers" | "minVersion" | "maxVersion"> = {}): TLSSocket {
	const cert = chain.map(({ pem }) => pem).join("\n");
	const socket = new TLSSocket(connection, { isServer: true, secureContext: createSecureContext({ cert, key, ...versions }) });
	// What clients do to it is what the tests look at; they see it on their own side.
	socket.on("error", () => undefined);
	return socket;
}
