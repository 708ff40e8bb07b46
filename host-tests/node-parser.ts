import { request } from "node:http";
import { createServer, type AddressInfo } from "node:net";

/** What Node's own HTTP client made of an answer. */
export interface NodeAnswer {
	/** 0 when it refused the answer before its head was complete. */
	readonly status: number;
	/** A character for each byte. */
	readonly body: string;
	/** Whether it took the answer as whole. */
	readonly done: boolean;
	/** Why it didn't. */
	readonly fault: string;
}

/** Has Node's HTTP client (llhttp) read `bytes`, sent as they are over a loopback connection that is closed behind them. */
export async function readWithNode(bytes: Uint8Array, head = false): Promise<NodeAnswer> {
	const server = createServer((socket) => {
		socket.on("error", () => socket.destroy());
		socket.once("data", () => socket.end(bytes));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	try {
		return await ask((server.address() as AddressInfo).port, head);
	}
	finally {
		server.close();
	}
}

function ask(port: number, head: boolean): Promise<NodeAnswer> {
	return new Promise((resolve) => {
		let status = 0;
		let body = "";
		const settle = (fault: string): void => resolve({ status, body, done: fault === "", fault });
		const outgoing = request({ host: "127.0.0.1", port, method: head ? "HEAD" : "GET", agent: false, maxHeaderSize: 1 << 20 });
		outgoing.on("error", (error) => settle(error.message));
		outgoing.on("upgrade", (_, socket) => {
			socket.destroy();
			settle("upgrade");
		});
		outgoing.on("response", (incoming) => {
			status = incoming.statusCode ?? 0;
			incoming.setEncoding("latin1");
			incoming.on("data", (part: string) => body += part);
			incoming.on("error", (error) => settle(error.message));
			incoming.on("end", () => settle(incoming.complete ? "" : "incomplete"));
		});
		outgoing.end();
	});
}
