import type { Socket } from "node:net";
import { type ReceivedRequest, RequestParser } from "./request-parser.js";

/**
 * Cuts what a connection receives into requests, and has them answered one after the other.
 * @param onError is told why a request could not be answered, and ends the connection
 */
export function serveRequests(socket: Socket, answer: (request: ReceivedRequest) => Promise<void>, onError: (error: unknown) => void): void {
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
