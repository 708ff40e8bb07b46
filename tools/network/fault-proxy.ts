import type { Socket } from "node:net";
import { answer, json } from "../peer/script.js";
import { answerEdges } from "./answer-end.js";
import { byteFaults, isByteFault } from "./faults.js";
import { Listener } from "./listener.js";
import type { ReceivedRequest } from "./request-parser.js";
import { SecurePorts } from "./secure-ports.js";
import { bytesOf, serveRequests } from "./serve-requests.js";
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
 * or its answer, as the path says (see `byteFaults`). The requests after it get their answers as they are.
 *
 * It answers by itself for the collections `report` (by run: see `Run`), `secure` (by fault: opens a port over TLS, see
 * `SecurePorts`), `secured` (by that port: what went over it), `shut` (by that port: closes it) and `authority` (the CA to trust there).
 * @param service port of the service on loopback
 */
export async function startFaultProxy(service: number): Promise<FaultProxy> {
	const upstream = new Upstream(service);
	const runs = new Map<string, Run>();
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
			return void socket.write(json(await tell(collection, id, key)));
		if (!isByteFault(name))
			throw new Error(`no such fault: ${received.path}`);
		const request = bytesOf(received, rest);
		const run: Run = { request: request.length, answer: 0, edges: [] };
		const fault = runs.has(key) ? "none" : name;
		if (!runs.has(key)) {
			runs.set(key, run);
			injected += fault === "none" ? 0 : 1;
		}
		await byteFaults[fault]({
			socket,
			upstream,
			request,
			at: () => Number(at),
			async ask() {
				const whole = await upstream.ask(request);
				run.answer = whole.length;
				run.edges = answerEdges(whole);
				return whole;
			}
		});
	}

	const listener = await Listener.open((socket) => {
		socket.on("end", () => socket.end());
		// A proxy that can't do its work says so: what it does must not pass for a fault of the network.
		serveRequests(socket, (request) => serve(socket, request), (error) => socket.end(answer((error as Error).message, "502 Bad Gateway", "content-type: text/plain\r\n")));
	}, { allowHalfOpen: true });
	return {
		url: listener.url,
		port: listener.port,
		get injected() {
			return injected + secure.injected;
		},
		close() {
			listener.close();
			upstream.close();
			secure.close();
		}
	};
}
