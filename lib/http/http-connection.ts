import { PAUSES } from "../shared/pauses.js";
import { MULTIPLE_CHOICES } from "../http-statuses.js";
import type { Socket, TimerHandle, Timers } from "../platform.js";
import { HEAD_BESIDE_URL } from "../client-limits.js";
import { ANSWERED_EARLY, ClientResponse, failure, type Kind, NOT_COMPLETE } from "../response.js";
import type { Connection, ConnectionOwner, ConnectionParts } from "../request/connection-interface.js";
import type { Exchange } from "../request/exchange.js";
import { STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND } from "../request/request-timeouts.js";
import { isError, textOf } from "../shared/thrown.js";
import { Connecting, type ConnectingOwner, kindOf } from "./connecting.js";
import { KeepAlive } from "./keep-alive.js";
import { RequestWriter } from "./request-writer.js";
import { ResponseReceiver } from "./response-receiver.js";

/**
 * HTTP/1.1 over one kept connection to the service, one request at a time (RFC 9112). It is opened when a request needs it
 * and again after it has ended.
 */
export class HTTPConnection implements Connection, ConnectingOwner {
	isReused = false;

	private readonly parts: ConnectionParts;
	private readonly timers: Timers;
	private readonly owner: ConnectionOwner;
	private readonly timeouts: ConnectionOwner["timeouts"];
	private readonly writer: RequestWriter;
	private readonly receiver: ResponseReceiver;
	private readonly keepAlive: KeepAlive;
	private connecting: Connecting | undefined;
	private socket: Socket | undefined;
	/** Bytes that can be written now. */
	private writable = 0;
	/** The request under way. */
	private exchange: Exchange | undefined;
	/** Bytes received on this connection, and when it was begun. */
	private received = 0;
	private begun = 0;
	private timer: TimerHandle | undefined;
	/** Bytes that can be read, while the sink of the answer is busy; and what is done when it isn't, if the connection has ended meanwhile. */
	private unread = 0;
	private ending: (() => void) | undefined;
	/** Address of the connection, and of the last that has ended without a byte of an answer. */
	private address = "";
	private silent = "";

	constructor(parts: ConnectionParts, owner: ConnectionOwner) {
		this.parts = parts;
		this.timers = parts.platform.timers;
		this.owner = owner;
		this.timeouts = owner.timeouts;
		this.writer = new RequestWriter(parts.platform.text, parts.limits.send, parts.headers, parts.limits.url + HEAD_BESIDE_URL);
		this.keepAlive = new KeepAlive(parts.limits.keepAlive);
		this.receiver = new ResponseReceiver(parts, this.keepAlive);
	}

	prepare(idle: number): boolean {
		if (this.socket === undefined)
			return false;
		if (this.keepAlive.useAfter(idle))
			return true;
		this.close();
		return false;
	}

	send(exchange: Exchange, authorization: string, wantsDate: boolean): ClientResponse | undefined {
		if (!this.writer.write(exchange.method, exchange.path, authorization, exchange.body))
			return failure("argument", "request head is too long");
		this.exchange = exchange;
		this.isReused = this.socket !== undefined;
		this.receiver.begin(exchange, wantsDate);
		if (!this.isReused)
			return this.open();
		if (this.writable > 0)
			this.flush();
		else
			this.timeouts.enterStage(STAGE_SEND);
		return undefined;
	}

	resume(): void {
		const { receiver, unread } = this;
		this.timeouts.enterStage(STAGE_RECEIVE);
		receiver.parse();
		if (receiver.isDone)
			this.answered(unread);
		else if (!receiver.isPaused)
			this.onReadable(unread);
		if (!receiver.isPaused)
			this.ending?.();
	}

	timedOut(): void {
		this.lost();
		this.close();
	}

	close(): void {
		if (this.exchange !== undefined && this.socket !== undefined && this.received === 0)
			this.silent = this.address;
		this.timers.clear(this.timer);
		this.connecting?.close();
		this.socket?.close();
		this.timer = this.connecting = this.socket = this.exchange = this.ending = undefined;
		this.writable = 0;
		this.writer.release();
		this.receiver.release();
	}

	private open(): ClientResponse | undefined {
		const { parts: { transport, url }, timers } = this;
		this.parts.stats.connections++;
		this.received = 0;
		this.begun = timers.now();
		this.timeouts.enterStage(STAGE_CONNECT);
		try {
			this.connecting = new Connecting({ transport, url, timers, limit: this.parts.limits.connect, silent: this.silent, owner: this });
			this.connecting.begin();
			return undefined;
		}
		catch (error) {
			this.close();
			return failure("connect", textOf(error, "connection failed"));
		}
	}

	onWritable(count: number): void {
		if (this.connecting !== undefined) {
			const { stats } = this.parts;
			const took = this.timers.now() - this.begun | 0;
			this.address = this.connecting.address;
			this.socket = this.connecting.release();
			this.connecting = undefined;
			this.timeouts.enterStage(STAGE_SEND);
			stats.emit("connect", took);
			if (this.parts.url.scheme === "https")
				stats.emit("handshake", took);
		}
		// The callback may have closed the client.
		if (this.socket === undefined)
			return;
		this.writable = count;
		if (this.writer.isSent)
			return;
		this.timer ??= this.timers.set(() => {
			this.timer = undefined;
			// Who answers before the end of the request does not wait for the rest (RFC 9112, section 9.5).
			if (!this.receiver.isAnswering)
				this.flush();
		}, PAUSES.write.least);
	}

	/** Sends what the socket takes now. Calls nothing back except for the stage. */
	private flush(): void {
		const socket = this.socket;
		if (socket === undefined || this.exchange === undefined)
			return;
		try {
			while (this.writable > 0 && !this.writer.isSent) {
				const writable = socket.write(this.writer.next(this.writable));
				this.writable = writable ?? 0;
				// The SDK's socket for Linux reports a write that failed in no other way.
				if (writable === undefined)
					this.endLater("connection closed", PAUSES.close.least);
				this.timeouts.enterStage(this.writer.isSent ? STAGE_FIRST_BYTE : STAGE_SEND);
			}
		}
		catch (error) {
			this.endLater(textOf(error, "write failed"), 0);
		}
	}

	/** Ends the connection on a turn of its own. */
	private endLater(message: string, milliseconds: number): void {
		this.timer ??= this.timers.set(() => {
			this.timer = undefined;
			this.ended("connect", message, true);
		}, milliseconds);
	}

	onReadable(readable: number): void {
		let count = readable;
		try {
			while (readable > 0 && count > 0) {
				// Nobody has asked for it.
				if (this.socket === undefined || this.exchange === undefined)
					return this.ended("protocol", "the peer has sent an answer before the request", true);
				count = this.receiver.hasBegun ? this.receiver.receiveMore(this.socket, readable) : this.receiver.receive(this.socket, readable);
				readable -= count;
				this.received += count;
				if (this.receiver.isDone)
					return this.answered(readable);
			}
			this.unread = readable;
			if (this.exchange !== undefined)
				this.timeouts.enterStage(STAGE_RECEIVE);
		}
		catch (error) {
			this.ended("connect", textOf(error, "read failed"), true);
		}
	}

	/** The answer is complete, or known to be none. @param readable bytes that have come after it */
	private answered(readable: number): void {
		const { parts: { limits: { recycleBytes } }, receiver } = this;
		let response = receiver.response;
		if (response === undefined)
			return this.fail("protocol", receiver.fault);
		this.exchange = undefined;
		// The rest of a body that is cut may come for the next answer.
		if (!receiver.isReusable || readable > 0 || !this.writer.isSent || response.error === NOT_COMPLETE) {
			// What has not been read has not been done. A refusal need not wait for all of it.
			if (!this.writer.isSent && response.statusCode < MULTIPLE_CHOICES)
				response = new ClientResponse("protocol", response.statusCode, ANSWERED_EARLY, "");
			this.close();
		}
		else if (recycleBytes > 0 && this.received >= recycleBytes)
			this.recycle();
		receiver.response = undefined;
		this.owner.onResponse(response, receiver.date, receiver.retryAfter);
	}

	/** Has the next request open another connection: its records may have become too long for the heap. */
	private recycle(): void {
		const { stats } = this.parts;
		this.close();
		stats.recycled++;
		stats.emit("recycle", this.received);
	}

	/** @param error an Error if the connection has failed, else the peer has closed it */
	onError(error: unknown): void {
		const isBroken = isError(error);
		if (this.connecting !== undefined)
			this.connecting.failed(error, isBroken);
		else
			this.ended(kindOf(error), textOf(error, "connection closed"), isBroken);
	}

	/** The connection has ended. @param isBroken whether it failed, rather than that the peer closed it */
	ended(kind: Kind, message: string, isBroken: boolean): void {
		if (this.exchange === undefined)
			return this.close();
		if (!this.receiver.hasBegun)
			return this.fail(kind, message);
		if (this.receiver.isPaused) {
			this.ending = () => this.ended(kind, message, isBroken);
			return;
		}
		this.receiver.end(isBroken);
		this.answered(0);
	}

	/** The request under way is over without an answer: what is between may have forgotten the connection. */
	private lost(): void {
		if (this.socket !== undefined && this.exchange !== undefined && this.isReused && !this.receiver.hasBegun)
			this.keepAlive.lost(this.timeouts.entered - this.begun | 0);
	}

	private fail(kind: Kind, message: string): void {
		this.lost();
		this.close();
		this.owner.onFailure(kind, message, this.writer.isUnsent);
	}
}
