import type { BaseUrl } from "../url/base-url.js";
import type { Resolver, Socket, TimerHandle, Timers, Transport } from "../platform.js";
import type { Kind } from "../response.js";
import { isError, isTLSError, textOf } from "../shared/thrown.js";

/** Number of remaining addresses that share the time evenly; later ones get what these leave. */
const SHARING = 3;

/** Whose connection it is. */
export interface ConnectingOwner {
	/** As of the socket. */
	onReadable(count: number): void;
	onWritable(count: number): void;
	/** Until the connection is open, it has to call `failed`. */
	onError(error: unknown): void;
	/** There is no connection. Not called inside `begin`. @param isBroken see `HTTPConnection` */
	ended(kind: Kind, message: string, isBroken: boolean): void;
}

/** Options of a connection. */
export interface ConnectingOptions {
	readonly transport: Transport;
	readonly url: BaseUrl;
	readonly timers: Timers;
	/** Milliseconds for look-up and connection, which several addresses share (`limits.connect`). */
	readonly limit: number;
	/** Address that has accepted a connection and not answered, "" for none: those after it are tried first. */
	readonly silent: string;
	readonly owner: ConnectingOwner;
}

/** A socket whose callbacks know whose it is by the option `target` (ECMA-419, "target"), at the price of no closure. */
type OpenSocket = Socket & { readonly target: ConnectingOwner };

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
		const { transport: { dns }, url: { host } } = this.options;
		this.begun = this.options.timers.now();
		this.resolver = new dns.io(dns);
		this.resolver.resolve({
			host,
			onResolved: (_host, address, addresses) => this.resolved(address, addresses),
			onError: (error) => this.resolver !== undefined
				&& this.options.owner.ended("dns", textOf(isError(error) ? error : "", "host name was not resolved"), true)
		});
	}

	/** The address that is tried has failed. @param isBroken see `HTTPConnection` */
	failed(error: unknown, isBroken: boolean): void {
		const kind = kindOf(error);
		// A peer that is not trusted is the last: its fault must be reported.
		if (kind === "tls" || !this.addresses?.more)
			return this.options.owner.ended(kind, textOf(error, "connection failed"), isBroken);
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
		if (this.resolver === undefined)
			return;
		this.resolver.close();
		this.resolver = undefined;
		if (all === undefined || all.length < 2)
			return this.connect(address);
		this.addresses = new Addresses(all, all.indexOf(this.options.silent) + 1, this.begun + this.options.limit | 0);
		this.connect(this.addresses.next());
	}

	private readonly tryNext = (): void => {
		this.timer = undefined;
		this.leave();
		if (this.addresses !== undefined)
			this.connect(this.addresses.next());
	};

	private connect(address: string): void {
		const { options: { owner: target, timers, transport: { socket }, url: { host, port } } } = this;
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

function onReadable(this: OpenSocket, count: number): void {
	this.target.onReadable(count);
}

function onWritable(this: OpenSocket, count: number): void {
	this.target.onWritable(count);
}

function onError(this: OpenSocket, error: unknown): void {
	this.target.onError(error);
}

/** The kind of a socket's error. */
export function kindOf(error: unknown): Kind {
	return isTLSError(error) ? "tls" : "connect";
}

/**
 * The addresses of a host, to be tried one after the other (RFC 8305, section 4, has the order; the resolver keeps it).
 * Each has a share of the time, so that one that never answers leaves some for the next: half of it where two are left,
 * at least a third where more are. One that takes connections and never answers is not noticed before a request has failed:
 * the next connection begins with the address after it.
 */
export class Addresses {
	private readonly all: readonly string[];
	private readonly first: number;
	private readonly end: number;
	private count = 0;

	/**
	 * @param all in the order in which they are tried, round and round; kept
	 * @param first index of the one to begin with; as many as there are means the first
	 * @param end ticks at which the time for all of them is over
	 */
	constructor(all: readonly string[], first: number, end: number) {
		this.all = all;
		this.first = first;
		this.end = end;
	}

	/** Whether there is one that `next` has not returned. */
	get more(): boolean {
		return this.count < this.all.length;
	}

	/** Returns the next; there must be one. */
	next(): string {
		return this.all[(this.first + this.count++) % this.all.length];
	}

	/** Milliseconds for the one that `next` has returned, 1 or more. @param ticks now */
	share(ticks: number): number {
		const sharing = this.all.length - this.count + 1;
		const share = (this.end - ticks | 0) / (sharing < SHARING ? sharing : SHARING) | 0;
		return share > 1 ? share : 1;
	}
}
