/** One connection of a client through the fault proxy, and one to the service behind it. */
import { connect, type Socket } from "node:net";
import { RequestParser } from "../../host-tests/peer/request-parser.js";
import { answer, json } from "../../host-tests/peer/script.js";
import type { Random } from "../../host-tests/random.js";
import type { Fault } from "./faults.js";

const serverError = json({ status: 500, message: "Something went wrong.", data: {} }, "500 Internal Server Error");
const tooMany = answer("", "429 Too Many Requests");

/** What a passage asks the proxy. */
export interface PassageOwner {
	readonly random: Random;
	/** A request is there. Returns what is to happen to it. */
	next(): Fault | undefined;
	/** Refuses connections for a while. */
	refuse(): void;
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
		for (const [socket, other] of [[this.#client, this.#service], [this.#service, this.#client]]) {
			socket.setNoDelay(true);
			socket.on("error", () => undefined);
			socket.on("close", () => other.destroy());
		}
		this.#client.on("data", (segment) => this.#onRequest(segment));
		this.#service.on("data", (segment) => this.#onAnswer(segment));
	}

	destroy(): void {
		this.#client.destroy();
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
			case "error":
				this.#client.write(serverError);
				return;
			case "limit":
				this.#client.write(tooMany);
				return;
			case "refuse":
				this.#client.resetAndDestroy();
				this.#owner.refuse();
				return;
		}
		this.#service.write(request);
	}

	#onAnswer(segment: Buffer): void {
		const { random } = this.#owner;
		if (this.#fault === undefined) {
			this.#client.write(segment);
			return;
		}
		// What else comes of this answer goes nowhere.
		this.#service.pause();
		if (this.#fault === "garbage")
			this.#client.write(Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))));
		else
			this.#client.write(segment.subarray(0, random.below(segment.length)));
		if (this.#fault === "reset")
			this.#client.resetAndDestroy();
		else if (this.#fault !== "stall")
			this.#client.end();
	}
}
