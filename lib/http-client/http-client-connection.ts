import { BodyBuffer } from "../http/body-buffer.js";
import { KeepAlive } from "../http/keep-alive.js";
import type { TimerHandle } from "../platform.js";
import type { ClientResponse, Kind } from "../response.js";
import type { Connection, ConnectionOwner, ConnectionParts } from "../request/connection-interface.js";
import type { Exchange } from "../request/exchange.js";
import { Attempt } from "./attempt.js";
import { Line, type LineOwner } from "./line.js";

/** One request after the other through an HTTP client, which is kept with its connection while each byte of that is accounted for. */
export class HTTPClientConnection implements Connection, LineOwner {
	isReused = false;
	readonly parts: ConnectionParts;
	readonly owner: ConnectionOwner;
	readonly body: BodyBuffer;
	readonly keepAlive: KeepAlive;

	private line: Line | undefined;
	/** Whether the client is being given a request: the outcome is for a turn of its own. */
	private isSending = false;
	private timer: TimerHandle | undefined;

	constructor(parts: ConnectionParts, owner: ConnectionOwner) {
		const { limits, platform: { text } } = parts;
		this.parts = parts;
		this.owner = owner;
		this.body = new BodyBuffer(text, limits.body);
		this.keepAlive = new KeepAlive(limits.keepAlive);
	}

	prepare(idle: number): boolean {
		if (this.line === undefined)
			return false;
		if (this.keepAlive.useAfter(idle))
			return true;
		this.close();
		return false;
	}

	send(exchange: Exchange, authorization: string, wantsDate: boolean): undefined {
		this.isReused = this.line !== undefined;
		const line = this.line ??= new Line(this);
		this.isSending = true;
		line.request(new Attempt(line, exchange, wantsDate), authorization);
		this.isSending = false;
	}

	resume(): void {
		this.line?.attempt?.resume();
	}

	timedOut(): void {
		this.lost();
		this.close();
	}

	close(): void {
		this.parts.platform.timers.clear(this.timer);
		this.line?.close();
		this.line = this.timer = undefined;
		this.body.reset();
	}

	answered(response: ClientResponse, date: string, retryAfter: string, isReusable: boolean): void {
		const { line, parts: { limits: { recycleBytes }, stats } } = this;
		const received = line?.socket?.received ?? 0;
		const isRecycled = isReusable && recycleBytes > 0 && received >= recycleBytes;
		if (line !== undefined && isReusable && !isRecycled) {
			line.attempt = undefined;
			this.body.reset();
		}
		else
			this.close();
		if (isRecycled) {
			stats.recycled++;
			stats.emit("recycle", received);
		}
		this.tell(() => this.owner.onResponse(response, date, retryAfter));
	}

	failed(kind: Kind, message: string, isUnsent: boolean): void {
		const isIdle = this.line?.attempt === undefined;
		this.lost();
		this.close();
		if (!isIdle)
			this.tell(() => this.owner.onFailure(kind, message, isUnsent));
	}

	/** If a request is over without an answer, what is between may have forgotten the connection. */
	private lost(): void {
		const { line } = this;
		if (this.isReused && line?.attempt !== undefined && !line.hasBegun)
			this.keepAlive.lost(this.owner.timeouts.entered - line.begun | 0);
	}

	private tell(act: () => void): void {
		if (this.isSending)
			this.timer = this.parts.platform.timers.set(act);
		else
			act();
	}
}
