import { pauseOf, PAUSES } from "../shared/pauses.js";
import { CRLF } from "../characters.js";
import { REALTIME } from "../pocketbase/paths.js";
import { OK } from "../http-statuses.js";
import { Connecting, type ConnectingOwner } from "../http/connecting.js";
import { EVENT_BODY, EVENT_DONE, EVENT_HEAD, EVENT_MORE } from "../http/parser-events.js";
import { ResponseParser } from "../http/response-parser.js";
import type { Socket, TimerHandle, Timers } from "../platform.js";
import type { ConnectionParts } from "../request/connection-interface.js";
import { FIELD_CONTENT_TYPE } from "../request/head-fields.js";
import { type ClientResponse, failure, type Kind } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { textOf } from "../shared/thrown.js";

/** Bytes of the longest line of HTTP that is understood, and of a body that are looked at at a time. */
const HTTP_LINE = 512;
const PIECE = 256;
/**
 * Characters of a line of the stream that are kept. Its topic, which is as long as the filter, begins an event, and of that four suffice.
 */
const LINE = 1024;
/** How an event writes when its record has changed, and that it was deleted. */
const UPDATED = '"updated":"';
const UPDATED_LENGTH = 11;
const DELETION = '"action":"delete"';
/** Milliseconds to the first event after the connection has been asked for. */
const FIRST = 30_000;

/** Whose stream it is. */
interface StreamOwner {
	/** The service has given the stream an id. */
	onConnected(clientId: string): void;
	/** A record has changed. @param updated when, as the service writes it; "" where that could not be read */
	onChange(updated: string): void;
	/** The stream has ended, or did not begin; it begins again by itself. */
	onStreamEnd(response: ClientResponse): void;
}

/**
 * The service's event stream (PocketBase, "Realtime API"; HTML, section 9.2.6) on a connection of its own: all of it is text, in ASCII.
 * It is opened again after it has ended, and after a time without a byte.
 */
export class EventStream implements ConnectingOwner {
	private readonly parts: ConnectionParts;
	private readonly timers: Timers;
	private readonly silence: number;
	private readonly owner: StreamOwner;
	private readonly parser: ResponseParser;
	private readonly piece = new Uint8Array(PIECE);
	private connecting: Connecting | undefined;
	private socket: Socket | undefined;
	private timer: TimerHandle | undefined;
	/** Whether the timer waits to open it. */
	private isWaiting = false;
	private failures = 0;
	/** Ticks at the last byte. */
	private heard = 0;
	private clientId = "";
	/** The line that is not complete, and whether it is longer than what is kept of it. */
	private line = "";
	private isCut = false;
	/** Name and data of the event that is not complete, and whether its data is longer than what is kept of it. */
	private name = "";
	private data = "";
	private isDataCut = false;

	/** @param silence milliseconds without a byte after which it is dead */
	constructor(parts: ConnectionParts, timers: Timers, silence: number, owner: StreamOwner) {
		this.parts = parts;
		this.timers = timers;
		this.silence = silence;
		this.owner = owner;
		this.parser = new ResponseParser(parts.platform.text, HTTP_LINE);
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
		this.wait(pauseOf(PAUSES.stream, ++this.failures, Math.random()));
		this.owner.onStreamEnd(response);
	}

	/** Ends it without a callback. */
	close(): void {
		this.timers.clear(this.timer);
		this.connecting?.close();
		this.socket?.close();
		this.timer = this.connecting = this.socket = undefined;
		this.clientId = "";
		this.forget();
	}

	ended(kind: Kind, message: string): void {
		this.end(failure(kind, message));
	}

	private wait(milliseconds: number): void {
		this.isWaiting = true;
		this.timer = this.timers.set(this.onTimer, milliseconds);
	}

	private readonly onTimer = (): void => {
		this.timer = undefined;
		if (this.isWaiting)
			return this.begin();
		const most = this.clientId === "" ? FIRST : this.silence;
		const left = most - (this.timers.now() - this.heard | 0);
		if (left <= 0)
			return this.ended("timeout", `no byte of the event stream within ${most} ms`);
		this.timer = this.timers.set(this.onTimer, left);
	};

	private begin(): void {
		const { parser, parser: { buffer }, parts: { limits, transport, url }, silence, timers } = this;
		this.isWaiting = false;
		buffer.start = buffer.end = 0;
		parser.begin();
		this.heard = timers.now();
		this.timer = timers.set(this.onTimer, FIRST < silence ? FIRST : silence);
		try {
			this.connecting = new Connecting({ transport, url, timers, limit: limits.connect, silent: "", owner: this });
			this.connecting.begin();
		}
		catch (error) {
			this.ended("connect", textOf(error, "connection failed"));
		}
	}

	onWritable(): void {
		const { connecting, parts: { headers, platform: { text }, url }, timers } = this;
		if (connecting === undefined)
			return;
		const socket = this.socket = connecting.release();
		this.connecting = undefined;
		timers.set(() => {
			if (this.socket !== socket)
				return;
			try {
				const request = text.encode(`GET ${url.prefix}${REALTIME} HTTP/1.1${CRLF}${headers}accept: text/event-stream${CRLF}${CRLF}`);
				// The SDK's socket for Linux reports a write that failed in no other way.
				if (socket?.write(request) === undefined)
					this.ended("connect", "connection closed");
			}
			catch (error) {
				this.ended("connect", textOf(error, "write failed"));
			}
		}, PAUSES.write.least);
	}

	onError(error: unknown): void {
		if (this.connecting !== undefined)
			this.connecting.failed(error, true);
		else
			this.ended("connect", "the event stream has ended");
	}

	onReadable(count: number): void {
		const { parser: { buffer }, socket, timers } = this;
		this.heard = timers.now();
		try {
			for (let readable = count; readable > 0 && socket !== undefined && socket === this.socket;) {
				const read = socket.read(buffer.space(readable));
				if (typeof read !== "number" || read <= 0)
					return;
				readable -= read;
				buffer.end += read;
				this.parse(socket);
			}
		}
		catch (error) {
			this.ended("connect", textOf(error, "read failed"));
		}
	}

	/** Goes through what was read. @param socket from which it was */
	private parse(socket: Socket): void {
		const { parser, piece, parts: { platform: { text } } } = this;
		while (socket === this.socket) {
			switch (parser.next()) {
				case EVENT_MORE:
					return;
				case EVENT_HEAD:
					if (!this.isStream())
						return this.ended("protocol", `no event stream: status ${parser.head.status}`);
					break;
				case EVENT_BODY: {
					const count = parser.take(piece);
					const part = text.decode(piece, 0, count);
					if (part?.length !== count)
						return this.ended("protocol", "the event stream is not ASCII");
					this.takePart(part);
					break;
				}
				case EVENT_DONE:
					return this.ended("protocol", "the event stream has ended");
				default:
					return this.ended("protocol", parser.error);
			}
		}
	}

	/** Whether the head is that of an event stream. */
	private isStream(): boolean {
		const { status, values } = this.parser.head;
		return status === OK && /^text\/event-stream\s*(?:;|$)/i.test(values[FIELD_CONTENT_TYPE] ?? "");
	}

	/** Takes characters of the stream. */
	private takePart(part: string): void {
		let from = 0;
		for (let end = part.indexOf("\n"); end >= 0; end = part.indexOf("\n", from)) {
			this.addToLine(part.slice(from, end));
			this.endLine();
			from = end + 1;
		}
		this.addToLine(part.slice(from));
	}

	private addToLine(part: string): void {
		const line = this.line === "" ? part : this.line + part;
		this.isCut ||= line.length > LINE;
		this.line = line.length > LINE ? line.slice(0, LINE) : line;
	}

	/** A line is complete: an empty one ends an event. */
	private endLine(): void {
		const { isCut } = this;
		const line = this.line.endsWith("\r") ? this.line.slice(0, -1) : this.line;
		this.line = "";
		this.isCut = false;
		if (line.startsWith("event:"))
			this.name = line.slice(6).trim();
		else if (line.startsWith("data:")) {
			this.data = line.slice(5);
			this.isDataCut = isCut;
		}
		else if (line === "") {
			const { data, isDataCut, name } = this;
			this.forget();
			this.onEvent(name, data, isDataCut);
		}
	}

	private forget(): void {
		this.line = this.name = this.data = "";
		this.isCut = this.isDataCut = false;
	}

	private onEvent(name: string, data: string, isCut: boolean): void {
		if (name === "PB_CONNECT")
			return this.connected(data);
		if (name === "" || data === "")
			return;
		if (isCut)
			return this.owner.onChange("");
		// Of a record there is nothing but its date. A deletion is in no poll, and a ping has no record.
		const at = data.indexOf(UPDATED);
		if (at >= 0 && !data.includes(DELETION))
			this.owner.onChange(data.slice(at + UPDATED_LENGTH, data.indexOf('"', at + UPDATED_LENGTH)));
	}

	private connected(data: string): void {
		const { clientId } = (parseJSON(data) ?? {}) as { clientId?: unknown };
		if (typeof clientId !== "string" || clientId === "")
			return this.ended("protocol", "the event stream has no id");
		this.clientId = clientId;
		this.owner.onConnected(clientId);
	}
}
