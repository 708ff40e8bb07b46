import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type ReceivedRequest, RequestParser } from "../peer/request-parser.js";
import { answerEdges } from "./answer-end.js";
import { type Fault, faults } from "./fault.js";
import { SecurePorts } from "./secure-ports.js";
import { Upstream } from "./upstream.js";

/** A running fault proxy. */
export interface FaultProxy {
	/** Base URL; `/<fault>.<byte>/<run>` follows. */
	readonly url: string;
	readonly port: number;
	/** Faults injected so far. */
	readonly injected: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

/** What the proxy knows of a run; a case reads it as the record of the collection `report`. */
interface Run {
	/** Bytes of the first request as the service got it, and of its answer. */
	request: number;
	answer: number;
	/** Places in the answer where its parts meet. */
	edges: number[];
}

const place = /^\/([a-z-]+)\.([0-9]+)\/([A-Za-z0-9-]+)(\/.*)$/;
/** What the proxy answers by itself. */
const own = /^\/api\/collections\/(report|secure|secured|shut|authority)\/records\/([a-z0-9.]+)$/;

/**
 * Starts a proxy on loopback in front of the service that does one thing wrong in each run: with the run's first request
 * or its answer, as the path says (see `faults`). The requests after it get their answers as they are.
 *
 * It answers by itself for the collections `report` (by run: see `Run`), `secure` (by fault: opens a port over TLS, see
 * `SecurePorts`), `secured` (by that port: what went over it), `shut` (by that port: closes it) and `authority` (the CA to trust there).
 * @param service port of the service on loopback
 */
export async function startFaultProxy(service: number): Promise<FaultProxy> {
	const upstream = new Upstream(service);
	const runs = new Map<string, Run>();
	const sockets = new Set<Socket>();
	const secure = new SecurePorts(service);
	let injected = 0;

	async function tell(collection: string, id: string, run: string): Promise<unknown> {
		switch (collection) {
			case "report":
				return runs.get(run);
			case "secure":
				return { port: await secure.open(id) };
			case "secured":
				return secure.report(Number(id));
			case "shut":
				secure.shut(Number(id));
				return {};
		}
		return { certificate: await secure.authority() };
	}

	async function serve(socket: Socket, received: ReceivedRequest): Promise<void> {
		const [, name = "", at, key = "", rest = ""] = place.exec(received.path) ?? [];
		const [, collection, id = ""] = own.exec(rest) ?? [];
		if (collection !== undefined)
			return void socket.write(asJSON(await tell(collection, id, key)));
		if (!Object.hasOwn(faults, name))
			throw new Error(`no such fault: ${received.path}`);
		const request = Buffer.concat([Buffer.from(received.head.replace(received.path, rest) + "\r\n\r\n", "latin1"), received.body]);
		let fault: Fault = faults.none;
		const run: Run = { request: request.length, answer: 0, edges: [] };
		if (!runs.has(key)) {
			runs.set(key, run);
			fault = faults[name];
			injected += fault === faults.none ? 0 : 1;
		}
		await fault({
			socket,
			upstream,
			request,
			at: Number(at),
			async ask() {
				const answer = await upstream.ask(request);
				run.answer = answer.length;
				run.edges = answerEdges(answer);
				return answer;
			}
		});
	}

	const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		const parser = new RequestParser();
		sockets.add(socket);
		socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
		socket.on("end", () => socket.end());
		socket.on("data", (part) => {
			parser.push(part);
			const request = parser.take();
			// A proxy that can't do its work says so: what it does must not pass for a fault of the network.
			if (request !== undefined)
				serve(socket, request).catch((error: unknown) => socket.end(asText((error as Error).message)));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		get injected() {
			return injected + secure.injected;
		},
		close() {
			server.close();
			upstream.close();
			secure.close();
			for (const socket of sockets)
				socket.destroy();
		}
	};
}

function asJSON(value: unknown): string {
	const body = JSON.stringify(value);
	return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function asText(text: string): string {
	return `HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
