import type { BaseUrl } from "../url/base-url.js";
import type { Resolver, Socket, SocketOptions, TimerHandle, Timers, Transport } from "../platform.js";
import type { Kind } from "../response.js";
import { isError, isTLSError, textOf } from "../shared/thrown.js";
import { Addresses } from "./addresses.js";

/** Options of a connection. */
export interface ConnectingOptions {
	readonly transport: Transport;
	readonly url: BaseUrl;
	readonly timers: Timers;
	/** Milliseconds for look-up and connection, which several addresses share (`limits.connect`). */
	readonly limit: number;
	/** Address that has accepted a connection and not answered, "" for none: those after it are tried first. */
	readonly silent: string;
	/** The socket's `target`, and callbacks. Until the connection is open, its `onError` has to call `failed`. */
	readonly target: unknown;
	readonly onReadable: NonNullable<SocketOptions["onReadable"]>;
	readonly onWritable: NonNullable<SocketOptions["onWritable"]>;
	readonly onError: NonNullable<SocketOptions["onError"]>;
	/** There is no connection. Not called inside `begin`. @param isBroken see `HTTPConnection` */
	readonly onFailure: (kind: Kind, message: string, isBroken: boolean) => void;
}

/** Opens a connection: looks the host up, and tries its addresses one after the other until one takes a connection. */
export class Connecting {
	/** The socket of the address that is tried. */
	socket: Socket | undefined;
	/** That address, "" before the first. */
	address = "";

	private readonly options: ConnectingOptions;
	private resolver: Resolver | undefined;
	private timer: TimerHandle | undefined;
	private addresses: Addresses | undefined;
	private begun = 0;
	private isClosed = false;

	constructor(options: ConnectingOptions) {
		this.options = options;
	}

	/** Begins. @throws what the resolver throws; it may be open then */
	begin(): void {
		const { options } = this;
		const { timers, transport: { dns }, url: { host } } = options;
		this.begun = timers.now();
		this.resolver = new dns.io(dns);
		this.resolver.resolve({
			host,
			onResolved: (_host, address, addresses) => this.resolved(address, addresses),
			onError: (error) => this.resolver !== undefined
				&& options.onFailure("dns", textOf(isError(error) ? error : "", "host name was not resolved"), true)
		});
	}

	/** The address that is tried has failed. @param isBroken see `HTTPConnection` */
	failed(error: unknown, isBroken: boolean): void {
		const kind = kindOf(error);
		// A peer that is not trusted is the last: its fault must be reported.
		if (kind === "tls" || !this.addresses?.more)
			return this.options.onFailure(kind, textOf(error, "connection failed"), isBroken);
		this.leave();
		this.timer = this.options.timers.set(this.tryNext);
	}

	/** The connection is open: returns its socket, which is the caller's. */
	release(): Socket | undefined {
		const { socket } = this;
		this.socket = undefined;
		this.close();
		return socket;
	}

	close(): void {
		this.isClosed = true;
		this.resolver?.close();
		this.resolver = undefined;
		this.leave();
	}

	/** Closes the socket, and the timer. */
	private leave(): void {
		this.options.timers.clear(this.timer);
		this.socket?.close();
		this.timer = this.socket = undefined;
	}

	/** @param all addresses of the host, undefined from a resolver that knows one only */
	private resolved(address: string, all: readonly string[] | undefined): void {
		const { limit, silent } = this.options;
		if (this.resolver === undefined)
			return;
		this.resolver.close();
		this.resolver = undefined;
		if (all === undefined || all.length < 2)
			return this.connect(address);
		this.addresses = new Addresses(all, all.indexOf(silent) + 1, this.begun + limit | 0);
		this.connect(this.addresses.next());
	}

	private readonly tryNext = (): void => {
		this.timer = undefined;
		this.leave();
		if (this.addresses !== undefined)
			this.connect(this.addresses.next());
	};

	private connect(address: string): void {
		const { options: { onError, onReadable, onWritable, target, timers, transport: { socket }, url: { host, port } } } = this;
		this.address = address;
		if (this.addresses?.more)
			this.timer = timers.set(this.tryNext, this.addresses.share(timers.now()));
		try {
			const made = new socket.io({ ...socket, address, host, port, nodelay: true, target, onReadable, onWritable, onError });
			// The app's store of TLS sessions may have closed the client meanwhile.
			if (this.isClosed)
				made.close();
			else
				this.socket = made;
		}
		catch (error) {
			this.failed(error, true);
		}
	}
}

/** The kind of a socket's error. */
export function kindOf(error: unknown): Kind {
	return isTLSError(error) ? "tls" : "connect";
}
