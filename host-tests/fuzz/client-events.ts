import { text } from "../../host/text.js";
import { HTTPClient } from "../../lib/http/client.js";
import type { BodySink } from "../../lib/platform.js";
import type { FuzzInput } from "./input.js";
import { MemoryMachine, MemoryResolver, MemorySocket } from "./memory-machine.js";

/** One exchange of the HTTP client, noted in the words of `ParserDrive`. */
class Exchange implements BodySink {
	readonly #events: string[] = [];
	readonly #body: Uint8Array[] = [];
	#ending = "more";

	constructor(client: HTTPClient, { head, mask }: FuzzInput) {
		const request = client.request({
			method: head ? "HEAD" : "GET",
			path: "/",
			headersMask: mask,
			onHeaders: (status, headers) => this.#events.push(String(status), ...[...headers].map(([name, value]) => `${name}: ${value}`)),
			onReadable: () => request.drain?.(this),
			onDone: (error) => this.#ending = error === null ? "done" : `error ${error.message}`
		});
	}

	take(bytes: Uint8Array, start: number, end: number): void {
		this.#body.push(bytes.slice(start, end));
	}

	/** What has been told so far. */
	get events(): string[] {
		const body = this.#body.length === 0 ? [] : [`body ${Buffer.concat(this.#body).toString("latin1")}`];
		return [...this.#events, ...body, this.#ending];
	}
}

/** What the whole HTTP client tells of a response that comes in these fragments. */
export function clientEvents(input: FuzzInput, cuts: readonly number[]): string[] {
	const { bytes, before, closed, size } = input;
	const machine = new MemoryMachine();
	const client = new HTTPClient({
		host: "127.0.0.1",
		dns: { io: MemoryResolver, machine },
		socket: { io: MemorySocket, machine },
		timers: machine.timers,
		text,
		receive: size
	});
	const receive = (part: Uint8Array): void => {
		if (part.length > 0)
			machine.later(() => machine.socket?.receive(part));
		machine.run();
	};
	if (before !== undefined) {
		new Exchange(client, input);
		machine.run();
		receive(before);
	}
	const exchange = new Exchange(client, input);
	machine.run();
	let from = 0;
	for (const to of [...cuts, bytes.length]) {
		receive(bytes.subarray(from, to));
		from = to;
	}
	if (closed)
		machine.later(() => machine.socket?.end());
	machine.run();
	client.close();
	return exchange.events;
}
