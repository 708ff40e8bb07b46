import type { OutboxClient } from "../../../lib/outbox/index.js";
import type { Method } from "../../../lib/call-options.js";
import { refusal } from "../../../lib/pocketbase/refusals.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import type { Dater, DeviceClock, Learned } from "./clock.js";
import type { Sent } from "./times.js";

/** Brings a request to the service and its answer back. */
export type Carrier = (method: Method, path: string, body?: Uint8Array) => Promise<ClientResponse>;

/** What happens to a request; "late" leaves it waiting, "cached" and "odd" have the service's own answer, but not its Date. */
export const fates = ["answered", "late", "lost", "unheard", "timeout", "garbled", "long", "limited", "counted", "refused", "gateway", "error", "erred", "portal", "page", "expired", "closed", "cached", "odd"] as const;
export type Fate = typeof fates[number];

/** A request's readings, what the service has answered to it, and what the client can have taken for the time when it was made. */
export type Observer = (records: readonly Sent[], response: ClientResponse, possible: readonly Learned[]) => void;

interface Request {
	readonly method: Method;
	readonly path: string;
	/** Undefined for the question what time it is, or what a record holds. */
	readonly body: Uint8Array | undefined;
	/** The body as it was when it was handed over. */
	readonly sent: Uint8Array | undefined;
	readonly possible: readonly Learned[];
	readonly resolve: (response: ClientResponse) => void;
}

/** Those that the service gets to see; the others end before it. */
const carried: readonly Fate[] = ["answered", "unheard", "timeout", "garbled", "long", "erred", "cached", "odd"];

/** Who has dated those answers that are not dated by the service: a proxy or portal, or a cache between. */
const daters: Readonly<Partial<Record<Fate, Dater>>> = { erred: "stranger", portal: "stranger", page: "stranger", odd: "stranger", gateway: "stranger", cached: "cache" };

/** Path of a single record, or of its id alone. */
const RECORD = /^\/api\/collections\/readings\/records\/[a-z0-9]{15}(?:\?fields=id)?$/;

const HEALTHY = new ClientResponse("", 200, "", '{"data":{},"message":"API is healthy.","code":200}\n');

/** What a batch is answered when its first create is one too many for a limit on creates. */
const COUNTED = '{"data":{"requests":{"0":{"code":"batch_request_failed","message":"Batch request failed.","response":{"data":{},"message":"Too Many Requests.","status":429}}}},"message":"Batch transaction failed.","status":400}\n';

/** The answer that comes instead of the service's; of "answered" the service's own. */
const answers: Readonly<Partial<Record<Fate, (path: string) => ClientResponse>>> = {
	lost: () => failure("connect", "no connection"),
	unheard: () => failure("connect", "the connection ended before the answer"),
	timeout: () => failure("timeout", "no answer in time"),
	garbled: () => new ClientResponse("protocol", 200, "the answer's JSON is not complete", ""),
	long: () => new ClientResponse("too-large", 200, "the answer's body is longer than limits.body (16384 bytes)", ""),
	limited,
	counted: (path) => path.startsWith("/api/batch?") ? refusal(400, COUNTED) : limited(),
	// By chance, in the words in which the service refuses guests; by a gateway, with a "data" of its own.
	refused: () => refusal(400, '{"data":{},"message":"Failed to create record.","status":400}\n'),
	gateway: () => refusal(400, '{"data":{"upstream":"busy"},"message":"Bad Request","status":400}\n'),
	error: () => new ClientResponse("http", 500, "HTTP 500", ""),
	erred: () => new ClientResponse("http", 502, "HTTP 502", "<html>Bad Gateway</html>"),
	portal: () => new ClientResponse("", 200, "", '{"login":"https://portal.example"}'),
	page: () => new ClientResponse("too-large", 200, "the answer's body is longer than limits.body (16384 bytes)", ""),
	expired: () => failure("auth", "token expired"),
	closed: () => failure("closed", "the client is closed")
};

/** What an outbox sends its requests by. Each waits here until it is told what becomes of it. */
export class Wire implements OutboxClient {
	/** What the outbox has done that it must not; "" for nothing. */
	fault = "";
	/** Whether the outbox was told that the client is closed. */
	over = false;
	/** What is known of the service's time. */
	clock: DeviceClock | undefined;

	readonly #carrier: Carrier;
	readonly #observer: Observer;
	#request: Request | undefined;
	/** Whether the last request has fetched a record. */
	#hasFetched = false;

	/** @param observer is told of each request that the service has answered, whether or not the answer arrives */
	constructor(carrier: Carrier, observer: Observer) {
		this.#carrier = carrier;
		this.#observer = observer;
	}

	sendEx(method: Method, path: string, body?: Uint8Array): Promise<ClientResponse> {
		if (this.#request !== undefined)
			this.fault = "a second request while one is under way";
		if (body === undefined && (method !== "GET" || !RECORD.test(path) && (path !== "/api/health" || this.now(true) >= 0)))
			this.fault = `${method} ${path}`;
		return new Promise((resolve) => {
			this.#request = { method, path, body, sent: body?.slice(), possible: [...this.clock?.learned ?? [], ...this.clock?.taken === undefined ? [] : [this.clock.taken]], resolve };
		});
	}

	now(unconfirmed = false): number {
		return this.clock?.now(unconfirmed) ?? -1;
	}

	/** Whether a request waits. */
	get busy(): boolean {
		return this.#request !== undefined;
	}

	/**
	 * Whether a record was fetched right before the readings that wait: a refusal by chance would stand between two proofs that
	 * the device is no guest, and can't be told from the service's.
	 */
	get isBehindProof(): boolean {
		return this.#hasFetched && this.#request?.body !== undefined;
	}

	/** Lets the request come to its end, and the outbox act on it. */
	async settle(fate: Fate): Promise<void> {
		const request = this.#request;
		if (request === undefined || fate === "late")
			return;
		const { body, method, path, possible, resolve, sent } = request;
		if (body !== undefined && sent !== undefined && Buffer.compare(body, sent) !== 0)
			this.fault = "a request was changed while it was under way";
		const answer = carried.includes(fate) ? path === "/api/health" ? HEALTHY : await this.#carrier(method, path, sent) : undefined;
		if (answer !== undefined && sent !== undefined)
			this.#observer(recordsOf(sent), answer, possible);
		const response = answers[fate]?.(path) ?? answer!;
		this.clock?.learn(request, response, daters[fate] ?? "service");
		this.over ||= fate === "closed";
		this.#hasFetched = RECORD.test(path) && response.ok;
		this.#request = undefined;
		resolve(response);
		await turn();
	}
}

function limited(): ClientResponse {
	return refusal(429, '{"data":{},"message":"Too Many Requests.","status":429}\n');
}

/** Lets all promises go on that can. */
export function turn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** A request's readings, in their order. */
function recordsOf(body: Uint8Array): Sent[] {
	const content = JSON.parse(Buffer.from(body).toString()) as Sent & { requests?: { body: Sent }[] };
	return content.requests?.map((request) => request.body) ?? [content];
}
