/**
 * The entry "records-client/http-client": requests through an HTTP client of the ECMA-419 class pattern, such as
 * `embedded:network/http/client` of the Moddable SDK, in place of this library's own connection.
 * @module records-client/http-client
 */
import { BodyBuffer, failure, responseOf, tooLarge } from "./moddable.js";
import type { Configuration } from "./configuration.js";
import type { ByteBuffer, Network, ResolverProvider, SocketProvider } from "./platform.js";
import type { ClientResponse } from "./response.js";
import type { Connection, ConnectionOwner } from "./transport/connection.js";
import type { Exchange } from "./transport/exchange.js";

/** Options of an HTTP client (ECMA-419, HTTP Client class pattern). */
export interface HTTPClientOptions {
	/** Name or IP address, as in the base URL. */
	readonly host: string;
	/** 1 to 65535. */
	readonly port: number;
	/** What looks the host up. */
	readonly dns: ResolverProvider;
	/** What opens the connection. */
	readonly socket: SocketProvider;
	/** The connection has ended and the client with it: nothing else is called back. */
	readonly onError?: (error?: unknown) => void;
	readonly [option: string]: unknown;
}

/** Options of one request. The callbacks get the request as `this`. */
export interface HTTPRequestOptions {
	/** "GET", "POST", "PUT", "PATCH" or "DELETE". */
	readonly method: string;
	/** Path and query. */
	readonly path: string;
	/** Names in lower case. */
	readonly headers: ReadonlyMap<string, string>;
	/** Names, in lower case, of the headers that `onHeaders` gets. */
	readonly headersMask: readonly string[];
	/** The answer's head is there: its status, and the headers of `headersMask` that it has. */
	readonly onHeaders: (this: HTTPRequest, status: number, headers: ReadonlyMap<string, string>) => void;
	/** `count` bytes of the answer's body can be read. */
	readonly onReadable: (this: HTTPRequest, count: number) => void;
	/** `count` bytes of the request's body can be written. */
	readonly onWritable: (this: HTTPRequest, count: number) => void;
	/** The request has ended: `null` with the whole answer received. */
	readonly onDone: (this: HTTPRequest, error: Error | null) => void;
}

/** A request under way. */
export interface HTTPRequest {
	/** Fills a buffer with bytes of the body. Returns how many. */
	read(target: ByteBuffer): ArrayBuffer | number | undefined;
	/** Writes bytes of the request's body, at most as many as `onWritable` announced. They are copied. */
	write(data: ByteBuffer): number | undefined;
}

/** An HTTP client: one connection to one host, requests one after the other. */
export interface HTTPClient {
	/** Begins a request, or queues it. @throws when the client can't take it */
	request(options: HTTPRequestOptions): HTTPRequest;
	/** Closes the connection and drops its requests without a callback. */
	close(): void;
}

/** `{ io: Class, …options }` of an HTTP client. */
export interface HTTPClientProvider {
	/** Class of the clients. */
	readonly io: new (options: HTTPClientOptions) => HTTPClient;
	/** What looks hosts up. */
	readonly dns: ResolverProvider;
	/** What opens connections. */
	readonly socket: SocketProvider;
	readonly [option: string]: unknown;
}

/** What has the shape of `device.network` of a Moddable device. */
export interface HTTPClientNetwork {
	/** For base URLs that begin with "http:". */
	readonly http?: HTTPClientProvider;
	/** For base URLs that begin with "https:". */
	readonly https?: HTTPClientProvider;
}

/**
 * Makes a network of HTTP clients one that `RecordsClient` takes. Of the timeouts only `limits.timeout` counts there, and
 * `limits.recycleBytes`, `limits.send` and `limits.receive` do not: the client is the other library's.
 * @param network not changed
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { overHTTPClient } from "records-client/http-client";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", network: overHTTPClient(device.network) });
 * ```
 */
export function overHTTPClient({ http, https }: HTTPClientNetwork): Network {
	return { http: http && { ...http, io: HTTPClientConnection, client: http.io }, https: https && { ...https, io: HTTPClientConnection, client: https.io } };
}

const HEADERS: readonly string[] = Object.freeze(["content-type", "retry-after", "date", "age"]);

class HTTPClientConnection implements Connection {
	isReused = false;

	private readonly configuration: Configuration;
	private readonly owner: ConnectionOwner;
	private readonly body: BodyBuffer;
	private readonly callbacks: Pick<HTTPRequestOptions, "onDone" | "onHeaders" | "onReadable" | "onWritable">;
	private client: HTTPClient | undefined;
	private isStale = false;
	/** The request under way, and what is left of its body. */
	private request: HTTPRequest | undefined;
	private reads = false;
	private rest: Uint8Array | undefined;
	private status = 0;
	private headers: ReadonlyMap<string, string> | undefined;

	constructor(configuration: Configuration, owner: ConnectionOwner) {
		this.configuration = configuration;
		this.owner = owner;
		this.body = new BodyBuffer(configuration.platform.text, configuration.limits.body);
		this.callbacks = {
			onHeaders: (status, headers) => {
				this.status = status;
				this.headers = headers;
				this.body.reset();
			},
			onReadable: (count) => this.onReadable(count),
			onWritable: (count) => this.onWritable(count),
			onDone: (error) => this.onDone(error)
		};
	}

	get isOpen(): boolean {
		return this.client !== undefined && !this.isStale;
	}

	send({ body, method, path }: Exchange, authorization: string): ClientResponse | undefined {
		if (this.isStale)
			this.close();
		const headers = new Map<string, string>();
		this.rest = undefined;
		if (authorization !== "")
			headers.set("authorization", authorization);
		if (method !== "GET" && method !== "DELETE") {
			this.rest = typeof body === "object" ? body : this.configuration.platform.text.encode(body ?? "");
			headers.set("content-type", "application/json");
			headers.set("content-length", String(this.rest.length));
		}
		this.status = 0;
		this.reads = method === "GET";
		this.isReused = this.client !== undefined;
		try {
			this.client ??= this.open();
			this.request = this.client.request({ method, path, headers, headersMask: HEADERS, ...this.callbacks });
			return undefined;
		}
		catch (error) {
			this.close();
			return failure("connect", messageOf(error));
		}
	}

	close(): void {
		this.client?.close();
		this.client = this.request = this.rest = undefined;
		this.isStale = false;
	}

	private open(): HTTPClient {
		const { stats, transport, url: { host, port } } = this.configuration;
		const Client = transport.client as HTTPClientProvider["io"];
		stats.connections++;
		return new Client({
			...transport, host, port,
			// Some write each header line by itself: each would wait for the peer to acknowledge the one before.
			socket: { nodelay: true, ...transport.socket },
			onError: () => {
				this.client = undefined;
			}
		});
	}

	private onWritable(count: number): void {
		const { request, rest } = this;
		if (request === undefined || rest === undefined || rest.length === 0)
			return;
		const part = rest.subarray(0, count);
		this.rest = rest.subarray(part.length);
		request.write(part);
	}

	private onReadable(count: number): void {
		const { body, request } = this;
		while (request !== undefined && count > 0) {
			const taken = request.read(body.space(count, Infinity));
			if (typeof taken !== "number" || taken <= 0)
				return;
			body.length += taken;
			count -= taken;
		}
		if (body.isOverflowed && body.isEndless)
			this.answered(true);
	}

	private onDone(error: Error | null): void {
		if (this.request === undefined)
			return;
		this.request = this.rest = undefined;
		if (error === null)
			return this.answered(false);
		this.isStale = true;
		this.owner.onFailure(this.status === 0 ? "connect" : "protocol", messageOf(error), false);
	}

	/** @param isCut whether the rest of the body is not worth reading */
	private answered(isCut: boolean): void {
		const { body, configuration: { limits }, headers, status } = this;
		const isClosed = body.closesJSON;
		const response = body.isOverflowed ? tooLarge(status, limits.body)
			: responseOf(status, headers?.get("content-type"), body.body(), isClosed, this.reads);
		if (isCut)
			this.close();
		// The rest of a body that is cut may come for the next answer.
		this.isStale ||= response.kind === "protocol";
		const date = headers?.has("age") ? "" : headers?.get("date") ?? "";
		this.owner.onResponse(response, date, headers?.get("retry-after") ?? "");
	}
}

/** Another library's errors need not have a text. */
function messageOf(error: unknown): string {
	return error instanceof Error && error.message !== "" ? error.message : "the connection ended before the answer";
}
