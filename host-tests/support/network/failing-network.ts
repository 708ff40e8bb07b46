/** A network that fails, in front of the service. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { SeededRandom } from "../seeded-random.js";
import type { Fault, Victim } from "./faults.js";
import { Passage, type PassageOwner } from "./passage.js";

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
export class FailingNetwork implements PassageOwner {
	readonly random: SeededRandom;
	/** Requests that have come so far. */
	requests = 0;
	/** How often each fault was put in. */
	readonly faults = new Map<Fault, number>();

	readonly #service: number;
	readonly #options: NetworkOptions;
	readonly #passages = new Set<Passage>();
	#port = 0;
	#server: Server | undefined;
	/** How many want it closed. */
	#holds = 0;
	#ended = false;

	/** @param service port of the service on 127.0.0.1 */
	constructor(service: number, random: SeededRandom, options: NetworkOptions) {
		this.#service = service;
		this.random = random;
		this.#options = options;
	}

	/** Its base URL, once it is open. */
	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	/** Begins to listen, on the port that it had before if it had one. */
	async open(): Promise<void> {
		this.#server = createServer((socket) => this.#accept(socket)).listen(this.#port, "127.0.0.1");
		await once(this.#server, "listening");
		this.#port = (this.#server.address() as AddressInfo).port;
	}

	close(): void {
		this.#ended = true;
		this.#server?.close();
		for (const passage of this.#passages)
			passage.destroy();
	}

	/** Refuses connections until `release` has been called as often. Those that are open stay. */
	hold(): void {
		if (this.#holds++ === 0)
			this.#server?.close();
	}

	release(): void {
		if (--this.#holds === 0 && !this.#ended)
			void this.open();
	}

	next(): Fault | undefined {
		const { faults, share } = this.#options;
		this.requests++;
		if (this.random.below(100) >= share)
			return undefined;
		const fault = this.random.pick(faults);
		this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
		return fault;
	}

	refuse(): void {
		this.hold();
		setTimeout(() => this.release(), this.#options.refusal).unref();
	}

	kill(victim: Victim): void {
		this.#options.kill?.(victim);
	}

	#accept(socket: Socket): void {
		const passage = new Passage(this, socket, this.#service);
		this.#passages.add(passage);
		socket.on("close", () => this.#passages.delete(passage));
	}
}
