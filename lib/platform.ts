/**
 * The seams between the library and the machine it runs on. Types only: nothing here exists at run time.
 *
 * Everything injected has the shape that the ECMA-419 standard (or, for timers and preferences, the Moddable SDK) gives
 * it: `{ io: Class, …options }`.
 */
import type { AllLimits } from "./client-limits.js";

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
	/**
	 * Kept by the socket as its property `target` (ECMA-419, IO class pattern). The callbacks are called with the socket as `this`, and
	 * know by its `target` whose they are.
	 */
	readonly target?: unknown;
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

/** `{ io: Class, …options }` of a TCP or TLS socket. The options are passed to the constructor. */
export interface SocketProvider {
	/** Class of the sockets. */
	readonly io: new (options: SocketOptions) => Socket;
	readonly [option: string]: unknown;
}

/** A name resolver (ECMA-419, Domain Name Resolver class pattern). */
export interface Resolver {
	/**
	 * Looks `host` up; exactly one of the two callbacks is called, later. A resolver that knows several addresses passes
	 * all of them as `addresses`, an addition to the pattern, in the order in which they are to be tried, `address` first.
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
	/** Class of the resolvers. */
	readonly io: new (options: ResolverProvider) => Resolver;
	readonly [option: string]: unknown;
}

/** How to reach a service by one scheme: what `device.network.http` of a Moddable device has, without its HTTP client. */
export interface Transport {
	/** Class of the connections. Default: this library's; `overHTTPClient` of `records-client/http-client` gives another. */
	readonly io?: object;
	/** Looks the host up, once for each connection. */
	readonly dns: ResolverProvider;
	/** Opens the connections: TCP for http; for https this library's TLS socket, or what has a `TCP` for one to be put on. */
	readonly socket: SocketProvider;
	/** Stands before the sockets of the connections, such as `StayConnected`. Default: nothing does. */
	readonly gate?: (socket: SocketProvider) => SocketProvider;
	readonly [option: string]: unknown;
}

/** A transport for https, with TLS. */
export interface SecuredTransport extends Transport {
	/** Whether who answers has shown that it is the service. */
	readonly isVerified: boolean;
}

/** How to reach the service. */
export interface Network {
	/** For base URLs that begin with "http:". */
	readonly http?: Transport;
	/** For base URLs that begin with "https:". */
	readonly https?: Transport;
}

/** Handle of a timer; its type is the platform's. */
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
	/** Returns a value; undefined where there is none. The client's domains and keys have at most 15 characters each. */
	get(domain: string, key: string): unknown;
	/** Keeps a value in place of the one before; as all of these at once: a promise is a failure. @throws when there is no room for it */
	set(domain: string, key: string, value: string): unknown;
	/** Forgets a value; one that is not there is fine. */
	delete(domain: string, key: string): unknown;
}

/** Text to UTF-8 bytes and back. A lone surrogate becomes U+FFFD, as in the Encoding standard. */
export interface Text {
	/** Returns the text as UTF-8, in a new array that the caller owns. */
	encode(text: string): Uint8Array;
	/** Fills `target` with as much of the text as fits, whole characters only. Returns the number of bytes written. */
	encodeInto(text: string, target: Uint8Array): number;
	/** Reads `length` bytes from `offset` as UTF-8. Returns undefined when they are not UTF-8. */
	decode(bytes: Uint8Array, offset: number, length: number): string | undefined;
	/** Decodes base64url without padding (RFC 4648, section 5). Returns a new array, undefined for text that is not base64url. */
	decodeBase64url(text: string): Uint8Array | undefined;
}

/** Everything that the library needs of a platform. */
export interface Platform {
	readonly network: Network;
	readonly timers: Timers;
	readonly preferences: Preferences;
	readonly text: Text;
	/** The platform's default limits, where they differ from a microcontroller's. */
	readonly limits?: AllLimits;
	/** Examples of the options that its client has besides, by name. */
	readonly options?: Readonly<Record<string, unknown>>;
	/** Warning for a base URL with an IPv6 address; undefined where its own network takes one as any other. */
	readonly addressWarning?: string;
	/** A request begins, or ends: once each, in any order of several. */
	onRequest?(isUnderway: boolean): void;
	/** Shows a warning to the developer. */
	warn(text: string): void;
}
