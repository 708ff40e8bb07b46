import { createServer as createHTTPServer } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { certificates, type Identity, type IdentityName } from "../tls/certificates.js";
import { serverSide } from "../tls/server-side.js";

/** What becomes of a port's connections. */
export type OnConnection = (socket: Socket) => void;

/** Takes a connection, and the TCP connection below it when its TLS handshake is complete: the scripted peer. */
export type Serve = (socket: Socket, connection: Socket) => void;

/** Identities and `serve`, which the behaviours need. */
interface Means {
	readonly identities: Readonly<Record<IdentityName, Identity>>;
	readonly serve: Serve;
}

const cuts: Readonly<Record<string, OnConnection>> = {
	"tls-closes": (socket) => socket.end(),
	"tls-resets": (socket) => socket.resetAndDestroy(),
	"tls-stalls": () => undefined
};

/**
 * Makes a behaviour of a TLS server; see `Offers`.
 * @returns undefined for an unknown one
 */
export async function tlsBehaviour(name: string, argument: number, serve: Serve): Promise<OnConnection | undefined> {
	const means: Means = { identities: (await certificates()).identities, serve };
	switch (name) {
		case "tls":
			return speaking(means, "good");
		case "tls-old":
			return speaking(means, "good", { minVersion: "TLSv1", maxVersion: "TLSv1.1" });
		case "tls-not": {
			const server = createHTTPServer();
			return (socket) => server.emit("connection", socket);
		}
	}
	if (Object.hasOwn(cuts, name))
		return cutting(means, cuts[name], argument);
	const identity = name.slice("tls-".length);
	return Object.hasOwn(means.identities, identity) ? speaking(means, identity as IdentityName) : undefined;
}

function speaking({ identities, serve }: Means, name: IdentityName, versions = {}): OnConnection {
	return (socket) => {
		const tls = serverSide(socket, identities[name], versions);
		tls.once("secure", () => serve(tls, socket));
	};
}

/** The first connection breaks after so many bytes of what TLS sends; those after it are whole. */
function cutting(means: Means, cut: OnConnection, bytes: number): OnConnection {
	let first = true;
	return (socket) => {
		if (!first)
			return speaking(means, "good")(socket);
		first = false;
		let left = bytes;
		const ciphertext = new Duplex({
			read: () => undefined,
			write(chunk: Uint8Array, _encoding, done) {
				if (left >= 0) {
					socket.write(chunk.subarray(0, left));
					left -= chunk.length;
					if (left <= 0) {
						cut(socket);
						left = -1;
					}
				}
				done();
			}
		});
		socket.on("data", (chunk) => ciphertext.push(chunk));
		const tls = serverSide(ciphertext, means.identities.good);
		tls.once("secure", () => means.serve(tls, socket));
	};
}
