import type { Resolver, ResolverProvider, Socket, SocketOptions, TimerHandle } from "../../lib/platform.js";

type Task = () => void;

/** What was found wrong with an input; thrown by the checks. */
export class Finding extends Error {}

/** Tasks that one input may take; more of them go in a circle. */
const MOST_TASKS = 20_000;

/** A machine without sockets and time: what is to come later is done in its order, nothing inside another call. */
export class MemoryMachine {
	/** The connection that was opened last. */
	socket: MemorySocket | undefined;
	/** Bytes that a connection takes when it opens. */
	window = Infinity;
	readonly #tasks: Task[] = [];

	later(task: Task): void {
		this.#tasks.push(task);
	}

	/** Does all there is to do. */
	run(): void {
		for (let count = 0; this.#tasks.length > 0; count++) {
			if (count > MOST_TASKS)
				throw new Finding("the client comes to no end");
			this.#tasks.shift()?.();
		}
	}

	readonly timers = {
		/** No time passes here but a moment, so that only the shortest timers come. */
		set: (task: Task, milliseconds = 0): TimerHandle => {
			const handle = { task };
			if (milliseconds <= 1)
				this.later(() => handle.task());
			return handle;
		},
		clear: (handle: TimerHandle | undefined): void => {
			if (handle !== undefined)
				(handle as { task: Task }).task = () => {};
		},
		now: () => 0
	};
}

/** A connection whose peer is the caller. */
export class MemorySocket implements Socket {
	/** What was written, each write by itself. */
	readonly written: Uint8Array[] = [];
	isClosed = false;
	readonly #options: SocketOptions;
	#received: Uint8Array = new Uint8Array(0);
	#room = 0;

	constructor(options: SocketOptions) {
		this.#options = options;
		const machine = options.machine as MemoryMachine;
		machine.socket = this;
		machine.later(() => this.take(machine.window));
	}

	/** The peer has room for so many bytes. */
	take(count: number): void {
		this.#room = count;
		if (!this.isClosed)
			this.#options.onWritable?.(count);
	}

	/** The peer sends bytes. */
	receive(bytes: Uint8Array): void {
		this.#received = Buffer.concat([this.#received, bytes]);
		if (!this.isClosed)
			this.#options.onReadable?.(this.#received.length);
	}

	/** The peer closes, or the connection fails with an error. */
	end(error?: Error): void {
		if (!this.isClosed)
			this.#options.onError?.(error);
	}

	read(target: Uint8Array): number | undefined {
		const count = Math.min(target.length, this.#received.length);
		if (count === 0)
			return undefined;
		target.set(this.#received.subarray(0, count));
		this.#received = this.#received.subarray(count);
		return count;
	}

	write(bytes: Uint8Array): number | undefined {
		if (bytes.length > this.#room)
			throw new Error("would block");
		this.written.push(bytes.slice());
		this.#room -= bytes.length;
		return this.#room;
	}

	close(): void {
		this.isClosed = true;
	}
}

/** Takes every name for one address. */
export class MemoryResolver implements Resolver {
	readonly #machine: MemoryMachine;

	constructor(options: ResolverProvider) {
		this.#machine = options.machine as MemoryMachine;
	}

	resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
		this.#machine.later(() => onResolved(host, "127.0.0.1"));
	}

	close(): void {
		// Nothing is held.
	}
}
