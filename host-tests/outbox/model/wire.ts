import type { Sender } from "../../../lib/outbox/index.js";
import { ClientResponse, failure, refusal } from "../../../lib/response.js";

/** Brings a request to the service and its answer back. */
export type Carrier = (method: string, path: string, body: Uint8Array) => Promise<ClientResponse>;

/** What happens to a request; "late" leaves it waiting. */
export const fates = ["answered", "late", "lost", "unheard", "timeout", "garbled", "long", "limited", "counted", "error", "erred", "portal", "page", "expired", "closed"] as const;
export type Fate = typeof fates[number];

/** Ids of a request's readings, and what the service has answered to it. */
export type Observer = (ids: readonly string[], response: ClientResponse) => void;

interface Request {
	readonly method: string;
	readonly path: string;
	readonly body: Uint8Array;
	/** The body as it was when it was handed over. */
	readonly sent: Uint8Array;
	readonly resolve: (response: ClientResponse) => void;
}

/** Those that the service gets to see; the others end before it. */
const carried: readonly Fate[] = ["answered", "unheard", "timeout", "garbled", "long", "erred"];

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
	counted: (path) => path === "/api/batch" ? refusal(400, COUNTED) : limited(),
	error: () => new ClientResponse("http", 500, "HTTP 500", ""),
	erred: () => new ClientResponse("http", 502, "HTTP 502", "<html>Bad Gateway</html>"),
	portal: () => new ClientResponse("", 200, "", '{"login":"https://portal.example"}'),
	page: () => new ClientResponse("too-large", 200, "the answer's body is longer than limits.body (16384 bytes)", ""),
	expired: () => failure("auth", "token expired"),
	closed: () => failure("closed", "the client is closed")
};

/** What an outbox sends its requests by. Each waits here until it is told what becomes of it. */
export class Wire implements Sender {
	/** What the outbox has done that it must not; "" for nothing. */
	fault = "";
	/** Whether the outbox was told that the client is closed. */
	over = false;

	readonly #carrier: Carrier;
	readonly #observer: Observer;
	#request: Request | undefined;

	/** @param observer is told of each request that the service has answered, whether or not the answer arrives */
	constructor(carrier: Carrier, observer: Observer) {
		this.#carrier = carrier;
		this.#observer = observer;
	}

	sendEx(method: string, path: string, body: Uint8Array): Promise<ClientResponse> {
		if (this.#request !== undefined)
			this.fault = "a second request while one is under way";
		return new Promise((resolve) => {
			this.#request = { method, path, body, sent: body.slice(), resolve };
		});
	}

	/** Whether a request waits. */
	get busy(): boolean {
		return this.#request !== undefined;
	}

	/** Lets the request come to its end, and the outbox act on it. */
	async settle(fate: Fate): Promise<void> {
		const request = this.#request;
		if (request === undefined || fate === "late")
			return;
		const { body, method, path, resolve, sent } = request;
		if (Buffer.compare(body, sent) !== 0)
			this.fault = "a request was changed while it was under way";
		const answer = carried.includes(fate) ? await this.#carrier(method, path, sent) : undefined;
		if (answer !== undefined)
			this.#observer(idsOf(sent), answer);
		this.over ||= fate === "closed";
		this.#request = undefined;
		resolve(answers[fate]?.(path) ?? answer!);
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

/** The ids of a request's readings, in their order. */
function idsOf(body: Uint8Array): string[] {
	const content = JSON.parse(Buffer.from(body).toString()) as { id: string; requests?: { body: { id: string } }[] };
	return content.requests?.map((request) => request.body.id) ?? [content.id];
}
