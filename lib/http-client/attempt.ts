import { CRLF } from "../characters.js";
import { MULTIPLE_CHOICES, NO_CONTENT, NOT_MODIFIED, OK } from "../http-statuses.js";
import type { HTTPRequest, HTTPRequestOptions } from "./http-client.js";
import { FIELDS } from "../http/response-head.js";
import { isWhole } from "../shared/safe-json.js";
import { ANSWERED_EARLY, BODY_GONE, type ClientResponse, NOT_COMPLETE } from "../response.js";
import { type Bytes, type ReceivedBody, SINK_DONE } from "../request/body-sink.js";
import type { Exchange } from "../request/exchange.js";
import { type AnswerHead, FIELD_AGE, FIELD_DATE, FIELD_KEEP_ALIVE, FIELD_RETRY_AFTER } from "../request/head-fields.js";
import { STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND, type Stage } from "../request/request-timeouts.js";
import { ENDED, type GuardedRequest, type Line, UNUSABLE } from "./line.js";

/**
 * One request through an HTTP client. The client's callbacks count only while it is under way. Whatever the standard does not allow ends
 * it.
 */
export class Attempt implements GuardedRequest {
	/** The client's. */
	request: HTTPRequest | undefined;
	/** Whether the client has reported a head. */
	hasBegun = false;
	/** Whether a byte of it has left. Nobody knows of a client that opens its connection in a way of its own. */
	isSent = false;

	private readonly line: Line;
	private readonly exchange: Exchange;
	private readonly wantsDate: boolean;
	/** Rest of the request's body. */
	private rest: Bytes | undefined;
	private head: AnswerHead | undefined;
	/** Whether only the connection's end says that the body has ended. */
	private isToEnd = false;
	/** Where the body of a good answer goes, if not to the buffer; bytes of it so far. */
	private sink: ReceivedBody | undefined;
	private received = 0;
	/** Whether the client has read each byte from its socket straight to where the body is: none can be another answer's. */
	private isDirect = true;
	/** While the sink is busy: bytes that can be read, and what is done when it isn't. */
	private unread = 0;
	private whenResumed: (() => void) | undefined;

	constructor(line: Line, exchange: Exchange, wantsDate: boolean) {
		this.line = line;
		this.exchange = exchange;
		this.wantsDate = wantsDate;
	}

	/** What the client is asked for. */
	options(authorization: string): HTTPRequestOptions {
		const { exchange: { body, method, path }, line, line: { parts: { headers: lines, platform: { text } } } } = this;
		const headers = new Map<string, string>();
		const isSource = typeof body === "object" && !(body instanceof Uint8Array);
		// The client writes the first, the host, itself.
		(isSource ? lines + body.lines() : lines).split(CRLF).slice(1, -1).forEach((field) => {
			const end = field.indexOf(":");
			headers.set(field.slice(0, end), field.slice(end + 2));
		});
		if (authorization !== "")
			headers.set("authorization", authorization);
		if (isSource)
			this.rest = body.length > 0 ? body : undefined;
		else if (method !== "GET" && method !== "DELETE") {
			this.rest = typeof body === "object" ? body : text.encode(body ?? "");
			const { length } = this.rest;
			headers.set("content-type", "application/json");
			headers.set("content-length", String(length));
			if (length === 0)
				this.rest = undefined;
		}
		// Nothing is thrown at the client.
		const call = (act: () => void): void => {
			if (line.attempt === this)
				line.called(act);
		};
		// Some call back before they return the request, which is `this` then.
		const readable = (request: HTTPRequest, count: number): void => call(() => this.onReadable(this.request ?? request, count));
		const writable = (request: HTTPRequest, count: number): void => call(() => this.onWritable(this.request ?? request, count));
		return {
			method, path, headers,
			onHeaders: (status, fields) => call(() => this.onHeaders(status, fields)),
			onReadable(count) {
				readable(this, count);
			},
			onWritable(count) {
				writable(this, count);
			},
			onDone: (error) => call(() => this.onDone(error))
		};
	}

	/** Bytes leave now. @returns the stage */
	sending(): Stage {
		this.isSent = true;
		return this.rest !== undefined ? STAGE_SEND : STAGE_FIRST_BYTE;
	}

	/** The sink takes bytes again. */
	resume(): void {
		const { line, request, unread } = this;
		line.enterStage(STAGE_RECEIVE);
		line.run(() => {
			if (request !== undefined && unread > 0)
				this.onReadable(request, unread);
			if (line.attempt === this && !this.sink?.isBusy)
				this.whenResumed?.();
		});
	}

	private onHeaders(status: number, headers: ReadonlyMap<string, string>): void {
		const { exchange: { sink }, line: { socket } } = this;
		const isSecond = this.hasBegun;
		this.hasBegun = true;
		const told = socket?.answer.hasHead ? socket.answer.parser.head : undefined;
		const head = socket === undefined ? headOf(status, headers) : told?.status === status ? told : undefined;
		if (isSecond || head === undefined)
			return this.refuse(UNUSABLE);
		this.head = head;
		this.isToEnd = head.length < 0 && !(told ? told.isChunked : headers.get("transfer-encoding"));
		if (sink !== undefined && status < MULTIPLE_CHOICES && sink.begin(head))
			this.sink = sink;
		if (status === NOT_MODIFIED && socket === undefined)
			this.answer(head, false);
	}

	private onReadable(request: HTTPRequest, count: number): void {
		const { head, line: { connection: { body } } } = this;
		if (head === undefined || !Number.isInteger(count))
			return this.refuse(UNUSABLE);
		for (let left = count; left > 0 && !body.isOverflowed;) {
			this.unread = left;
			if (this.sink?.isBusy)
				return;
			const space = this.space(head, left);
			const taken = request.read(space) ?? 0;
			if (taken === 0 && left < count)
				return;
			if (!this.takeBytes(space, taken))
				return this.refuse(UNUSABLE);
			left -= taken;
			if (!this.take(head, taken))
				return;
		}
		this.unread = 0;
		// Nobody needs the rest.
		if (body.isOverflowed)
			this.answer(head, false);
	}

	/** Where the next bytes of the body go. @param count bytes that are there */
	private space({ length }: AnswerHead, count: number): Uint8Array {
		const { line: { connection: { body } }, received, sink } = this;
		return sink === undefined ? body.space(count, Math.max(count, length < 0 ? Infinity : length - received)) : sink.space(count);
	}

	/** They are there. @returns whether more can follow them */
	private take(head: AnswerHead, count: number): boolean {
		const { line, line: { connection: { body } }, sink } = this;
		this.received += count;
		if (sink === undefined) {
			body.length += count;
			return true;
		}
		const isDone = sink.take(count) === SINK_DONE;
		if (line.attempt !== this)
			return false;
		if (isDone)
			this.answer(head, false);
		return !isDone;
	}

	/**
	 * Takes what a client says that it has read. A client that has buffers of its own can't be kept: they may hold another's.
	 * @returns whether it can have read so many bytes, and whether they can be this answer's
	 */
	private takeBytes(space: Uint8Array, taken: unknown): taken is number {
		const { line: { connection: { isReused }, socket } } = this;
		if (typeof taken !== "number" || !(taken > 0 && taken <= space.length))
			return false;
		this.isDirect &&= socket?.target.buffer === space.buffer && socket.target.byteOffset === space.byteOffset && socket.count === taken;
		return this.isDirect || !isReused;
	}

	private onWritable(request: HTTPRequest, count: number): void {
		const { rest } = this;
		if (rest === undefined || !(count > 0))
			return;
		if (rest.length === 0)
			throw new Error(BODY_GONE);
		const part = rest.subarray(0, count);
		const left = rest.subarray(part.length);
		this.rest = left.length > 0 ? left : undefined;
		request.write(part);
	}

	private onDone(error: Error | null | undefined): void {
		const { head, line, line: { socket }, received } = this;
		if (this.sink?.isBusy) {
			this.whenResumed = () => this.onDone(error);
			return;
		}
		if (error !== null && error !== undefined)
			return line.failed(error, ENDED);
		if (head === undefined)
			return this.refuse(ENDED);
		const isWholeBody = socket === undefined ? head.status === NO_CONTENT || head.length < 0 || head.length === received
			: socket.isComplete && socket.answer.passed === received;
		if (!isWholeBody)
			return this.refuse(ENDED);
		this.answer(head, true);
	}

	/** @param isDone whether the client is done with it */
	private answer(head: AnswerHead, isDone: boolean): void {
		const { isToEnd, line: { connection, socket }, rest } = this;
		const { values } = head;
		const isSent = rest === undefined;
		const retryAfter = values[FIELD_RETRY_AFTER] ?? "";
		const response = this.responseOf(head);
		if (response.ok && !isSent)
			return this.refuse(ANSWERED_EARLY);
		// It may have been cut after any bracket.
		if (response.ok && isToEnd && response.body !== "" && !isWhole(response.body))
			return this.refuse(ENDED);
		connection.keepAlive.hear(values[FIELD_KEEP_ALIVE]);
		// The rest of a body that is cut may come for the next answer.
		const isReusable = isDone && isSent && this.isDirect && response.error !== NOT_COMPLETE && socket?.isReusable === true;
		connection.answered(response, this.wantsDate || retryAfter !== "" ? this.dateField(values) : "", retryAfter, isReusable);
	}

	private responseOf(head: AnswerHead): ClientResponse {
		const { exchange, line: { connection: { body }, parts }, sink } = this;
		return sink !== undefined ? sink.end(head.status) : body.answer(head, parts, exchange, false);
	}

	/** A body that its sink has taken in its own time says nothing of how old its head is. */
	private dateField(values: AnswerHead["values"]): string {
		return values[FIELD_AGE] === undefined && this.sink === undefined ? values[FIELD_DATE] ?? "" : "";
	}

	/** Something that the client says can't be so. */
	private refuse(message: string): void {
		this.line.fail("protocol", message);
	}
}

/** The head that a client has read by itself; undefined for one that can't be. */
function headOf(status: number, headers: ReadonlyMap<string, string>): AnswerHead | undefined {
	if (!Number.isInteger(status) || status < OK || status > 999 || typeof headers?.get !== "function")
		return undefined;
	const field = (name: string): string | undefined => {
		const value: unknown = headers.get(name);
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const length = field("content-length"), coding = field("transfer-encoding");
	// Clients choose among two of them, and pass over a coding that they do not know.
	if (coding === undefined ? !/^\d{0,15}$/.test(length ?? "") : length !== undefined || coding.toLowerCase() !== "chunked")
		return undefined;
	return { status, length: Number(length ?? -1), values: FIELDS.map(field) };
}
