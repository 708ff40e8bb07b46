import { HTTPClient, type HTTPRequest, type HTTPRequestOptions, Resolver, type Socket, type SocketOptions, TCP, text, timers } from "records-client";
import type { Peer } from "./peer/peer.js";
import type { SeenRequest } from "./peer/run.js";

/** Constructor options of an HTTP client for the peer. */
export function optionsFor({ port }: Pick<Peer, "port">, others: object = {}): ConstructorParameters<typeof HTTPClient>[0] {
	return { host: "127.0.0.1", port, dns: { io: Resolver }, socket: { io: TCP }, timers, text, ...others };
}

/** A path of the peer's, in a run of its own. */
export function pathOf(script: string, run = "h" + Math.random().toString(36).slice(2)): string {
	return `/${script}/${run}/path`;
}

/** What became of a request. */
export interface Outcome {
	status: number;
	headers: ReadonlyMap<string, string>;
	body: string;
	/** Callbacks in their order. */
	readonly told: string[];
	error: (Error & { kind?: string; unsent?: boolean }) | null;
}

/** Makes a request and reads its whole body where it is announced. */
export function exchange(client: HTTPClient, options: HTTPRequestOptions): Promise<Outcome> {
	return new Promise((resolve) => {
		const outcome: Outcome = { status: 0, headers: new Map(), body: "", told: [], error: null };
		client.request({
			onHeaders(status, headers) {
				outcome.told.push("headers");
				outcome.status = status;
				outcome.headers = headers;
			},
			onReadable(count) {
				outcome.told.push("readable");
				outcome.body += Buffer.from(this.read(count) as ArrayBuffer).toString();
			},
			onDone(error) {
				outcome.told.push("done");
				outcome.error = error;
				resolve(outcome);
			},
			...options
		});
	});
}

/** What the peer saw of the run that a path belongs to. */
export async function observe(peer: Peer, path: string): Promise<{ connections: number; requests: SeenRequest[]; faults: string[] }> {
	const response = await fetch(peer.url + path.replace(/path$/, "api/collections/observe/records/run"));
	return await response.json() as never;
}

/** Headers that announce a body. */
export function announcing(body: string | Uint8Array): ReadonlyMap<string, string> {
	return new Map([["content-length", String(Buffer.byteLength(body))]]);
}

/** Writes a body as it is asked for. */
export function writing(body: Uint8Array): (this: HTTPRequest, count: number) => void {
	let written = 0;
	return function (count) {
		this.write(body.subarray(written, written + count));
		written = Math.min(body.length, written + count);
	};
}

/** A class of sockets that notes what is written; each write would be a record of its own over TLS. */
export function notingSocket(writes: string[]): typeof TCP {
	return class extends TCP {
		override write(data: Uint8Array): number | undefined {
			writes.push(Buffer.from(data).toString("latin1"));
			return super.write(data);
		}
	};
}

/** A class of sockets that take so many bytes a turn. */
export function narrowSocket(window: number): new (options: SocketOptions) => Socket {
	return class implements Socket {
		readonly #tcp: TCP;
		readonly #options: SocketOptions;
		#writable = 0;
		#open = false;

		constructor(options: SocketOptions) {
			this.#options = options;
			this.#tcp = new TCP({
				...options,
				onWritable: () => {
					if (!this.#open)
						this.#refill();
				}
			});
		}

		read(target?: number | ArrayBuffer | Uint8Array): ArrayBuffer | number | undefined {
			return this.#tcp.read(target);
		}

		write(data: Uint8Array): number {
			if (data.length > this.#writable)
				throw new Error("would block");
			this.#tcp.write(data);
			this.#writable -= data.length;
			if (this.#writable === 0)
				setImmediate(() => this.#refill());
			return this.#writable;
		}

		close(): void {
			this.#open = false;
			this.#writable = -1;
			this.#tcp.close();
		}

		#refill(): void {
			if (this.#writable < 0)
				return;
			this.#open = true;
			this.#writable = window;
			this.#options.onWritable?.(window);
		}
	};
}
