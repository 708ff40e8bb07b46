import type { RecordsClient } from "../../../lib/client.js";
import type {
	ByteBuffer, HTTPClient, HTTPClientOptions, HTTPProvider, HTTPRequest, HTTPRequestOptions, Network
} from "../../../lib/platform.js";
import type { Context } from "../case.js";
import type { Options } from "./devices.js";

/** A request as the library handed it to its HTTP client. */
export interface Sent {
	readonly method: string;
	readonly path: string;
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}

/** What is answered. */
export interface Reply {
	readonly status: number;
	/** Text, or bytes that need not be any. */
	readonly body?: string | Uint8Array;
}

/** Decides on the answer; undefined for none, ever. */
export type Script = (sent: Sent) => Reply | undefined;

/**
 * An ECMA-419 HTTP client that talks to a script instead of a network: shows what the real service can't tell (the
 * header fields of a request, that there was none) and answers what the real service won't on demand.
 */
export class ScriptedService {
	/** The requests begun, oldest first. */
	readonly sent: Sent[] = [];
	/** Requests begun and not answered. */
	pending = 0;
	/** The most that `pending` has been. */
	mostPending = 0;
	readonly script: Script;

	constructor(script: Script = () => ({ status: 200, body: "{}" })) {
		this.script = script;
	}

	get network(): Network {
		const unused = { io: Unused };
		const http = { io: ScriptedClient, dns: unused, socket: unused, service: this };
		return { http: http as unknown as HTTPProvider };
	}

	/** A client that talks to this script; it sends nothing again of its own accord. */
	client(context: Context, options: Options = {}): RecordsClient {
		const limits = { retries: 0, ...options.limits };
		return context.client({ ...options, limits, baseUrl: "http://scripted.internal", network: this.network });
	}
}

class Unused {
	readonly used = false;
}

class ScriptedClient implements HTTPClient {
	readonly #service: ScriptedService;
	#closed = false;

	constructor(options: HTTPClientOptions) {
		this.#service = options.service as ScriptedService;
	}

	request(options: HTTPRequestOptions): HTTPRequest {
		const request = new ScriptedRequest();
		void this.#exchange(options, request);
		return request;
	}

	close(): void {
		this.#closed = true;
	}

	async #exchange(options: HTTPRequestOptions, request: ScriptedRequest): Promise<void> {
		const service = this.#service;
		const { method = "GET", path = "/", headers = new Map<string, string>() } = options;
		await Promise.resolve(); // nothing is called back inside the call
		if (this.#closed)
			return;
		service.pending++;
		service.mostPending = Math.max(service.mostPending, service.pending);
		const length = Number(headers.get("content-length") ?? 0);
		if (length > 0)
			options.onWritable?.call(request, length);
		const sent = { method, path, headers: new Map(headers), body: textOf(request.written) };
		service.sent.push(sent);
		const reply = service.script(sent);
		await Promise.resolve();
		if (this.#closed || reply === undefined)
			return;
		service.pending--;
		request.body = bytesOf(reply.body ?? "");
		options.onHeaders?.call(request, reply.status, new Map());
		if (request.body.length > 0)
			options.onReadable?.call(request, request.body.length);
		if (!this.#closed)
			options.onDone?.call(request, null);
	}
}

class ScriptedRequest implements HTTPRequest {
	readonly written: number[] = [];
	body = new Uint8Array();
	#read = 0;

	read(target?: number | ByteBuffer): number | undefined {
		if (!(target instanceof Uint8Array))
			throw new TypeError("this client reads into a Uint8Array");
		const part = this.body.subarray(this.#read, this.#read + target.length);
		target.set(part);
		this.#read += part.length;
		return part.length;
	}

	write(data: ByteBuffer): number {
		const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
		for (let i = 0; i < bytes.length; i++)
			this.written.push(bytes[i]);
		return 0;
	}
}

function textOf(bytes: readonly number[]): string {
	return decodeURIComponent(bytes.map((byte) => "%" + byte.toString(16).padStart(2, "0")).join(""));
}

function bytesOf(text: string | Uint8Array): Uint8Array<ArrayBuffer> {
	if (typeof text !== "string")
		return new Uint8Array(text);
	const escaped = encodeURIComponent(text);
	const bytes: number[] = [];
	for (let i = 0; i < escaped.length; i++) {
		const isEscape = escaped[i] === "%";
		bytes.push(isEscape ? parseInt(escaped.slice(i + 1, i + 3), 16) : escaped.charCodeAt(i));
		if (isEscape)
			i += 2;
	}
	return new Uint8Array(bytes);
}
