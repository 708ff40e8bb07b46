/**
 * The entry that "records-client" takes TLS from, and hands on.
 * @module records-client/tls
 */
import alert from "ssl/alert";
import Timer from "timer";
import { Authorities } from "../../tls/authorities.js";
import { CLOSE_NOTIFY, DATA_MAXIMUM, EXPANSION, RECORD_HEADER, WARNING } from "../../tls/handshake-order.js";
import { ClientIdentity } from "../../tls/client-identity.js";
import { primitives } from "./sdk-primitives.js";
import { type CheckedOptions, checkOptions, type TLSSocketOptions } from "../../tls/tls-socket-options.js";
import { CheckedSession } from "./checked-session.js";
import { STORED_AUTHORITIES } from "./stored-authorities.js";
import { FAILED, SessionKeeper } from "../../tls/session-keeper.js";
import type { ByteBuffer, Platform, SecuredTransport, Socket, SocketProvider, Transport } from "../../platform.js";
import { secured, type TLSOptions, type TLSStats } from "../../tls/tls-options.js";
import { HANDSHAKE_CUT, PEER_ALERT, RECORD_DAMAGED, STREAM_CUT, TLSError } from "../../tls/tls-error.js";

/** Bytes that a record adds to its data. */
const OVERHEAD = RECORD_HEADER + EXPANSION;
/** Bytes of an alert (RFC 5246, 7.2). */
const CLOSE_NOTIFY_SIZE = 2;
/** Milliseconds, as `PAUSES.close`, which is in a bundle that this one must not import. */
const CLOSE_GRACE = 100;

const CONNECTING = 0;
const HANDSHAKING = 1;
const OPEN = 2;
const CLOSED = 3;

/** The TCP socket underneath. Its callbacks know whose it is by the option `target` (ECMA-419, "target"), at the price of no closure. */
type Wire = TLSWire & Socket & { readonly target: TLSSocket };

/**
 * A TLS 1.2 client socket over the SDK's `ssl/session` and a TCP socket, after ECMA-419. The first `onWritable` comes
 * when the handshake is complete and the peer verified. `onError` comes once: with a TLSError when the handshake failed,
 * a record is damaged, or the TCP connection ended and TLS had not; without an error when the peer closed in order; with
 * the error of TCP when there never was a connection. Each write is one record. Whatever the SDK throws ends here. A handshake that
 * fails after a session was offered begins once more on a TCP connection of its own, without one.
 */
export class TLSSocket implements Socket {
	/** Value of the option `target`. */
	readonly target: unknown;

	private readonly options: TLSSocketOptions;
	private readonly checked: CheckedOptions;
	private session!: CheckedSession;
	private wire!: Wire;
	private state = CONNECTING;
	/** Data of the last record, undefined once all of it is read. */
	private data: Uint8Array | undefined;
	private position = 0;
	/** Whether records are being read right now, so that who reads need not see to the next. */
	private receiving = false;
	/** Error to report when all data is read: the connection has ended. */
	private ended = false;
	private turn: Timer | undefined;

	/**
	 * @param options not changed; kept until the socket is closed, and so are the certificates
	 * @throws TypeError, RangeError or TLSError for options that can't be used; nothing has been acquired then
	 */
	constructor(options: TLSSocketOptions) {
		this.options = options;
		this.target = options.target;
		this.checked = checkOptions(options, STORED_AUTHORITIES);
		this.connect();
	}

	private static onReadable(this: Wire, count: number): void {
		const { target } = this;
		if (target.state === CLOSED)
			return;
		target.wire.readable = count;
		if (target.data === undefined)
			target.advance();
	}

	private static onWritable(this: Wire, count: number): void {
		const { target } = this;
		if (target.state === CLOSED)
			return;
		target.wire.writable = count;
		if (target.state === CONNECTING)
			target.state = HANDSHAKING;
		if (target.state === HANDSHAKING)
			return target.advance();
		target.session.flush(target.wire);
		target.endUnlessWritten();
		target.tellWritable();
	}

	private static onError(this: Wire, error?: unknown): void {
		const { target } = this;
		if (target.state !== OPEN) {
			target.end(target.state === CONNECTING ? error : new TLSError(HANDSHAKE_CUT));
			return;
		}
		target.ended = true;
		target.receive();
	}

	private connect(): void {
		const { options } = this;
		this.session = new CheckedSession(this.checked);
		this.wire = new options.TCP.io({
			...options.TCP,
			...options,
			nodelay: options.nodelay ?? true,
			target: this,
			// eslint-disable-next-line @typescript-eslint/unbound-method -- the TCP socket calls them as its own
			onReadable: TLSSocket.onReadable, onWritable: TLSSocket.onWritable, onError: TLSSocket.onError
		}) as Wire;
		this.wire.readable = this.wire.writable = 0;
	}

	/** @throws RangeError when a number is more than there is to read */
	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const { data, position } = this;
		if (data === undefined)
			return undefined;
		const available = data.length - position;
		const isSpace = typeof target === "object";
		const count = isSpace ? Math.min(target.byteLength, available) : target ?? available;
		if (count > available)
			throw new RangeError("more than can be read");
		const part = count === data.length ? data : data.subarray(position, position + count);
		this.take(count);
		if (!isSpace)
			return part.slice().buffer;
		const space = target instanceof Uint8Array ? target : new Uint8Array(target);
		space.set(part);
		return count;
	}

	/** One call is one record. Returns undefined when the connection has failed. */
	write(data: ByteBuffer): number | undefined {
		if (this.state !== OPEN || data.byteLength > this.room)
			throw new RangeError("more than can be written");
		if (data.byteLength > 0)
			this.session.write(this.wire, data);
		return this.wire.writable === undefined ? undefined : this.room;
	}

	close(): void {
		if (this.state === CLOSED)
			return;
		// A server that says nothing to a session must not be asked with it again.
		if (this.state === HANDSHAKING)
			this.session.drop();
		if (this.room >= CLOSE_NOTIFY_SIZE) {
			try {
				// So that the peer knows that nothing was cut off (RFC 5246, 7.2.1).
				this.session.doProtocol(this.wire, alert, WARNING, CLOSE_NOTIFY);
				this.session.flush(this.wire);
			}
			catch {
				// The connection is gone; it ends either way.
			}
		}
		this.state = CLOSED;
		this.release();
	}

	/** Bytes of data that can be written now: none as long as the end of the handshake waits for the socket. */
	private get room(): number {
		const isReady = this.state === OPEN && this.session.unsent === undefined;
		return isReady ? Math.min(Math.max(0, (this.wire.writable ?? 0) - OVERHEAD), DATA_MAXIMUM) : 0;
	}

	private tellWritable(): void {
		if (this.room > 0)
			this.options.onWritable?.call(this, this.room);
	}

	/** Goes on with the handshake, and with what comes after it. One function, because what it calls is deep in the stack. */
	private advance(): void {
		const { session, wire } = this;
		if (this.state === HANDSHAKING) {
			try {
				session.flush(wire);
				while (!session.handshake(wire)) {
					if (wire.readable === 0 && session.handshakeProcess < 0)
						return this.endUnlessWritten();
				}
			}
			catch (error) {
				return this.end(this.faultOf(error));
			}
			if (session.alert !== undefined)
				return this.end(this.faultOf());
			// Who was told of the session may have closed the socket.
			if (this.state !== HANDSHAKING)
				return;
			this.state = OPEN;
			this.endUnlessWritten();
			this.tellWritable();
		}
		this.receive();
	}

	/** The SDK's socket for Linux reports a write of the handshake that failed in no other way. */
	private endUnlessWritten(): void {
		if (this.wire.writable === undefined)
			this.turn ??= Timer.set(() => {
				this.turn = undefined;
				TLSSocket.onError.call(this.wire);
			}, CLOSE_GRACE);
	}

	/** Reads records until one has data that is not taken at once. */
	private receive(): void {
		const { wire } = this;
		this.receiving = true;
		while (this.state === (OPEN as number) && this.data === undefined && wire.readable > 0) {
			let data: Uint8Array | null | undefined;
			try {
				data = this.session.read(wire);
			}
			catch (error) {
				// RFC 5246, 7.2.2.
				this.checked.keeper?.set(undefined);
				this.end(this.faultOf(error));
			}
			if (data === null)
				this.end();
			else if (data !== undefined && data.length > 0) {
				this.data = data;
				this.position = 0;
				this.options.onReadable?.call(this, data.length);
			}
		}
		this.receiving = false;
		if (this.ended && this.state === (OPEN as number) && this.data === undefined)
			this.end(new TLSError(STREAM_CUT));
	}

	private take(count: number): void {
		this.position += count;
		if (this.data === undefined || this.position < this.data.length)
			return;
		this.data = undefined;
		if (!this.receiving && (this.wire.readable > 0 || this.ended))
			this.turn ??= Timer.set(() => {
				this.turn = undefined;
				this.receive();
			});
	}

	/** The error to report for an exception of the session, or an alert that it was given. */
	private faultOf(error?: unknown): TLSError {
		if (error instanceof TLSError)
			return error;
		const description = this.session.alert?.description;
		if (this.state !== OPEN)
			return new TLSError(this.session.order.alertFault(description));
		return new TLSError(description === undefined ? RECORD_DAMAGED : PEER_ALERT);
	}

	private end(error?: unknown): void {
		if (this.state === CLOSED)
			return;
		if (this.state === HANDSHAKING) {
			const { isPending } = this.session.resumption;
			this.state = CONNECTING;
			this.release();
			// The store and the event's listener are the app's: either may close the socket.
			this.session.drop();
			// The session that was offered may be at fault: once more without it.
			if (isPending) {
				this.checked.keeper?.stats.emit("resume", FAILED);
				if (this.state === (CLOSED as number))
					return;
				try {
					return this.connect();
				}
				catch (fault) {
					error = fault;
				}
			}
		}
		this.state = CLOSED;
		this.release();
		this.options.onError?.call(this, error);
	}

	private release(): void {
		Timer.clear(this.turn);
		this.turn = this.data = undefined;
		this.wire.close();
	}
}

/**
 * @internal
 * What `SecurePlatform.secured` is on devices.
 * @throws TypeError that names what is wrong, TLSError for a CA that is not a certificate
 */
export function securedTransport(transport: Transport, tls: TLSOptions | undefined, stats: TLSStats,
	platform: Pick<Platform, "timers" | "warn">): SecuredTransport {
	const io = TLSSocket as unknown as SocketProvider["io"];
	return secured(transport, tls, platform, {
		io,
		instead: (socket) => socket.TCP === undefined ? undefined : { ...socket, io },
		share: (certificate, session, own) => ({
			keeper: new SessionKeeper(session, stats),
			authorities: certificate && new Authorities(certificate),
			identity: own && new ClientIdentity(own, primitives)
		})
	});
}
