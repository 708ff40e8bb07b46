import { json } from "../peer/script.js";
import { answerEdges } from "./answer-end.js";
import { byteFaults, isByteFault } from "./faults.js";
import { bytesOf, type Passed, RequestProxy } from "./request-proxy.js";
import { SecurePorts } from "./secure-ports.js";

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
 * A proxy on loopback in front of the service that does one thing wrong in each run: with the run's first request
 * or its answer, as the path says (see `byteFaults`). The requests after it get their answers as they are. `/<fault>.<byte>/<run>` follows its base URL.
 *
 * It answers by itself for the collections `report` (by run: see `Run`), `secure` (by fault: opens a port over TLS, see
 * `SecurePorts`), `secured` (by that port: what went over it), `shut` (by that port: closes it) and `authority` (the CA to trust there).
 */
export class FaultProxy extends RequestProxy {
	readonly #runs = new Map<string, Run>();
	readonly #secure: SecurePorts;
	#injected = 0;

	/** @param service port of the service on loopback */
	constructor(service: number) {
		super(service, (passed) => this.#serve(passed));
		this.#secure = new SecurePorts(service);
	}

	/** Faults injected so far. */
	get injected(): number {
		return this.#injected + this.#secure.injected;
	}

	override close(): void {
		super.close();
		this.#secure.close();
	}

	async #tell(collection: string, id: string, run: string): Promise<unknown> {
		switch (collection) {
			case "report":
				return this.#runs.get(run);
			case "secure":
				return { port: await this.#secure.open(id) };
			case "secured":
				return this.#secure.report(Number(id));
			case "shut":
				this.#secure.shut(Number(id));
				return {};
		}
		return { certificate: await this.#secure.authority() };
	}

	async #serve({ received, socket, upstream }: Passed): Promise<void> {
		const [, name = "", at, key = "", rest = ""] = place.exec(received.path) ?? [];
		const [, collection, id = ""] = own.exec(rest) ?? [];
		if (collection !== undefined)
			return void socket.write(json(await this.#tell(collection, id, key)));
		if (!isByteFault(name))
			throw new Error(`no such fault: ${received.path}`);
		const request = bytesOf(received, rest);
		const run: Run = { request: request.length, answer: 0, edges: [] };
		const fault = this.#runs.has(key) ? "none" : name;
		if (!this.#runs.has(key)) {
			this.#runs.set(key, run);
			this.#injected += fault === "none" ? 0 : 1;
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
}
