import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { ProxyName } from "../../contract/wire/proxied.js";
import { Upstream } from "../faults/upstream.js";
import { RequestParser } from "../peer/request-parser.js";
import { type Answer, behind, type Field } from "./heads.js";

/** A running front. */
export interface ProxyFront {
	readonly url: string;
	readonly port: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

const fieldLine = /^([^:]+): (.*)$/;

/**
 * Starts a front on loopback that hands the service's answers on with the heads that a proxy gives them. Each answer is
 * written at once, when all of it is there.
 * @param service port of the service on loopback
 */
export async function startProxyFront(service: number, proxy: ProxyName): Promise<ProxyFront> {
	const upstream = new Upstream(service);
	const sockets = new Set<Socket>();
	let number = 0;

	async function serve(socket: Socket, parser: RequestParser): Promise<void> {
		for (let request = parser.take(); request !== undefined; request = parser.take()) {
			const answer = await upstream.ask(Buffer.concat([Buffer.from(`${request.head}\r\n\r\n`, "latin1"), request.body]));
			number++;
			socket.write(behind(proxy, parse(answer), { number, last: false }));
		}
	}

	const server = createServer({ noDelay: true }, (socket) => {
		const parser = new RequestParser();
		sockets.add(socket);
		socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
		let served = Promise.resolve();
		socket.on("data", (bytes) => {
			parser.push(bytes);
			served = served.then(() => serve(socket, parser)).catch(() => {
				socket.destroy();
			});
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		close() {
			server.close();
			upstream.close();
			for (const socket of sockets)
				socket.destroy();
		}
	};
}

/** Takes an answer of the service's apart. */
function parse(bytes: Buffer): Answer {
	const end = bytes.indexOf("\r\n\r\n");
	const [first, ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
	const fields = lines.map((line): Field => {
		const [, name, value] = fieldLine.exec(line) ?? [];
		return [name, value];
	});
	const body = bytes.subarray(end + 4);
	const inChunks = fields.some(([name]) => name === "Transfer-Encoding");
	return { status: first.slice("HTTP/1.1 ".length), fields, body: inChunks ? unchunked(body) : body };
}

function unchunked(body: Buffer): Buffer {
	const parts: Buffer[] = [];
	for (let at = 0;;) {
		const end = body.indexOf("\r\n", at);
		const size = parseInt(body.toString("latin1", at, end), 16);
		if (size === 0)
			return Buffer.concat(parts);
		parts.push(body.subarray(end + 2, end + 2 + size));
		at = end + 2 + size + 2;
	}
}
