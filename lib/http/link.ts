import type { HTTPClientOptions, Resolver, Socket, TimerHandle } from "../platform.js";
import type { HTTPErrorKind } from "./http-error.js";
import { A_NUMBER } from "../words.js";

/** Milliseconds that a socket which takes no more has for what it had received, and to tell its error by itself. */
const FAREWELL = 100;

/** Who a link tells. Never called inside one of the link's methods, never after `close`. */
export interface LinkOwner {
	/** `writable` has changed; the first time: the connection is open. */
	onLinkWritable(): void;
	/** `readable` or `ending` has changed. */
	onLinkReadable(): void;
}

/** The one connection of a client: name look-up, connecting, and how much can be read and written now. */
export class Link {
	/** Bytes that can be written now; 0 until the connection is open. */
	writable = 0;
	/** Bytes that can be read now. */
	readable = 0;
	/** What went wrong, when `write` or `read` failed or the connection ended. */
	fault = "";
	/** Why the connection ended, undefined while it has not; what is `readable` can still be read. */
	ending: HTTPErrorKind | undefined;
	/** Whether it is known to have failed, rather than to have been closed by the peer. */
	broken = false;

	private readonly options: HTTPClientOptions;
	private readonly owner: LinkOwner;
	private resolver: Resolver | undefined;
	private socket: Socket | undefined;
	private farewell: TimerHandle | undefined;
	private opened = false;
	private closed = false;

	/** Starts the look-up of `options.host`, and then the connection to `port`. */
	constructor(options: HTTPClientOptions, port: number, owner: LinkOwner) {
		this.options = options;
		this.owner = owner;
		this.resolver = new options.dns.io(options.dns);
		this.resolver.resolve({
			host: options.host,
			onResolved: (_host, address) => this.connect(address, port),
			onError: () => this.end("dns", "host name was not resolved")
		});
	}

	/** Writes the view, at most `writable` bytes long; the bytes are copied. Returns false when it failed. */
	write(view: Uint8Array): boolean {
		try {
			const writable = this.socket?.write(view);
			this.writable = writable ?? 0;
			// The SDK's socket for Linux tells a write that failed in no other way.
			if (writable === undefined)
				this.farewell ??= this.options.timers.set(this.onFarewell, FAREWELL);
			return true;
		}
		catch (error) {
			this.fault = messageOf(error, "write failed");
			return false;
		}
	}

	/** Fills `space`, at most `readable` bytes long. Returns the number of bytes, -1 when it failed. */
	read(space: Uint8Array): number {
		try {
			const count = this.socket?.read(space);
			if (typeof count === A_NUMBER && (count as number) > 0) {
				this.readable -= count as number;
				return count as number;
			}
			this.readable = 0;
			return 0;
		}
		catch (error) {
			this.readable = 0;
			this.fault = messageOf(error, "read failed");
			return -1;
		}
	}

	close(): void {
		this.closed = true;
		this.options.timers.clear(this.farewell);
		this.resolver?.close();
		this.socket?.close();
		this.resolver = this.socket = undefined;
		this.writable = this.readable = 0;
	}

	private readonly onFarewell = (): void => this.end("connect", "connection closed");

	private connect(address: string, port: number): void {
		if (this.closed)
			return;
		this.resolver?.close();
		this.resolver = undefined;
		const { socket, host } = this.options;
		try {
			this.socket = new socket.io({
				...socket,
				address,
				host,
				port,
				nodelay: true,
				onReadable: (count) => this.onReadable(count),
				onWritable: (count) => this.onWritable(count),
				onError: (error) => this.onError(error)
			});
		}
		catch (error) {
			this.end(isTLS(error) ? "tls" : "connect", messageOf(error, "connection failed"));
		}
	}

	private onReadable(count: number): void {
		if (this.closed)
			return;
		this.readable = count;
		this.owner.onLinkReadable();
	}

	private onWritable(count: number): void {
		if (this.closed)
			return;
		this.writable = count;
		if (!this.opened) {
			this.opened = true;
			this.options.progress?.connected();
		}
		this.owner.onLinkWritable();
	}

	/** @param error none for a socket that the peer closed */
	private onError(error: unknown): void {
		this.end(isTLS(error) ? "tls" : "connect", messageOf(error, this.opened ? "connection closed" : "connection failed"), error instanceof Error);
	}

	private end(kind: HTTPErrorKind, message: string, broken = true): void {
		if (this.closed)
			return;
		this.writable = 0;
		this.ending = kind;
		this.fault = message;
		this.broken = broken;
		this.owner.onLinkReadable();
	}
}

/** Another TLS socket's error need not be of this library's class. */
function isTLS(error: unknown): boolean {
	return error instanceof Error && error.name === "TLSError";
}

function messageOf(error: unknown, otherwise: string): string {
	return error instanceof Error && error.message !== "" ? error.message : otherwise;
}
