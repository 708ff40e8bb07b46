import { TLSSocket } from "records-client";
import { type HTTPClient, type HTTPClientNetwork, type HTTPClientOptions, type HTTPRequest, type HTTPRequestOptions, overHTTPClient } from "records-client/http-client";
import type { RecordsClient } from "../../../lib/client.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ResolverProvider, SocketProvider } from "../../../lib/platform.js";
import type { Context } from "../case.js";

/** The answer of a client that does as the standard says. */
export const FIRST = '{"id":"first"}', NEXT = '{"id":"next"}';

/** A request of a client, from the client's side. */
export class Call implements HTTPRequest {
	/** What was written. */
	body = "";
	/** What the callbacks get as `this`. */
	self: unknown = this;
	readonly options: HTTPRequestOptions;
	#answer = "";
	#at = 0;

	constructor(options: HTTPRequestOptions) {
		this.options = options;
	}

	read(target: Uint8Array): ArrayBuffer | number | undefined {
		const count = Math.min(target.length, this.#answer.length - this.#at);
		for (let at = 0; at < count; at++)
			target[at] = this.#answer.charCodeAt(this.#at + at);
		this.#at += count;
		return count === 0 ? undefined : count;
	}

	write(data: Uint8Array): number {
		this.body += String.fromCharCode(...data);
		return 0;
	}

	headers(status = 200, headers: unknown = new Map([["content-type", "application/json"]])): this {
		return this.head(status, headers);
	}

	head(status: unknown, headers: unknown): this {
		this.options.onHeaders.call(this.self as HTTPRequest, status as number, headers as Map<string, string>);
		return this;
	}

	/** Has bytes of the answer's body read. @param count what is announced, as many as there are unless told */
	readable(text: string, count: unknown = text.length): this {
		this.#answer += text;
		this.options.onReadable.call(this.self as HTTPRequest, count as number);
		return this;
	}

	writable(count: unknown = 1000): this {
		this.options.onWritable.call(this.self as HTTPRequest, count as number);
		return this;
	}

	done(error: unknown = null): this {
		this.options.onDone.call(this.self as HTTPRequest, error as Error | null);
		return this;
	}

	/** A whole answer. */
	answer(text: string, status = 200): void {
		this.writable().headers(status).readable(text).done();
	}
}

/** What an odd client does that others do not. */
export interface Oddity {
	/** Called inside the constructor. */
	readonly construct?: (options: HTTPClientOptions) => void;
	/** Called inside `request()`. What it returns is returned, unless it is undefined. */
	readonly begin?: (call: Call, client: ScriptedClient) => unknown;
	/** Called on a turn behind it, in place of a good answer. */
	readonly answer?: (call: Call, client: ScriptedClient) => unknown;
	/** Called inside `close()`. */
	readonly close?: (client: ScriptedClient) => void;
}

/** A client of the class pattern that does as it is told. */
export class ScriptedClient implements HTTPClient {
	readonly options: HTTPClientOptions;
	readonly calls: Call[] = [];
	closed = 0;
	readonly #oddity: Oddity;
	readonly #scene: HTTPClientScene;

	constructor(options: HTTPClientOptions) {
		this.options = options;
		this.#scene = options.scene as HTTPClientScene;
		this.#oddity = this.#scene.take(this);
		try {
			this.#oddity.construct?.(options);
		}
		catch (error) {
			// Nobody has it.
			this.closed++;
			throw error;
		}
	}

	request(options: HTTPRequestOptions): HTTPRequest {
		const { answer = (call: Call) => call.answer(FIRST), begin } = this.#oddity;
		const call = new Call(options);
		this.calls.push(call);
		const returned = begin?.(call, this);
		if (begin === undefined || this.#oddity.answer !== undefined)
			void this.#scene.sleep().then(() => answer(call, this));
		return (returned === undefined ? call : returned) as HTTPRequest;
	}

	close(): void {
		this.closed++;
		this.#oddity.close?.(this);
	}
}

/** What must not be used. */
function nobody(): never {
	throw new Error("nothing was to be opened");
}

/** What a client may open its connection with. */
interface Parts {
	readonly dns: ResolverProvider;
	readonly socket: SocketProvider;
}

/** A records client over HTTP clients, of which the first is odd and the others answer `NEXT`. */
export class HTTPClientScene {
	readonly records: RecordsClient;
	readonly made: ScriptedClient[] = [];
	readonly #context: Context;
	readonly #oddity: Oddity;

	constructor(context: Context, oddity: Oddity, limits: Partial<Limits> = {}, parts?: Parts, options: Partial<RecordsClientOptions> = {}, scheme = "http") {
		this.#context = context;
		this.#oddity = oddity;
		const network = {
			[scheme]: { io: ScriptedClient, dns: parts?.dns ?? { io: nobody }, socket: parts?.socket ?? { io: scheme === "https" ? TLSSocket : nobody }, scene: this }
		} as unknown as HTTPClientNetwork;
		this.records = context.client({ ...options, baseUrl: `${scheme}://127.0.0.1`, network: overHTTPClient(network), limits: { retries: 0, ...limits } }).collection("readings");
	}

	/** What a client that has been made is to do. */
	take(client: ScriptedClient): Oddity {
		return this.made.push(client) === 1 ? this.#oddity : { answer: (call) => call.answer(NEXT) };
	}

	sleep(): Promise<void> {
		return this.#context.sleep(1);
	}

	/** Fails the case unless the next request gets its own answer, each client was closed, and closing throws nothing. */
	async expectNext(): Promise<void> {
		const context = this.#context;
		const next = await this.records.createEx('{"next":true}');
		context.equal(next.body, NEXT, `the next answer (${next.error})`);
		this.records.close();
		context.equal(this.made.filter(({ closed }) => closed === 0).length, 0, "clients that were not closed");
	}
}
