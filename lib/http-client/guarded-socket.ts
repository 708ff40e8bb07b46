import { PAUSES } from "../shared/pauses.js";
import { RetoldAnswer } from "../http/retold-answer.js";
import type { ByteBuffer, Socket, SocketOptions, SocketProvider, TimerHandle } from "../platform.js";
import { STAGE_SEND } from "../request/request-timeouts.js";
import { isError } from "../shared/thrown.js";
import type { Guard, Guarded } from "./guard.js";

/** Bytes of one write at most: a record of TLS. */
const WRITE_MAXIMUM = 16_384;

/**
 * What an HTTP client opens its connection with, in place of the app's socket. It reads the answer by the library's own rules, and has the
 * client read that answer in the form of `RetoldAnswer`: so it knows whose each byte is, and a client that reads heads a byte at a time has
 * a short one to read. All that the client writes in one turn leaves in one write, which over TLS is one record. Of the connection's end
 * the client hears nothing: it is closed then.
 */
export class GuardedSocket implements Socket {
	/** "number" has `read` return a byte at a time (ECMA-419, IO class pattern). */
	format: "buffer" | "number" = "buffer";
	readonly answer: RetoldAnswer;
	/** Bytes received. */
	received = 0;
	/** Bytes that can be read from the socket. */
	readable = 0;
	/** Where the client has last read to, and how many bytes. */
	target: Uint8Array;
	count = 0;

	private readonly line: Guard;
	private readonly onReadable: SocketOptions["onReadable"];
	private readonly onWritable: SocketOptions["onWritable"];
	private socket: Socket | undefined;
	private writable = 0;
	/** How the connection has ended, undefined while it has not. */
	private ending: { readonly error: unknown } | undefined;
	private isDelivering = false;
	private turn: TimerHandle | undefined;
	private readonly byte = new Uint8Array(1);
	/** What the client has written and has not left yet. */
	private readonly output: Uint8Array;
	private written = 0;
	private writing: TimerHandle | undefined;

	constructor(options: SocketOptions & Guarded<SocketProvider>) {
		const { line, onReadable, onWritable, provider } = options;
		const { limits: { receive, send }, platform: { text } } = line.parts;
		this.line = line;
		this.onReadable = onReadable;
		this.onWritable = onWritable;
		this.answer = new RetoldAnswer(text, receive, this);
		this.target = this.byte;
		this.output = new Uint8Array(send < WRITE_MAXIMUM ? send : WRITE_MAXIMUM);
		line.connecting(this, () => {
			this.socket = new provider.io({
				...options,
				provider: provider.provider,
				onReadable: (count) => this.canRead(count),
				onWritable: (count) => this.canWrite(count),
				onError: (error) => this.ended(error)
			});
			// The app's store of TLS sessions may have closed the client.
			if (line.isClosed)
				this.close();
		});
	}

	/** Whether the client has read all of the answer. */
	get isComplete(): boolean {
		const { answer } = this;
		return answer.advance() === 0 && answer.isDone;
	}

	/** Whether the connection can carry another request. */
	get isReusable(): boolean {
		return this.answer.isReusable && this.written === 0 && this.ending === undefined;
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		const { answer, byte } = this;
		if (this.format === "number") {
			const next = answer.nextByte();
			return next >= 0 ? next : this.take(byte) === 1 ? byte[0] : undefined;
		}
		if (typeof target === "object")
			return this.take(target instanceof ArrayBuffer ? new Uint8Array(target) : target) || undefined;
		const bytes = new Uint8Array(target !== undefined && target < answer.ready ? target : answer.ready);
		return this.take(bytes) > 0 ? bytes.buffer : undefined;
	}

	/**
	 * @returns the number of bytes that can still be written
	 * @throws RangeError for more than that
	 */
	write(data: ByteBuffer): number {
		if (data.byteLength > this.room)
			throw new RangeError("more than can be written");
		this.output.set(data instanceof ArrayBuffer ? new Uint8Array(data) : data, this.written);
		this.written += data.byteLength;
		this.writing ??= this.line.parts.platform.timers.set(() => this.flush(), PAUSES.write.least);
		return this.room;
	}

	close(): void {
		const { timers } = this.line.parts.platform;
		timers.clear(this.turn);
		timers.clear(this.writing);
		this.socket?.close();
		this.socket = this.turn = this.writing = undefined;
	}

	/** Reads from the socket. @returns the number of bytes */
	receive(space: Uint8Array): number {
		const count = this.socket?.read(space);
		if (typeof count !== "number" || count <= 0)
			return 0;
		this.readable -= count;
		this.received += count;
		return count;
	}

	/** Bytes that the client can write. */
	private get room(): number {
		const { output: { length }, writable, written } = this;
		return (writable < length ? writable : length) - written;
	}

	private canRead(count: number): void {
		this.readable = count;
		if (this.line.beginAnswer())
			this.deliver();
	}

	private canWrite(count: number): void {
		const { line } = this;
		this.writable = count;
		if (line.attempt?.isSent === false)
			line.enterStage(STAGE_SEND);
		if (this.room > 0)
			line.run(() => this.onWritable?.call(this, this.room));
	}

	/** Sends what the client has written. */
	private flush(): void {
		const { line, output, written } = this;
		this.writing = undefined;
		line.run(() => {
			const { attempt } = line;
			if (attempt === undefined)
				throw new Error("the HTTP client has sent what nobody has asked for");
			line.enterStage(attempt.sending());
			const writable = this.socket?.write(output.slice(0, written));
			this.written = 0;
			// The SDK's socket for Linux reports a write that failed in no other way.
			if (writable === undefined)
				line.fail("connect", "connection closed");
			else
				this.canWrite(writable);
		});
	}

	private ended(error: unknown): void {
		this.ending = { error };
		this.deliver();
	}

	/** Has the client read what has come, until it waits or there is no more. */
	private deliver(): void {
		const { answer, line } = this;
		line.run(() => {
			this.isDelivering = true;
			for (let taken = -1; taken !== answer.taken && !line.isClosed && answer.advance() > 0;) {
				taken = answer.taken;
				this.onReadable?.call(this, answer.ready);
			}
			this.isDelivering = false;
			if (this.ending !== undefined && answer.ready === 0 && !line.isClosed)
				this.end(this.ending.error);
		});
	}

	/** The connection has ended, and the client has read what came before. */
	private end(error: unknown): void {
		const { answer: { isDone, parser }, line } = this;
		if (line.attempt === undefined || !parser.hasBegun)
			return line.failed(error, "connection closed");
		if (isDone)
			return;
		parser.end(isError(error));
		this.deliver();
	}

	/** The client reads. @returns the number of bytes */
	private take(space: Uint8Array): number {
		const { answer } = this;
		const count = answer.take(space);
		this.target = space;
		this.count = count;
		// One that reads on a turn of its own.
		if (count > 0 && !this.isDelivering && answer.ready === 0)
			this.turn ??= this.line.parts.platform.timers.set(() => {
				this.turn = undefined;
				this.deliver();
			});
		return count;
	}
}
