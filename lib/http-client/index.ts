/**
 * The entry "records-client/http-client": requests through an HTTP client of the ECMA-419 class pattern, such as
 * `embedded:network/http/client` of the Moddable SDK, in place of this library's own connection.
 * @module records-client/http-client
 */
import { HTTPClientConnection } from "./connection.js";
import type { ByteBuffer, Network, ResolverProvider, SocketProvider, Transport } from "../platform.js";

/** Options of an HTTP client (ECMA-419, HTTP Client class pattern). */
export interface HTTPClientOptions {
	/** Name or IP address, as in the base URL. */
	readonly host: string;
	/** 1 to 65535. */
	readonly port: number;
	/** Resolver for the host: `new dns.io({ ...dns })`. */
	readonly dns: ResolverProvider;
	/** Socket for the connection: `new socket.io({ ...socket, address, host, port, onReadable, … })`. */
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
	/** The answer's head is there: its status, and its headers by their names in lower case. */
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

/** An HTTP client. It gets one request, and is closed when that has ended. */
export interface HTTPClient {
	/** Begins the request. @throws when the client can't take it */
	request(options: HTTPRequestOptions): HTTPRequest;
	/** Closes the connection and drops its request without a callback. */
	close(): void;
}

/** `{ io: Class, …options }` of an HTTP client. */
export interface HTTPClientProvider {
	/** Class of the clients. */
	readonly io: new (options: HTTPClientOptions) => HTTPClient;
	/** Resolver. */
	readonly dns: ResolverProvider;
	/** Socket. */
	readonly socket: SocketProvider;
	readonly [option: string]: unknown;
}

/** A network with the shape of `device.network` of a Moddable device. */
export interface HTTPClientNetwork {
	/** For base URLs that begin with "http:". */
	readonly http?: HTTPClientProvider;
	/** For base URLs that begin with "https:". */
	readonly https?: HTTPClientProvider;
}

/**
 * Makes a network of HTTP clients usable by `RecordsClient`. Each request gets a client and a connection of its own:
 * a client of this pattern can't say whether bytes follow an answer, or an idle connection has ended. `limits.recycleBytes`
 * and `limits.send` have no effect. Of the timeouts, a client that does not open its connection by the
 * `dns` and `socket` that it is given has only `limits.timeout`. Https goes over the library's TLS socket in place of one that
 * has the option `TCP`, as the SDK's, and of any other when the client has the option `tls`.
 * @param network not changed
 * @throws TypeError when `io` is not a class
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { overHTTPClient } from "records-client/http-client";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", network: overHTTPClient(device.network) });
 * ```
 */
export function overHTTPClient({ http, https }: HTTPClientNetwork): Network {
	return { http: http && transportOf(http, "http"), https: https && transportOf(https, "https") };
}

function transportOf(provider: HTTPClientProvider, scheme: string): Transport {
	if (typeof provider.io !== "function")
		throw new TypeError("network." + scheme + ".io is not a class of HTTP clients");
	return { ...provider, io: HTTPClientConnection, client: provider.io, given: provider.socket };
}
