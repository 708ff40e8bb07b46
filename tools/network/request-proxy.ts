import type { ListenOptions, Socket } from "node:net";
import { answer } from "../peer/script.js";
import { Listener } from "./listener.js";
import type { ReceivedRequest } from "./request-parser.js";
import { serveRequests } from "./serve-requests.js";
import { Upstream } from "./upstream.js";

/** A running proxy. */
export interface RequestProxy {
	/** Base URL. */
	readonly url: string;
	readonly port: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

/** A request that has come, whole. */
export interface Passed {
	/** The client's connection. */
	readonly socket: Socket;
	readonly received: ReceivedRequest;
	/** Connections to the service. */
	readonly upstream: Upstream;
}

/**
 * Starts a proxy on loopback before the service that is handed request by request, those of a connection one after the other.
 * @param service port of the service on loopback
 * @param serve answers a request. A proxy that can't do its work says so: what it throws must not pass for a fault of the network
 */
export async function startRequestProxy(service: number, serve: (passed: Passed) => Promise<unknown>, options: ListenOptions = {}): Promise<RequestProxy> {
	const upstream = new Upstream(service);
	const listener = await Listener.open((socket) => {
		socket.on("end", () => socket.end());
		serveRequests(socket, async (received) => {
			await serve({ socket, received, upstream });
		}, (error) => socket.end(answer((error as Error).message, "502 Bad Gateway", "content-type: text/plain\r\n")));
	}, { allowHalfOpen: true, ...options });
	return {
		url: listener.url,
		port: listener.port,
		close() {
			listener.close();
			upstream.close();
		}
	};
}
