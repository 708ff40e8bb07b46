/** A network that fails, in front of the service. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Random } from "../../host-tests/random.js";
import { type Fault, faultNames } from "./faults.js";
import { Passage, type PassageOwner } from "./passage.js";

/** One request in so many meets a fault. */
const RARITY = 50;
/** Milliseconds for which connections are refused: longer than the first pause of a client that tries again. */
const REFUSAL = 30;

/** Passes requests on to the service and does to one in fifty, by the dice, what networks do. */
export class FaultProxy implements PassageOwner {
	readonly random: Random;
	/** Requests that have come so far. */
	requests = 0;
	/** How often each fault was put in. */
	readonly faults = new Map<Fault, number>();

	readonly #service: number;
	readonly #passages = new Set<Passage>();
	#port = 0;
	#server: Server | undefined;
	#reopening: NodeJS.Timeout | undefined;

	/** @param service port of the service on 127.0.0.1 */
	constructor(service: number, random: Random) {
		this.#service = service;
		this.random = random;
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
		clearTimeout(this.#reopening);
		this.#server?.close();
		for (const passage of this.#passages)
			passage.destroy();
	}

	next(): Fault | undefined {
		this.requests++;
		if (this.random.below(RARITY) !== 0)
			return undefined;
		const fault = this.random.pick(faultNames);
		this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
		return fault;
	}

	refuse(): void {
		this.#server?.close();
		this.#reopening = setTimeout(() => void this.open(), REFUSAL);
	}

	#accept(socket: Socket): void {
		const passage = new Passage(this, socket, this.#service);
		this.#passages.add(passage);
		socket.on("close", () => this.#passages.delete(passage));
	}
}
