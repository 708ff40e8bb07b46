/** Stands between the devices and the service, passes all on as it is, and counts. */
import { connect, type Socket } from "node:net";
import { Listener } from "../../tools/network/listener.js";
import { RequestParser } from "../../tools/network/request-parser.js";

/** A request that the proxy has passed on. */
export interface Passed {
	/** When it was whole, in milliseconds (Date.now). */
	readonly at: number;
	/** Of the answer; 0 while there is none. */
	status: number;
}

/** `HTTP/1.1 ` stands before the status. */
const STATUS_AT = 9;

/** A proxy on loopback that can be gone, as the service can: then it refuses connections. */
export class CountingProxy {
	/** In the order of their coming. */
	readonly passed: Passed[] = [];
	/** Bytes of requests and of answers, without those of TCP. */
	sent = 0;
	received = 0;
	/** Connections that were opened. */
	connections = 0;

	readonly #service: number;
	readonly #listener = new Listener((socket) => this.#accept(socket), { backlog: 4096 });

	/** @param service port of the service on 127.0.0.1 */
	constructor(service: number) {
		this.#service = service;
	}

	/** Its base URL, once it is open. */
	get url(): string {
		return this.#listener.url;
	}

	/** Begins to listen, on the port that it had before if it had one. */
	open(): Promise<void> {
		return this.#listener.open();
	}

	/** Ends all connections; new ones are refused. */
	close(): void {
		this.#listener.close();
	}

	#accept(socket: Socket): void {
		const service = connect({ port: this.#service, host: "127.0.0.1", noDelay: true });
		const parser = new RequestParser();
		let asked: Passed | undefined;
		this.connections++;
		for (const [one, other] of [[socket, service], [service, socket]])
			one.on("error", () => undefined).on("close", () => other.destroy());
		socket.on("data", (segment) => {
			this.sent += segment.length;
			service.write(segment);
			parser.push(segment);
			if (parser.take() === undefined)
				return;
			asked = { at: Date.now(), status: 0 };
			this.passed.push(asked);
		});
		service.on("data", (segment) => {
			this.received += segment.length;
			socket.write(segment);
			// The devices send one request at a time, so that the first segment behind it begins its answer.
			if (asked?.status === 0)
				asked.status = Number(segment.toString("latin1", STATUS_AT, STATUS_AT + 3));
		});
	}
}
