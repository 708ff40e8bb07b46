import { Connecting } from "../http/connecting.js";
import type { Socket, TimerHandle, Timers } from "../platform.js";
import type { ConnectionParts } from "../request/connection.js";
import { backoff } from "../request/retry-policy.js";
import { type ClientResponse, failure, type Kind } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { textOf } from "../shared/thrown.js";

/** Bytes read at a time. */
const BUFFER = 256;
/** Characters of the answer's head, of a chunk's size and of an event, at most. */
const HEAD = 4096;
const SIZE = 32;
const EVENT = 2048;
/** How an event writes when its record has changed, and that it was deleted. */
const UPDATED = '"updated":"';
const UPDATED_LENGTH = 11;
const DELETION = '"action":"delete"';
/** Milliseconds to the first event after the connection has been asked for. */
const FIRST = 30_000;
/** Milliseconds: the longest pause after a first failure, and after many. */
const RETRY = 1000;
const RETRY_MAXIMUM = 60_000;
/** As in `HTTPConnection`: milliseconds between a socket's `onWritable` and the write. */
const WRITE_PAUSE = 1;

/** Whose stream it is. */
interface StreamOwner {
	/** The service has given the stream an id. */
	onConnected(clientId: string): void;
	/** A record has changed. @param updated when, as the service writes it */
	onChange(updated: string): void;
	/** The stream has ended, or did not begin; it begins again by itself. */
	onStreamEnd(response: ClientResponse): void;
}

/** A socket whose callbacks know whose it is. */
type OpenSocket = Socket & { readonly target: EventStream };

/**
 * The service's event stream (PocketBase, "Realtime API"; HTML, section 9.2.6) on a connection of its own: all of it is text, in ASCII,
 * and short. It is opened again after it has ended, and after a time without a byte.
 */
export class EventStream {
	private readonly parts: ConnectionParts;
	private readonly timers: Timers;
	private readonly silence: number;
	private readonly owner: StreamOwner;
	private readonly bytes = new Uint8Array(BUFFER);
	private connecting: Connecting | undefined;
	private socket: Socket | undefined;
	private timer: TimerHandle | undefined;
	/** Whether the timer waits to open it. */
	private isWaiting = false;
	private failures = 0;
	/** Ticks at the last byte. */
	private heard = 0;
	private clientId = "";
	/** What was read and not used yet; whether the head is over; characters of the chunk to come, and of what stands before its size. */
	private rest = "";
	private isInBody = false;
	private left = 0;
	private between = 0;
	/** Of an event, what was read of it. */
	private event = "";

	/** @param silence milliseconds without a byte after which it is dead */
	constructor(parts: ConnectionParts, timers: Timers, silence: number, owner: StreamOwner) {
		this.parts = parts;
		this.timers = timers;
		this.silence = silence;
		this.owner = owner;
	}

	/** Opens it, unless it is open or waits to be. */
	open(): void {
		if (this.timer === undefined)
			this.wait(0);
	}

	/** Whether it is open and has this id. */
	isOf(clientId: string): boolean {
		return this.clientId !== "" && this.clientId === clientId;
	}

	/** The service sends what changes: the next failure is a first one. */
	isGood(): void {
		this.failures = 0;
	}

	/** Ends it because it is of no use; it begins again after a pause. */
	end(response: ClientResponse): void {
		this.close();
		this.wait(RETRY + backoff(++this.failures, RETRY, RETRY_MAXIMUM, Math.random()));
		this.owner.onStreamEnd(response);
	}

	/** Ends it without a callback. */
	close(): void {
		this.timers.clear(this.timer);
		this.connecting?.close();
		this.socket?.close();
		this.timer = this.connecting = this.socket = undefined;
		this.clientId = this.rest = this.event = "";
	}

	private fail(kind: Kind, message: string): void {
		this.end(failure(kind, message));
	}

	private wait(milliseconds: number): void {
		this.isWaiting = true;
		this.timer = this.timers.set(this.onTimer, milliseconds);
	}

	private readonly onTimer = (): void => {
		const { silence, timers } = this;
		this.timer = undefined;
		if (this.isWaiting)
			return this.begin();
		const most = this.clientId === "" ? FIRST : silence;
		const left = most - (timers.now() - this.heard | 0);
		if (left <= 0)
			return this.fail("timeout", `no byte of the event stream within ${most} ms`);
		this.timer = timers.set(this.onTimer, left);
	};

	private begin(): void {
		const { parts: { limits, transport, url }, silence, timers } = this;
		this.isWaiting = this.isInBody = false;
		this.left = this.between = 0;
		this.heard = timers.now();
		this.timer = timers.set(this.onTimer, FIRST < silence ? FIRST : silence);
		try {
			this.connecting = new Connecting({
				transport, url, timers, limit: limits.connect, silent: "", target: this,
				// eslint-disable-next-line @typescript-eslint/unbound-method -- the socket calls them as its own
				onReadable: EventStream.onReadable, onWritable: EventStream.onWritable, onError: EventStream.onError,
				onFailure: (kind, message) => this.fail(kind, message)
			});
			this.connecting.begin();
		}
		catch (error) {
			this.fail("connect", textOf(error, "connection failed"));
		}
	}

	private static onWritable(this: OpenSocket): void {
		const { target } = this;
		const { connecting, parts: { headers, platform: { text }, url }, timers } = target;
		if (connecting === undefined)
			return;
		const socket = target.socket = connecting.release();
		target.connecting = undefined;
		// docs/decisions/0092-a-write-waits-a-millisecond.md
		timers.set(() => {
			if (target.socket !== socket)
				return;
			try {
				socket?.write(text.encode(`GET ${url.prefix}/api/realtime HTTP/1.1\r\n${headers}accept: text/event-stream\r\n\r\n`));
			}
			catch (error) {
				target.fail("connect", textOf(error, "write failed"));
			}
		}, WRITE_PAUSE);
	}

	private static onReadable(this: OpenSocket, count: number): void {
		this.target.onReadable(count);
	}

	private static onError(this: OpenSocket, error: unknown): void {
		const { target } = this;
		if (target.connecting !== undefined)
			target.connecting.failed(error, true);
		else
			target.fail("connect", "the event stream has ended");
	}

	private onReadable(count: number): void {
		const { bytes, parts: { platform: { text } }, timers } = this;
		this.heard = timers.now();
		for (let readable = count; readable > 0;) {
			const { socket } = this;
			const read = socket?.read(readable < BUFFER ? bytes.subarray(0, readable) : bytes) as number | undefined;
			if (!read)
				return;
			readable -= read;
			const piece = text.decode(bytes, 0, read);
			if (piece?.length !== read)
				return this.fail("protocol", "the event stream is not ASCII");
			this.rest = this.rest === "" ? piece : this.rest + piece;
			const fault = this.isInBody || this.head() ? this.chunks() : this.rest.length > HEAD ? "the head of the event stream is too long" : "";
			if (fault !== "")
				return this.fail("protocol", fault);
		}
	}

	/** Reads the head. @returns whether it is over */
	private head(): boolean {
		const { rest } = this;
		const end = rest.indexOf("\r\n\r\n");
		if (end < 0)
			return false;
		const head = rest.slice(0, end + 2);
		const isChunked = /\r\ntransfer-encoding: *chunked *\r\n/i.test(head);
		this.isInBody = head.startsWith("HTTP/1.1 200 ") && (isChunked || !/\r\ntransfer-encoding:/i.test(head)) && /\r\ncontent-type: *text\/event-stream/i.test(head);
		this.rest = this.isInBody ? rest.slice(end + 4) : rest.slice(0, rest.indexOf("\r\n"));
		// Not in chunks, all that comes is one.
		this.left = isChunked ? 0 : Infinity;
		return true;
	}

	/** Reads what is there of chunks (RFC 9112, section 7.1). @returns what is wrong, "" for nothing */
	private chunks(): string {
		if (!this.isInBody)
			return `no event stream: ${this.rest}`;
		for (;;) {
			if (this.left > 0) {
				const { left, rest } = this;
				const part = left < rest.length ? rest.slice(0, left) : rest;
				this.event = this.event === "" ? part : this.event + part;
				this.left = left > rest.length ? left - rest.length : 0;
				this.rest = rest.slice(left);
				if (this.event.includes("\n\n"))
					this.events();
				if (this.event.length > EVENT)
					return "an event is too long";
				if (this.left > 0)
					return "";
				this.between = 2;
			}
			const { between, rest } = this;
			const end = rest.indexOf("\r\n", between);
			if (end < 0)
				return rest.length > SIZE ? "bad chunk" : "";
			this.left = Number.parseInt(rest.slice(between, end), 16);
			if (!(this.left > 0))
				return this.left === 0 ? "the event stream has ended" : "bad chunk";
			this.rest = rest.slice(end + 2);
		}
	}

	/** Goes through events that are whole, and keeps what is not. */
	private events(): void {
		const all = this.event;
		this.event = all.endsWith("\n\n") ? "" : all.slice(all.lastIndexOf("\n\n") + 2);
		for (let from = 0, end = all.indexOf("\n\n"); end >= 0; from = end + 2, end = all.indexOf("\n\n", from)) {
			const name = all.indexOf("event:", from);
			const data = all.indexOf("\ndata:", name);
			if (name < from || data < name || data > end)
				continue;
			if (all.startsWith("PB_CONNECT", name + 6))
				this.connected(all.slice(data + 6, end));
			else {
				// Of a record there is nothing but its date. A deletion is in no poll, and a ping has no record.
				const updated = all.indexOf(UPDATED, data);
				const deletion = all.indexOf(DELETION, data);
				if (updated > data && updated < end && (deletion < data || deletion > end))
					this.owner.onChange(all.slice(updated + UPDATED_LENGTH, all.indexOf('"', updated + UPDATED_LENGTH)));
			}
		}
	}

	private connected(data: string): void {
		const { clientId = "" } = (parseJSON(data) ?? {}) as { clientId?: string };
		this.clientId = clientId;
		this.owner.onConnected(clientId);
	}
}
