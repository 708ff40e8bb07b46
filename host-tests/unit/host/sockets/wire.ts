import { once } from "node:events";
import { type AddressInfo, createServer, type Socket as NodeSocket } from "node:net";
import type { ExecutionContext } from "ava";
import { TCP } from "../../../../host/tcp.js";
import { TLSSocket } from "../../../../host/tls.js";
import { certificates } from "../../../../tools/tls/certificates.js";
import { serverSide } from "../../../../tools/tls/server-side.js";

/** What sockets and their peers speak. */
export interface Wire {
	readonly Socket: typeof TCP;
	/** The class's name and module, for a process of its own. */
	readonly className: string;
	readonly module: URL;
	/** Options beyond address and port; JSON values. */
	readonly options: object;
	/** Most receive windows that a socket ever holds. */
	readonly held: number;
	/** Makes the peer of a TCP connection; it is open when `onOpen` is called. */
	accept(connection: NodeSocket, onOpen: (peer: NodeSocket) => void): void;
}

export const plain: Wire = {
	Socket: TCP,
	className: "TCP",
	module: new URL("../../../../host/tcp.js", import.meta.url),
	options: {},
	held: 2,
	accept: (connection, onOpen) => onOpen(connection)
};

/** TLS, without verification: that has tests of its own. */
export async function secured(): Promise<Wire> {
	const { identities } = await certificates();
	return {
		Socket: TLSSocket,
		className: "TLSSocket",
		module: new URL("../../../../host/tls.js", import.meta.url),
		options: { secure: { verify: false } },
		held: 3,
		accept(connection, onOpen) {
			const peer = serverSide(connection, identities.good);
			// Ended inside this event, Node's TLS would say nothing of it.
			peer.once("secure", () => setImmediate(() => onOpen(peer)));
		}
	};
}

/** Listens on loopback until the test ends. `next` has the peer of the next connection, once it is open, and the TCP connection that it is on. */
export async function listen(t: ExecutionContext, { accept }: Pick<Wire, "accept">, onOpen?: (peer: NodeSocket) => void) {
	const connections: NodeSocket[] = [];
	const server = createServer((connection) => {
		connections.push(connection);
		connection.on("error", () => undefined);
		accept(connection, (peer) => {
			server.emit("open", peer, connection);
			onOpen?.(peer);
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		server.close();
		for (const connection of connections)
			connection.destroy();
	});
	const { port } = server.address() as AddressInfo;
	return { port, next: () => once(server, "open") as Promise<[NodeSocket, NodeSocket]> };
}
