import type { HTTPClientOptions, Resolver, Socket, TimerHandle } from "../platform.js";
import { Addresses } from "./addresses.js";
import type { HTTPErrorKind } from "./http-error.js";
import { A_NUMBER } from "../words.js";

/** Milliseconds that a socket which takes no more has for what it had received, and to tell its error by itself. */
const FAREWELL = 100;
/** Milliseconds for a connection, where nothing else is said. */
const CONNECT = 15_000;

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
	/** Until the connection is open for the next address, then for the farewell. */
	private timer: TimerHandle | undefined;
	private addresses: Addresses | undefined;
	private readonly port: number;
	private readonly begun: number;
	private opened = false;
	private closed = false;

	/** Starts the look-up of `options.host`, and then the connection to `port` of its first address that takes one. */
	constructor(options: HTTPClientOptions, port: number, owner: LinkOwner) {
		this.options = options;
		this.owner = owner;
		this.port = port;
		this.begun = options.timers.now();
		this.resolver = new options.dns.io(options.dns);
		this.resolver.resolve({
			host: options.host,
			onResolved: (_host, address, addresses) => this.onResolved(address, addresses),
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
				this.timer ??= this.options.timers.set(this.onTimer, FAREWELL);
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
		this.resolver?.close();
		this.leave();
		this.resolver = undefined;
		this.writable = this.readable = 0;
	}

	/** Lets the socket go, and the timer. */
	private leave(): void {
		this.options.timers.clear(this.timer);
		this.socket?.close();
		this.timer = this.socket = undefined;
	}

	private readonly onTimer = (): void => this.timeOver();

	/** The address has had its share of the time, or has failed; of an open connection, its farewell is over. */
	private timeOver(): void {
		this.timer = undefined;
		if (this.addresses === undefined)
			return this.end("connect", "connection closed");
		this.leave();
		this.connect(this.addresses.next());
	}

	/** @param all of the name's addresses, undefined from a resolver that tells one only */
	private onResolved(address: string, all: readonly string[] | undefined): void {
		if (this.closed || this.resolver === undefined)
			return;
		this.resolver.close();
		this.resolver = undefined;
		if (all === undefined || all.length < 2)
			return this.connect(address);
		this.addresses = new Addresses(all, this.begun + (this.options.connect ?? CONNECT) | 0);
		this.connect(this.addresses.next());
	}

	private connect(address: string): void {
		const { socket, host, timers } = this.options;
		if (this.addresses?.more)
			this.timer = timers.set(this.onTimer, this.addresses.share(timers.now()));
		try {
			this.socket = new socket.io({
				...socket,
				address,
				host,
				port: this.port,
				nodelay: true,
				onReadable: (count) => this.onReadable(count),
				onWritable: (count) => this.onWritable(count),
				onError: (error) => this.onError(error)
			});
		}
		catch (error) {
			this.failed(error, "connection failed", true);
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
			this.options.timers.clear(this.timer);
			this.timer = this.addresses = undefined;
			this.options.progress?.connected();
		}
		this.owner.onLinkWritable();
	}

	/** @param error none for a socket that the peer closed */
	private onError(error: unknown): void {
		this.failed(error, this.opened ? "connection closed" : "connection failed", error instanceof Error);
	}

	/** The next address is tried on a turn of its own. A peer that is not trusted is the last: its fault must be told. */
	private failed(error: unknown, otherwise: string, broken: boolean): void {
		if (this.closed)
			return;
		const tls = isTLS(error);
		if (tls || !this.addresses?.more)
			return this.end(tls ? "tls" : "connect", messageOf(error, otherwise), broken);
		this.leave();
		this.timer = this.options.timers.set(this.onTimer);
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
