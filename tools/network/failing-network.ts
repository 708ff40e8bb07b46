/** A network that fails, in front of the service. */
import type { Socket } from "node:net";
import type { SeededRandom } from "../seeded-random.js";
import { byteFaults, type Does, type Fault, faults, type NetworkMet, type Victim } from "./faults.js";
import { Listener } from "./listener.js";
import { bytesOf, serveRequests } from "./request-proxy.js";
import { Upstream } from "./upstream.js";

/** How a network fails. */
export interface NetworkOptions {
	/** What can happen to a request, each as likely as the others. */
	readonly faults: readonly Fault[];
	/** Of a hundred requests so many meet a fault. */
	readonly share: number;
	/** Milliseconds for which connections are refused: longer than the first pause of a client that tries again. */
	readonly refusal: number;
	/** Kills service or device, for the faults that do. */
	readonly kill?: (victim: Victim) => void;
}

/** Passes requests on to the service and does to some of them, by the dice, what networks do. */
export class FailingNetwork extends Listener {
	readonly random: SeededRandom;
	/** Requests that have come so far. */
	requests = 0;
	/** How often each fault was put in. */
	readonly faults = new Map<Fault, number>();

	readonly #service: number;
	readonly #options: NetworkOptions;
	readonly #upstreams = new Set<Upstream>();
	/** How many want it closed. */
	#holds = 0;
	#ended = false;

	/** @param service port of the service on 127.0.0.1 */
	constructor(service: number, random: SeededRandom, options: NetworkOptions) {
		super((socket) => this.#accept(socket));
		this.#service = service;
		this.random = random;
		this.#options = options;
	}

	override close(): void {
		this.#ended = true;
		super.close();
		for (const upstream of this.#upstreams)
			upstream.close();
	}

	/** Refuses connections until `release` has been called as often. Those that are open stay. */
	hold(): void {
		if (this.#holds++ === 0)
			this.refuse();
	}

	release(): void {
		if (--this.#holds === 0 && !this.#ended)
			void this.open();
	}

	#next(): Fault | undefined {
		const { faults: possible, share } = this.#options;
		this.requests++;
		if (this.random.below(100) >= share)
			return undefined;
		const fault = this.random.pick(possible);
		this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
		return fault;
	}

	/** One connection of a client has one to the service: when that one ends, so does the client's. */
	#accept(socket: Socket): void {
		const upstream = new Upstream(this.#service, () => socket.destroySoon());
		let fault: Fault | undefined;
		this.#upstreams.add(upstream);
		upstream.prepare();
		socket.on("close", () => {
			// A service whose client has gone may leave the request undone.
			if (fault !== "asked-cut")
				upstream.close();
			this.#upstreams.delete(upstream);
		});
		serveRequests(socket, async (received) => {
			fault = this.#next();
			const request = bytesOf(received);
			const met: NetworkMet = {
				socket, upstream, request, random: this.random,
				at: (length) => this.random.below(length),
				ask: () => upstream.ask(request),
				refuse: () => {
					this.hold();
					setTimeout(() => this.release(), this.#options.refusal).unref();
				},
				kill: (victim) => this.#options.kill?.(victim)
			};
			const does: Does<NetworkMet> = fault === undefined ? byteFaults.none : faults[fault][1];
			await does(met);
		}, () => socket.destroySoon());
	}
}
