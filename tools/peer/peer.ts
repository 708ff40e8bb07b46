import type { Socket } from "node:net";
import { Listener } from "../network/listener.js";
import { type Owner, PeerConnection } from "./connection.js";
import { Offers } from "./offers.js";
import { Run } from "./run.js";
import { scripts } from "./scripts/index.js";

/** A running peer. */
export interface Peer {
	/** Base URL; `/<script>/<run>` follows. */
	readonly url: string;
	readonly port: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

const place = /^\/([a-z0-9-]+)(?:\.([0-9]+))?(?:~([0-9]+))?\/([A-Za-z0-9-]+)(\/.*)$/;

/**
 * Starts a peer that misbehaves as told. It needs no control channel, so that cases on other engines can use
 * it: the path's first segment names the script, its second the run, whose state is its own. `/<script>.<number>` gives
 * the script a number, `/<script>~<bytes>` cuts what it sends into pieces. What the peer saw of a run is the record of
 * the collection `observe`; the collection `port` offers ports of their own (see `Offers`).
 * @param host IPv4 address of this machine to listen on
 */
export async function startPeer(host = "127.0.0.1"): Promise<Peer> {
	const runs = new Map<string, Run>();
	const connections = new Set<PeerConnection>();
	const offers = new Offers(host, (socket, connection) => serve(socket, connection));
	const owner: Owner = {
		place(path) {
			const [, name = "", argument, fragment, key = "", rest = ""] = place.exec(path) ?? [];
			const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
			if (script === undefined)
				return undefined;
			const run = runs.get(key) ?? new Run();
			runs.set(key, run);
			return { script, argument: Number(argument ?? 0), fragment: Number(fragment ?? 0), run, rest };
		},
		offer: (behaviour, argument) => offers.offer(behaviour, argument)
	};
	const serve = (socket: Socket, connection = socket): void => {
		const made = new PeerConnection(owner, socket, connection);
		connections.add(made);
		connection.on("close", () => connections.delete(made));
	};
	const listener = await Listener.open((socket) => serve(socket), { host, allowHalfOpen: true });
	return {
		url: listener.url,
		port: listener.port,
		close() {
			listener.close();
			offers.close();
			for (const connection of connections)
				connection.destroy();
		}
	};
}
