import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { isPort, loopback } from "./arguments.mjs";
import type { GuardedProcess } from "./guarded-process.js";
import { isHealthy } from "./health.js";
import { urlOf } from "./network.js";

/** Milliseconds that whoever has a port gets to say what it is. */
const healthPatience = 1000;

/** A port nobody listens on at this moment. */
export function freePort(host = loopback): Promise<number> {
	return listenOnce(0, host);
}

/**
 * The port that a service of this data had last, if it is free: what is stored for its address is good for the next start,
 * too. Else any free port.
 */
export async function lastPort(data: string, host: string): Promise<number> {
	try {
		const port = Number(readFileSync(portFile(data), "utf8"));
		await checkPort(port, host);
		return port;
	}
	catch {
		return freePort(host);
	}
}

export function keepPort(data: string, port: number): void {
	writeFileSync(portFile(data), `${port}\n`);
}

function portFile(data: string): string {
	return join(data, "port");
}

/** Rejects if `port` is taken or may not be listened on, naming it. */
export async function checkPort(port: number, host: string): Promise<void> {
	if (!isPort(port))
		throw new RangeError(`port ${port} is not a whole number from 1 to 65535`);
	await listenOnce(port, host);
}

/** Says who has the port, as far as that answers. */
export async function takenPort(port: number, host: string): Promise<Error> {
	const owner = await isHealthy(urlOf(host, port), healthPatience) ? "by a PocketBase that runs" : "by another program";
	return new Error(`port ${port} on ${host} is already taken ${owner}: choose another with --port`);
}

/** Whether a PocketBase that ended found its port taken. */
export function lacksPort(child: GuardedProcess): boolean {
	return child.output.includes("address already in use");
}

function listenOnce(port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code === "EADDRINUSE")
				void takenPort(port, host).then(reject);
			else
				reject(new Error(`port ${port} on ${host}: ${error.message}`));
		});
		server.listen({ host, port, exclusive: true }, () => {
			const address = server.address();
			const found = typeof address === "object" && address ? address.port : port;
			server.close(() => resolve(found));
		});
	});
}
