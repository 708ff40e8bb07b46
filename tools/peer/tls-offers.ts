import { createServer as createHTTPServer } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { isStreamFault, spoiled, type StreamFault } from "../network/proxy.js";
import { certificates, type Identity, type IdentityName } from "../tls/certificates.js";
import { serverSide } from "../tls/server-side.js";
import { answerInOneRecord } from "./tls-long.js";

/** What becomes of a port's connections. */
export type OnConnection = (socket: Socket) => void;

/** Takes a connection, and the TCP connection below it when its TLS handshake is complete: the scripted peer. */
export type Serve = (socket: Socket, connection: Socket) => void;

/** Identities and `serve`, which the behaviours need. */
interface Means {
	readonly identities: Readonly<Record<IdentityName, Identity>>;
	readonly serve: Serve;
}

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
		case "tls-long":
			return (socket) => answerInOneRecord(socket, means.identities.good, argument);
		case "tls-not": {
			const server = createHTTPServer();
			return (socket) => server.emit("connection", socket);
		}
	}
	const rest = name.slice("tls-".length);
	if (isStreamFault(rest))
		return spoiling(means, rest, argument);
	return Object.hasOwn(means.identities, rest) ? speaking(means, rest as IdentityName) : undefined;
}

function speaking({ identities, serve }: Means, name: IdentityName, versions = {}): OnConnection {
	return (socket) => {
		const tls = serverSide(socket, identities[name], versions);
		tls.once("secure", () => serve(tls, socket));
	};
}

/** What TLS sends over the first connection meets the fault; the connections after it are whole. */
function spoiling(means: Means, fault: StreamFault, at: number): OnConnection {
	let first = true;
	return (socket) => {
		if (!first)
			return speaking(means, "good")(socket);
		first = false;
		const way = spoiled(fault, at);
		const ciphertext = new Duplex({
			read: () => undefined,
			write(chunk: Buffer, _encoding, done) {
				way(chunk, socket);
				done();
			}
		});
		socket.on("data", (chunk) => ciphertext.push(chunk));
		const tls = serverSide(ciphertext, means.identities.good);
		tls.once("secure", () => means.serve(tls, socket));
	};
}
