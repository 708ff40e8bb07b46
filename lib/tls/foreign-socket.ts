import type {
	ByteBuffer, Platform, SecuredTransport, Socket, SocketOptions, SocketProvider, TimerHandle, Timers, Transport
} from "../platform.js";
import { HANDSHAKE_CUT, HANDSHAKE_FAILED, TLSError } from "./tls-error.js";

/** Records (RFC 5246, section 6.2.1). */
const CHANGE_CIPHER_SPEC = 20;
const APPLICATION_DATA = 23;

/** Options of a TLS socket that another stands for. */
interface ForeignOptions extends SocketOptions {
	/** The class of TLS sockets, with the `TCP` that they make their own connections with. */
	readonly provider: SocketProvider & { readonly TCP: SocketProvider };
	readonly timers: Timers;
}

interface WireOptions extends SocketOptions {
	readonly provider: { readonly TCP: SocketProvider };
	readonly outer: ForeignTLSSocket;
}

/**
 * A transport for https as it is, with the TLS socket of its own (`tls.insecureSocket`).
 * @param transport not changed
 * @param tls all options
 * @throws TypeError for options besides
 */
export function unverified(transport: Transport, tls: object, platform: Pick<Platform, "timers" | "warn">): SecuredTransport {
	if (Object.values(tls).filter((value) => value !== undefined).length > 1)
		throw new TypeError("tls.insecureSocket goes with no other option of tls");
	platform.warn("tls.insecureSocket: whoever is on the way can be the service");
	const { socket } = transport;
	const io = ForeignTLSSocket as unknown as SocketProvider["io"];
	return {
		...transport,
		socket: socket.TCP === undefined ? socket : { ...socket, io, provider: socket, timers: platform.timers },
		isVerified: false
	};
}

/**
 * Another TLS socket than the library's, such as the SDK's, which throws what it finds wrong with a certificate or a record at the TCP
 * socket below it, or on a timer of its own: either would end the app. Here it is an error that is reported, and so is each
 * end of the connection, because such a socket does not say whether the peer has meant it.
 */
class ForeignTLSSocket implements Socket {
	/** The TCP socket below. */
	wire: Wire | undefined;

	private readonly options: ForeignOptions;
	/** Undefined once it is closed. */
	private socket: Socket | undefined;
	private turn: TimerHandle | undefined;

	constructor(options: ForeignOptions) {
		this.options = options;
		this.socket = new options.provider.io({
			...options,
			TCP: { ...options.provider.TCP, io: Wire },
			outer: this,
			onReadable: (count) => options.onReadable?.call(this, count),
			onWritable: (count) => options.onWritable?.call(this, count),
			onError: (error) => this.end(error)
		});
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const { socket, wire } = this;
		if (socket === undefined || wire === undefined)
			return undefined;
		// The TLS socket would set a timer that may throw.
		const { readable } = wire;
		wire.readable = 0;
		const result = socket.read(target);
		wire.readable = readable;
		this.turn ??= this.options.timers.set(() => {
			this.turn = undefined;
			if (wire.readable > 0)
				wire.onReadable(wire.readable);
		});
		return result;
	}

	write(data: ByteBuffer): number | undefined {
		const writable = this.socket?.write(data);
		// The SDK's says NaN where the connection has failed.
		return Number(writable) >= 0 ? writable : undefined;
	}

	close(): void {
		const { socket } = this;
		this.socket = undefined;
		this.options.timers.clear(this.turn);
		socket?.close();
		this.wire?.close();
	}

	/** Calls the TLS socket about its TCP socket. @param listener one of its options */
	tell(listener: ((about: never) => void) | undefined, about: unknown): void {
		if (this.socket === undefined)
			return;
		try {
			listener?.call(this.wire, about as never);
		}
		catch (error) {
			this.end(new TLSError(error instanceof Error && error.message !== "" ? error.message : HANDSHAKE_FAILED));
		}
	}

	private end(error: unknown): void {
		if (this.socket === undefined)
			return;
		this.close();
		this.options.onError?.call(this, error ?? new Error("connection closed"));
	}
}

/** The TCP socket below a ForeignTLSSocket. */
class Wire implements Socket {
	/** Kept by the TLS socket. */
	readable = 0;
	writable: number | undefined = 0;
	/** Has the TLS socket go on with the next record. */
	readonly onReadable: (count: number) => void;

	private readonly socket: Socket;
	private isEncrypted = false;

	constructor(options: WireOptions) {
		const { outer, provider: { TCP } } = options;
		outer.wire = this;
		this.onReadable = (count) => outer.tell(options.onReadable, count);
		this.socket = new TCP.io({
			...TCP,
			...options,
			onReadable: this.onReadable,
			onWritable: (count) => outer.tell(options.onWritable, count),
			onError: (error) => outer.tell(options.onError, error)
		});
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		return this.socket.read(target);
	}

	/** @throws TLSError for data before the handshake is complete: the SDK's takes an alert for its end, and would send it in the clear */
	write(data: ByteBuffer): number | undefined {
		const type = (data instanceof ArrayBuffer ? new Uint8Array(data) : data)[0];
		this.isEncrypted ||= type === CHANGE_CIPHER_SPEC;
		if (type === APPLICATION_DATA && !this.isEncrypted)
			throw new TLSError(HANDSHAKE_CUT);
		return this.socket.write(data);
	}

	close(): void {
		this.socket.close();
	}
}
