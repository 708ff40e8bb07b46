import { createServer } from "node:net";
import { isPort, loopback } from "./arguments.mjs";

/** A port nobody listens on at this moment. */
export function freePort(host = loopback): Promise<number> {
	return listenOnce(0, host);
}

/** Rejects if `port` is taken or may not be listened on, naming it. */
export async function checkPort(port: number, host: string): Promise<void> {
	if (!isPort(port))
		throw new RangeError(`port ${port} is not a whole number from 1 to 65535`);
	await listenOnce(port, host);
}

export function takenPort(port: number, host: string): Error {
	return new Error(`port ${port} on ${host} is already taken`);
}

function listenOnce(port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => {
			reject(error.code === "EADDRINUSE" ? takenPort(port, host) : new Error(`port ${port} on ${host}: ${error.message}`));
		});
		server.listen({ host, port, exclusive: true }, () => {
			const address = server.address();
			const found = typeof address === "object" && address ? address.port : port;
			server.close(() => resolve(found));
		});
	});
}
