import type { Socket } from "node:net";
import { Listener } from "../network/listener.js";
import { type Owner, PeerConnection } from "./connection.js";
import { Offers } from "./offers.js";
import { Run } from "./run.js";
import { scripts } from "./scripts/index.js";

const place = /^\/([a-z0-9-]+)(?:\.([0-9]+))?(?:~([0-9]+))?\/([A-Za-z0-9-]+)(\/.*)$/;

/**
 * A peer that misbehaves as told. It needs no control channel, so that cases on other engines can use
 * it: `/<script>/<run>` follows its base URL. The path's first segment names the script, its second the run, whose state is its own. `/<script>.<number>` gives
 * the script a number, `/<script>~<bytes>` cuts what it sends into pieces. What the peer saw of a run is the record of
 * the collection `observe`; the collection `port` offers ports of their own (see `Offers`).
 */
export class Peer extends Listener implements Owner {
	readonly #runs = new Map<string, Run>();
	readonly #connections = new Set<PeerConnection>();
	readonly #offers: Offers;

	/** @param host IPv4 address of this machine to listen on */
	constructor(host = "127.0.0.1") {
		super((socket) => this.#serve(socket), { host, allowHalfOpen: true });
		this.#offers = new Offers(host, (socket, connection) => this.#serve(socket, connection));
	}

	place(path: string): ReturnType<Owner["place"]> {
		const [, name = "", argument, fragment, key = "", rest = ""] = place.exec(path) ?? [];
		const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
		if (script === undefined)
			return undefined;
		const run = this.#runs.get(key) ?? new Run();
		this.#runs.set(key, run);
		return { script, argument: Number(argument ?? 0), fragment: Number(fragment ?? 0), run, rest };
	}

	offer(behaviour: string, argument: number): ReturnType<Owner["offer"]> {
		return this.#offers.offer(behaviour, argument);
	}

	override close(): void {
		super.close();
		this.#offers.close();
		for (const connection of this.#connections)
			connection.destroy();
	}

	#serve(socket: Socket, connection = socket): void {
		const made = new PeerConnection(this, socket, connection);
		this.#connections.add(made);
		connection.on("close", () => this.#connections.delete(made));
	}
}

/** @param host IPv4 address of this machine to listen on */
export function startPeer(host?: string): Promise<Peer> {
	return new Peer(host).open();
}
