import type { ByteBuffer, ResolverProvider, SocketProvider } from "../platform.js";

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
	/** The client has failed: nothing else is called back. */
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

/** An HTTP client. It gets one request at a time. */
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
