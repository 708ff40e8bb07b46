/**
 * The seams between the library and the machine it runs on. Types only: nothing here exists at run time.
 *
 * Everything injected has the shape that the ECMA-419 standard (or, for timers and preferences, the Moddable SDK) gives
 * it: `{ io: Class, …options }`. `network` is therefore `device.network` of a Moddable device, to the letter.
 */

/** Bytes that a socket or a request reads into or writes from. */
export type ByteBuffer = ArrayBuffer | Uint8Array;

/**
 * Constructor options of a TCP or TLS socket (ECMA-419, TCP socket). The callbacks are never called inside a call of
 * the socket's own methods or constructor, and never after `close`.
 */
export interface SocketOptions {
	/** IP address of the peer, as text. */
	readonly address: string;
	/** Name of the peer; TLS sockets take it as the server name. */
	readonly host?: string;
	/** 1 to 65535. */
	readonly port: number;
	/** `true` turns Nagle's algorithm off. */
	readonly nodelay?: boolean;
	/** `count` is the number of bytes that can be read now. */
	readonly onReadable?: (count: number) => void;
	/** `count` is the number of bytes that can be written now. The first call says that the connection is open. */
	readonly onWritable?: (count: number) => void;
	/** The connection is gone: refused, reset or closed by the peer. Called once all bytes received have been read. */
	readonly onError?: (error?: unknown) => void;
	readonly [option: string]: unknown;
}

/** An open socket (ECMA-419, TCP socket) with `format` "buffer". */
export interface Socket {
	/**
	 * Reads what has been received.
	 * @param target number of bytes wanted, or the buffer to fill; never more bytes than `onReadable` announced. Without
	 * it, all there is.
	 * @returns a new ArrayBuffer for a number; for a buffer the number of bytes read; undefined when there is nothing
	 */
	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined;
	/**
	 * Sends bytes. They are copied before it returns.
	 * @param data at most as many bytes as are writable
	 * @returns the number of bytes that can still be written; undefined when the connection has failed
	 * @throws when `data` is longer than the writable count
	 */
	write(data: ByteBuffer): number | undefined;
	/** Frees the socket. May be called more than once. */
	close(): void;
}

/** TLS options of a socket, under the names the Moddable SDK gives them (`secure` of a TLS socket's options). */
export interface SecureOptions {
	/** CA certificate (DER) that the peer's chain must end in; several as an array. Without it the platform's own trust store. */
	readonly certificate?: ByteBuffer | readonly ByteBuffer[];
	/** Name asked for (SNI) and looked for in the peer's certificate. Default: the socket's `host`. */
	readonly serverName?: string;
	/** `false` accepts any certificate. Default true. */
	readonly verify?: boolean;
	/** Least version, "TLSv1.2" (default) or "TLSv1.3". */
	readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}

/** `{ io: Class, …options }` of a TCP or TLS socket. The options are handed to the constructor. */
export interface SocketProvider {
	readonly io: new (options: SocketOptions) => Socket;
	readonly [option: string]: unknown;
}

/** A name resolver (ECMA-419, Domain Name Resolver class pattern). */
export interface Resolver {
	/**
	 * Looks `host` up; exactly one of the two callbacks is called, later. A resolver that knows several addresses hands
	 * all of them over as `addresses`, beyond the pattern, in the order in which they are to be tried, `address` first.
	 */
	resolve(options: {
		readonly host: string;
		readonly onResolved: (host: string, address: string, addresses?: readonly string[]) => void;
		readonly onError: (error?: unknown) => void;
	}): void;
	/** Ends all look-ups without a callback. May be called more than once. */
	close(): void;
}

/** `{ io: Class, …options }` of a resolver. */
export interface ResolverProvider {
	readonly io: new (options: ResolverProvider) => Resolver;
	readonly [option: string]: unknown;
}

/** Who is told how far a request has come, so that each stage can have its time. */
export interface Progress {
	/** The client has begun to look the host up and to connect. */
	connecting(): void;
	/** The connection is open, over TLS with a peer that is trusted. */
	connected(): void;
	/** Bytes of a request have left. @param all whether all of it has */
	sent(all: boolean): void;
	/** `count` bytes have come in. */
	received(count: number): void;
}

/** Constructor options of an HTTP client (ECMA-419, HTTP Client class pattern). */
export interface HTTPClientOptions {
	readonly host: string;
	/** Default 80. */
	readonly port?: number;
	readonly dns: ResolverProvider;
	readonly socket: SocketProvider;
	/** The connection is gone and the client with it: nothing else is called back, and `request` can't be used again. */
	readonly onError?: (error?: unknown) => void;
	/** Beyond the pattern, for this library's client. */
	readonly timers: Timers;
	/** Beyond the pattern, for this library's client. */
	readonly text: Text;
	/** Beyond the pattern. */
	readonly progress?: Progress;
	/** Beyond the pattern: the port that the host header leaves out, 80 or over TLS 443. Default 80. */
	readonly defaultPort?: number;
	/** Beyond the pattern: milliseconds for look-up and connection, which several addresses share. Default 15,000. */
	readonly connect?: number;
	/** Beyond the pattern: bytes of the receive buffer, the longest header line that is understood. Default 1,024. */
	readonly receive?: number;
	/** Beyond the pattern: bytes of the send buffer, the longest request head. Default 1,536. */
	readonly send?: number;
	readonly [option: string]: unknown;
}

/** One request's options (ECMA-419, HTTP Client class pattern). The callbacks get the request as `this`. */
export interface HTTPRequestOptions {
	/** Default "GET". */
	readonly method?: string;
	/** Path and query; default "/". */
	readonly path?: string;
	/** Names in lower case. A body needs "content-length". */
	readonly headers?: ReadonlyMap<string, string>;
	/**
	 * Beyond the pattern: header lines as they go out, each with its CRLF, in place of `headers`, and without a
	 * content-length. Kept until the request is done. They are not looked at: who gives them vouches for them.
	 */
	readonly lines?: Uint8Array;
	/** Beyond the pattern, with `lines`: bytes of the body, which get a content-length; undefined for no body. */
	readonly length?: number;
	/** Names, in lower case, of the headers that `onHeaders` wants; all when absent. */
	readonly headersMask?: readonly string[];
	readonly onHeaders?: (this: HTTPRequest, status: number, headers: ReadonlyMap<string, string>) => void;
	/** `count` bytes of the body can be read now. */
	readonly onReadable?: (this: HTTPRequest, count: number) => void;
	/** `count` bytes of the request's body can be written now. */
	readonly onWritable?: (this: HTTPRequest, count: number) => void;
	/** The request has ended: `null` with the whole answer received, else what went wrong. */
	readonly onDone?: (this: HTTPRequest, error: Error | null) => void;
}

/** Who takes bytes of a body where they are. */
export interface BodySink {
	/**
	 * @param bytes the HTTP client's own; not to be kept or changed
	 * @param start first byte of the body in them
	 * @param end byte after the last
	 * @param last whether the body ends with them
	 */
	take(bytes: Uint8Array, start: number, end: number, last: boolean): void;
}

/** A request under way (ECMA-419, HTTP Client class pattern). */
export interface HTTPRequest {
	/** Reads bytes of the body; see `Socket.read`. */
	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined;
	/**
	 * Beyond the pattern, and optional: hands over the bytes of the body that have been announced, without a copy.
	 * @param sink called once, before this returns
	 */
	drain?(sink: BodySink): void;
	/** Writes bytes of the request's body; at most as many as `onWritable` announced. Returns how many more can be written. */
	write(data: ByteBuffer): number | undefined;
}

/** An HTTP client: one connection, requests one after the other (ECMA-419, HTTP Client class pattern). */
export interface HTTPClient {
	request(options: HTTPRequestOptions): HTTPRequest;
	/** Closes the connection and drops every request without a callback. May be called more than once. */
	close(): void;
}

/** `{ io: Class, …options }` of an HTTP client: `device.network.http` and `device.network.https`. */
export interface HTTPProvider {
	readonly io: new (options: HTTPClientOptions) => HTTPClient;
	readonly dns: ResolverProvider;
	readonly socket: SocketProvider;
	readonly [option: string]: unknown;
}

/** How to reach the service; `device.network` is one. */
export interface Network {
	readonly http?: HTTPProvider;
	readonly https?: HTTPProvider;
}

/** Handle of a timer; what it is belongs to the platform. */
export type TimerHandle = object | number;

/** One-shot timers, as the Moddable SDK's module "timer" has them. */
export interface Timers {
	/** Calls `callback` once, `milliseconds` from now, never inside this call. */
	set(callback: () => void, milliseconds?: number): TimerHandle;
	/** Forgets a timer; undefined is fine. */
	clear(timer: TimerHandle | undefined): void;
	/** Milliseconds of a clock that is never set, as a signed integer of 32 bits that wraps. */
	now(): number;
}

/** Device storage for small values, as the Moddable SDK's module "preference" has it. */
export interface Preferences {
	get(domain: string, key: string): unknown;
	set(domain: string, key: string, value: string): void;
	delete(domain: string, key: string): void;
}

/** Text to UTF-8 bytes and back. A lone surrogate becomes U+FFFD, as in the Encoding standard. */
export interface Text {
	/** Returns the text as UTF-8, in a new array that the caller owns. */
	encode(text: string): Uint8Array;
	/** Fills `target` with as much of the text as fits, whole characters only. Returns the number of bytes written. */
	encodeInto(text: string, target: Uint8Array): number;
	/** Reads `length` bytes from `offset` as UTF-8. Returns undefined when they are not UTF-8. */
	decode(bytes: Uint8Array, offset: number, length: number): string | undefined;
}

/** All that the library needs of a machine. */
export interface Platform {
	readonly network: Network;
	readonly timers: Timers;
	readonly preferences: Preferences;
	readonly text: Text;
	/** Shows a developer what must not be overlooked. */
	warn(text: string): void;
}
