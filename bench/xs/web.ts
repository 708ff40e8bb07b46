/**
 * As much of the web's globals as the PocketBase SDK asks for: fetch over one kept TCP connection, FormData to be told
 * apart from, and nothing that would cost more than it must.
 */
import TCP from "embedded:io/socket/tcp";
import { Message } from "./message.js";

type Resolve = (response: Response) => void;

interface Init {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}

/** An answer, its whole body received. */
class Response {
	readonly status: number;
	readonly url: string;
	readonly #body: ArrayBuffer;

	constructor(status: number, url: string, body: ArrayBuffer) {
		this.status = status;
		this.url = url;
		this.#body = body;
	}

	get ok(): boolean {
		return this.status >= 200 && this.status <= 299;
	}

	text(): Promise<string> {
		return Promise.resolve(String.fromArrayBuffer(this.#body));
	}

	json(): Promise<unknown> {
		return Promise.resolve(JSON.parse(String.fromArrayBuffer(this.#body)));
	}
}

/** One connection to one host, one request at a time: all that the measurements need. */
class Exchange {
	readonly #socket: TCP;
	#writable = 0;
	#pending: Uint8Array | undefined;
	#message = new Message();
	#url = "";
	#resolve: Resolve | undefined;

	constructor(address: string, port: number) {
		this.#socket = new TCP({
			address, port,
			onWritable: (count: number) => {
				this.#writable = count;
				this.#flush();
			},
			onReadable: (count: number) => this.#take(this.#socket.read(count)),
			onError: () => host.exit(71)
		});
	}

	send(url: string, request: Uint8Array, resolve: Resolve): void {
		this.#url = url;
		this.#resolve = resolve;
		this.#pending = request;
		this.#flush();
	}

	#flush(): void {
		const bytes = this.#pending;
		if (bytes === undefined || this.#writable === 0)
			return;
		const part = bytes.length <= this.#writable ? bytes : bytes.subarray(0, this.#writable);
		this.#writable = this.#socket.write(part) ?? 0;
		this.#pending = part.length < bytes.length ? bytes.subarray(part.length) : undefined;
	}

	#take(bytes: ArrayBuffer): void {
		const message = this.#message;
		if (!message.take(bytes))
			return;
		this.#message = new Message();
		this.#resolve?.(new Response(message.status, this.#url, message.body));
	}
}

const encoder = new TextEncoder();
let exchange: Exchange | undefined;

function fetch(url: string, init: Init): Promise<Response> {
	const [, address, port, path] = /^http:\/\/([^:/]+):(\d+)(.*)$/.exec(url) ?? [];
	let head = `${init.method ?? "GET"} ${path} HTTP/1.1\r\nhost: ${address}:${port}\r\n`;
	for (const [name, value] of Object.entries(init.headers ?? {}))
		head += `${name}: ${value}\r\n`;
	const body = init.body ?? "";
	if (body !== "")
		head += `content-length: ${encoder.encode(body).length}\r\n`;
	exchange ??= new Exchange(address, Number(port));
	return new Promise((resolve) => exchange?.send(url, encoder.encode(`${head}\r\n${body}`), resolve));
}

/** Nothing is one: the SDK asks whether a body is. */
class FormData {
	readonly entries = [];
}

Object.assign(globalThis, { fetch, FormData });
