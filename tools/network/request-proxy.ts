import type { ListenOptions, Socket } from "node:net";
import { answer } from "../peer/script.js";
import { Listener } from "./listener.js";
import { type ReceivedRequest, RequestParser } from "./request-parser.js";
import { Upstream } from "./upstream.js";

/** A request that has come, whole. */
export interface Passed {
	/** The client's connection. */
	readonly socket: Socket;
	readonly received: ReceivedRequest;
	/** Connections to the service. */
	readonly upstream: Upstream;
}

/** A proxy on loopback before the service that is handed request by request, those of a connection one after the other. */
export class RequestProxy extends Listener {
	readonly #upstream: Upstream;

	/**
	 * @param service port of the service on loopback
	 * @param serve answers a request. A proxy that can't do its work says so: what it throws must not pass for a fault of the network
	 */
	constructor(service: number, serve: (passed: Passed) => Promise<unknown>, options: ListenOptions = {}) {
		super((socket) => {
			socket.on("end", () => socket.end());
			serveRequests(socket, (received) => serve({ socket, received, upstream: this.#upstream }),
				(error) => socket.end(answer((error as Error).message, "502 Bad Gateway", "content-type: text/plain\r\n")));
		}, { allowHalfOpen: true, ...options });
		this.#upstream = new Upstream(service);
	}

	override close(): void {
		super.close();
		this.#upstream.close();
	}
}

/**
 * Cuts what a connection receives into requests, and has them answered one after the other.
 * @param onError is told why a request could not be answered, and ends the connection
 */
export function serveRequests(socket: Socket, answer: (request: ReceivedRequest) => Promise<unknown>, onError: (error: unknown) => void): void {
	const parser = new RequestParser();
	let served = Promise.resolve();
	const serve = async (): Promise<void> => {
		for (let request = parser.take(); request !== undefined; request = parser.take())
			await answer(request);
	};
	socket.on("data", (segment) => {
		parser.push(segment);
		served = served.then(serve).catch(onError);
	});
}

/** The request as it came, byte for byte, or for another path. */
export function bytesOf({ head, path, body }: ReceivedRequest, another = path): Buffer {
	return Buffer.concat([Buffer.from(head.replace(path, another) + "\r\n\r\n", "latin1"), body]);
}
