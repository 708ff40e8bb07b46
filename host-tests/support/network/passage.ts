/** One connection of a client through a network that fails, and one to the service behind it. */
import { connect, type Socket } from "node:net";
import { RequestParser } from "../peer/request-parser.js";
import { answer, json } from "../peer/script.js";
import type { SeededRandom } from "../seeded-random.js";
import type { Fault, Victim } from "./faults.js";

const serverError = json({ status: 500, message: "Something went wrong.", data: {} }, "500 Internal Server Error");
const unavailable = answer("<html><body>Service Unavailable</body></html>", "503 Service Unavailable");
const tooMany = answer("", "429 Too Many Requests");
const portal = json({ login: "required" });
/** Milliseconds, at most, that the service is at work before it is killed. */
const work = 6;

/** What a passage asks the network. */
export interface PassageOwner {
	readonly random: SeededRandom;
	/** A request is there. Returns what is to happen to it. */
	next(): Fault | undefined;
	/** Refuses connections for a while. */
	refuse(): void;
	kill(victim: Victim): void;
}

/** Passes requests on, one after the other; does with each what its owner says. */
export class Passage {
	readonly #owner: PassageOwner;
	readonly #client: Socket;
	readonly #service: Socket;
	readonly #parser = new RequestParser();
	#segments: Buffer[] = [];
	#fault: Fault | undefined;

	constructor(owner: PassageOwner, client: Socket, port: number) {
		this.#owner = owner;
		this.#client = client;
		this.#service = connect(port, "127.0.0.1");
		for (const socket of [this.#client, this.#service])
			socket.setNoDelay(true).on("error", () => undefined);
		this.#client.on("data", (segment) => this.#onRequest(segment));
		this.#service.on("data", (segment) => this.#onAnswer(segment));
		this.#service.on("close", () => this.#client.destroySoon());
		this.#client.on("close", () => {
			// A service whose client has gone may leave the request undone.
			if (this.#fault !== "behind")
				this.#service.destroySoon();
		});
	}

	destroy(): void {
		this.#client.destroy();
		this.#service.destroy();
	}

	#onRequest(segment: Buffer): void {
		this.#segments.push(segment);
		this.#parser.push(segment);
		if (this.#parser.take() === undefined)
			return;
		const request = Buffer.concat(this.#segments);
		this.#segments = [];
		this.#fault = this.#owner.next();
		switch (this.#fault) {
			case "before":
				this.#client.end();
				return;
			case "middle":
				this.#service.end(request.subarray(0, 1 + this.#owner.random.below(request.length - 1)));
				this.#client.end();
				return;
			case "behind":
				this.#client.end();
				break;
			case "silence":
				return;
			case "portal":
				this.#client.write(portal);
				return;
			case "error":
				this.#client.write(serverError);
				return;
			case "unavailable":
				this.#client.write(unavailable);
				return;
			case "limit":
				this.#client.write(tooMany);
				return;
			case "refuse":
				this.#client.resetAndDestroy();
				this.#owner.refuse();
				return;
			case "service-before":
				this.#owner.kill("service");
				return;
			case "service-at-work":
				setTimeout(() => this.#owner.kill("service"), this.#owner.random.below(work));
				break;
			case "device-before":
				this.#owner.kill("device");
				return;
		}
		this.#service.write(request);
	}

	#onAnswer(segment: Buffer): void {
		if (this.#fault === undefined || this.#fault === "service-at-work") {
			this.#client.write(segment);
			return;
		}
		// What else comes of this answer goes nowhere.
		this.#service.pause();
		this.#spoil(segment);
	}

	#spoil(segment: Buffer): void {
		const { random } = this.#owner;
		switch (this.#fault) {
			case "behind":
				this.#service.destroy();
				return;
			case "service-behind":
				return this.#owner.kill("service");
			case "device-behind":
				return this.#owner.kill("device");
			case "garbage":
				this.#client.write(Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))));
				break;
			default:
				this.#client.write(segment.subarray(0, random.below(segment.length)));
		}
		if (this.#fault === "reset")
			this.#client.resetAndDestroy();
		else if (this.#fault !== "stall")
			this.#client.end();
	}
}
