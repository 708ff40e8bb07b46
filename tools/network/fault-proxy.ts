import { json } from "../peer/script.js";
import { answerEdges } from "./answer-end.js";
import { byteFaults, isByteFault } from "./faults.js";
import { type Passed, type RequestProxy, startRequestProxy } from "./request-proxy.js";
import { SecurePorts } from "./secure-ports.js";
import { bytesOf } from "./serve-requests.js";

/** A running fault proxy; `/<fault>.<byte>/<run>` follows its base URL. */
export interface FaultProxy extends RequestProxy {
	/** Faults injected so far. */
	readonly injected: number;
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

	async function serve({ received, socket, upstream }: Passed): Promise<void> {
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

	const proxy = await startRequestProxy(service, serve);
	return {
		url: proxy.url,
		port: proxy.port,
		get injected() {
			return injected + secure.injected;
		},
		close() {
			proxy.close();
			secure.close();
		}
	};
}
