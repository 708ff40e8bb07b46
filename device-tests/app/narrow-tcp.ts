import TCP from "embedded:io/socket/tcp";
import Timer from "timer";
import type { ByteBuffer, Socket, SocketOptions } from "../../lib/platform.js";

const Connection = TCP as unknown as new (options: SocketOptions) => Socket;

/** How a driver takes bytes. */
export interface Narrow {
	/** Bytes that it takes until it says that there is room again: the first time, and each time after it. */
	readonly first: number;
	readonly then: number;
	/** Milliseconds without room after each write, of whatever length. */
	readonly pause: number;
	/** Gets what was written to a connection, when it is closed. */
	readonly onClosed?: (written: Uint8Array) => void;
}

interface NarrowOptions extends SocketOptions {
	readonly narrow: Narrow;
}

/** A TCP socket over a driver that is full after each write, as a modem that waits for its OK. */
export class NarrowTCP implements Socket {
	readonly target: unknown;
	readonly #options: NarrowOptions;
	readonly #socket: Socket;
	#room = 0;
	#isOpen = false;
	#timer: Timer | undefined;
	#written: number[] = [];

	constructor(options: NarrowOptions) {
		this.target = options.target;
		this.#options = options;
		this.#socket = new Connection({
			address: options.address, port: options.port, nodelay: true,
			onReadable: (count) => options.onReadable?.call(this, count),
			onWritable: () => {
				if (this.#isOpen)
					return;
				this.#isOpen = true;
				this.#tell(options.narrow.first);
			},
			onError: (error) => options.onError?.call(this, error)
		});
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		return this.#socket.read(target);
	}

	write(data: ByteBuffer): number | undefined {
		const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
		if (bytes.length > this.#room)
			throw new RangeError("more than can be written");
		for (const byte of bytes)
			this.#written.push(byte);
		this.#room = 0;
		this.#timer ??= Timer.set(() => {
			this.#timer = undefined;
			this.#tell(this.#options.narrow.then);
		}, this.#options.narrow.pause);
		return this.#socket.write(data) === undefined ? undefined : 0;
	}

	close(): void {
		Timer.clear(this.#timer);
		this.#timer = undefined;
		this.#socket.close();
		if (this.#written.length > 0)
			this.#options.narrow.onClosed?.(Uint8Array.from(this.#written));
		this.#written = [];
	}

	#tell(room: number): void {
		this.#room = room;
		this.#options.onWritable?.call(this, room);
	}
}
