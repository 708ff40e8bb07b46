import type { HTTPClient, HTTPClientOptions, HTTPProvider, HTTPRequest, HTTPRequestOptions } from "../../../lib/platform.js";
import type { Context } from "../case.js";

/** What the peer saw of a request. */
export interface Seen {
	readonly connection: number;
	readonly method: string;
	readonly path: string;
	readonly fields: readonly (readonly [name: string, value: string])[];
	readonly body: string;
	readonly bodyBytes: number;
}

/** Body bytes as text; the cases' bodies are ASCII. */
function textOf(bytes: ArrayBuffer): string {
	const view = new Uint8Array(bytes);
	let text = "";
	for (let i = 0; i < view.length; i++)
		text += String.fromCharCode(view[i] ?? 0);
	return text;
}

/** One request's callbacks, in the order in which they came. */
export class Recorder {
	/** "headers", "readable" (once for each run of them), "done" or "error". */
	readonly events: string[] = [];
	status = 0;
	headers: ReadonlyMap<string, string> | undefined;
	body = "";
	/** undefined until `onDone`. */
	outcome: Error | null | undefined;
	request: HTTPRequest | undefined;
	/** Whether each callback had the request as `this`. */
	own = true;
	readonly options: HTTPRequestOptions;

	constructor(options: HTTPRequestOptions = {}) {
		// eslint-disable-next-line @typescript-eslint/no-this-alias -- the callbacks' own `this` is under test
		const recorder = this;
		this.options = {
			onHeaders(status, headers) {
				recorder.#event(this, "headers");
				recorder.status = status;
				recorder.headers = headers;
			},
			onReadable(count) {
				recorder.#event(this, "readable");
				const bytes = this.read(count);
				if (bytes instanceof ArrayBuffer)
					recorder.body += textOf(bytes);
			},
			onDone(error) {
				recorder.#event(this, error === null ? "done" : "error");
				recorder.outcome = error;
			},
			...options
		};
	}

	/** Hands the request to a client. */
	send(client: HTTPClient): this {
		this.request = client.request(this.options);
		return this;
	}

	#event(self: HTTPRequest, name: string): void {
		this.own &&= self === this.request;
		if (name !== "readable" || this.events.at(-1) !== name)
			this.events.push(name);
	}
}

/** A script of the peer, a run of its own, and the clients a case makes for it. */
export class Stage {
	readonly #context: Context;
	readonly provider: HTTPProvider;
	readonly #clients: HTTPClient[] = [];
	readonly #prefix: string;
	readonly host: string;
	readonly port: number;
	/** Calls of `onError` of all clients. */
	errors = 0;

	constructor(context: Context, provider: HTTPProvider, script: string) {
		this.#context = context;
		this.provider = provider;
		const [, host = "", port = "80"] = /^http:\/\/([^:/]+)(?::([0-9]+))?/.exec(context.peer) ?? [];
		this.host = host;
		this.port = Number(port);
		this.#prefix = `/${script}/${Math.random().toString(36).slice(2)}`;
	}

	/** Path of the script, with something behind it. */
	path(rest = "/"): string {
		return this.#prefix + rest;
	}

	client(port = this.port): HTTPClient {
		const client = new this.provider.io({
			...this.provider,
			host: this.host,
			port,
			onError: () => {
				this.errors++;
			}
		} as unknown as HTTPClientOptions);
		this.#clients.push(client);
		return client;
	}

	/** Sends a GET of the script on a client of its own, or on the one given. */
	get(client = this.client(), options: HTTPRequestOptions = {}): Recorder {
		return new Recorder({ path: this.path(), ...options }).send(client);
	}

	/** Resolves when it is so, or when it has been looked at for 30 seconds in vain. */
	async until(isSo: () => boolean): Promise<boolean> {
		for (let tries = 0; !isSo() && tries < 1500; tries++)
			await this.#context.sleep(20);
		return isSo();
	}

	/** Fails unless the request ended, and well. */
	async done(recorder: Recorder): Promise<void> {
		await this.until(() => recorder.outcome !== undefined);
		this.#context.equal(recorder.outcome === undefined ? "nothing" : recorder.outcome === null ? "done" : "error", "done", "outcome");
	}

	/** Fails unless the request ended with an error. */
	async failed(recorder: Recorder): Promise<void> {
		await this.until(() => recorder.outcome !== undefined);
		this.#context.equal(recorder.outcome instanceof Error ? "error" : recorder.outcome === null ? "done" : "nothing", "error", "outcome");
	}

	/** What the peer saw, asked with a client of the library. */
	async seen(): Promise<readonly Seen[]> {
		const records = this.#context.client({ baseUrl: this.#context.peer + this.#prefix });
		const answer = await records.collection("observe").getOneEx("all");
		this.#context.ok(answer.ok, `the peer answers (${answer.error})`);
		return (JSON.parse(answer.body) as { requests: Seen[] }).requests;
	}

	close(): void {
		for (let i = 0; i < this.#clients.length; i++)
			this.#clients[i]?.close();
	}
}

/** Makes a case of what happens on a stage. */
export type Scene = (stage: Stage, context: Context) => Promise<void>;
