import { CRLF } from "../characters.js";
import type { Text } from "../platform.js";
import { EVENT_DONE, EVENT_ERROR, EVENT_HEAD } from "./parser-events.js";
import { ResponseParser } from "./response-parser.js";

const NOTHING = new Uint8Array(0);

/** Where the bytes of an answer come from. */
export interface AnswerSource {
	/** Bytes that can be read. */
	readonly readable: number;
	/** Reads at most as many as that. @returns how many */
	receive(space: Uint8Array): number;
}

/**
 * An answer as another HTTP client is to read it: a short head, the body with its length or in chunks, and nothing before or after
 * them. `ResponseParser` reads the bytes of the peer. One object serves every answer in turn.
 */
export class RetoldAnswer {
	/** Head of the answer, as the peer has sent it. */
	readonly parser: ResponseParser;
	/** Whether it is complete. */
	hasHead = false;
	/** Whether all of the answer has come. */
	isDone = false;
	/** Bytes that have been taken, and those of this answer's body among them. */
	taken = 0;
	passed = 0;

	private readonly text: Text;
	private readonly source: AnswerSource;
	/** What is read before the body or its chunk, and what has been taken of it. */
	private lines: Uint8Array = NOTHING;
	private at = 0;
	private isChunked = false;
	/** Bytes left of the present chunk, and the end of the one before. */
	private chunk = 0;
	private chunkEnd = "";

	/** @param size bytes of the longest line that is understood */
	constructor(text: Text, size: number, source: AnswerSource) {
		this.text = text;
		this.source = source;
		this.parser = new ResponseParser(text, size);
		this.begin();
	}

	/** Bytes that can be taken now. */
	get ready(): number {
		const { at, lines, there } = this;
		if (at < lines.length)
			return lines.length - at;
		const most = this.isChunked ? this.chunk : this.parser.remaining;
		return there < most ? there : most;
	}

	/** Whether the connection can carry another request: no byte is left. */
	get isReusable(): boolean {
		return this.isDone && this.parser.isReusable && this.there === 0;
	}

	/** Makes ready for an answer. */
	begin(): void {
		const { buffer } = this.parser;
		buffer.start = buffer.end = 0;
		this.parser.begin();
		this.lines = NOTHING;
		this.at = this.passed = this.chunk = 0;
		this.chunkEnd = "";
		this.hasHead = this.isChunked = this.isDone = false;
	}

	/**
	 * Goes on with what has come until something can be taken.
	 * @returns how many bytes
	 * @throws Error that says what is wrong with the answer
	 */
	advance(): number {
		while (this.ready === 0 && !this.isDone) {
			const event = this.parser.next();
			if (event === EVENT_ERROR)
				throw new Error(this.parser.error);
			if (event === EVENT_HEAD)
				this.beginBody();
			else if (event === EVENT_DONE)
				this.endBody();
			else if (this.isChunked && this.parser.remaining > 0 && this.there > 0)
				this.beginChunk();
			else if (this.source.readable === 0 || !this.fill())
				break;
		}
		return this.ready;
	}

	/** The next byte, where it is not the last one that can be taken; -1 otherwise. */
	nextByte(): number {
		return this.at + 1 < this.lines.length ? this.lines[this.at++] : -1;
	}

	/** Takes bytes: all that are ready, as far as there is space. @returns how many */
	take(space: Uint8Array): number {
		const { at, lines, ready } = this;
		const count = space.length < ready ? space.length : ready;
		if (at < lines.length) {
			space.set(lines.subarray(at, at + count));
			this.at += count;
		}
		else if (count > 0)
			this.takeBody(count < space.length ? space.subarray(0, count) : space);
		this.taken += count;
		return count;
	}

	/** Bytes that have come and are not taken. */
	private get there(): number {
		const { buffer } = this.parser;
		return buffer.end - buffer.start + this.source.readable;
	}

	private beginBody(): void {
		const { isChunked, length, status } = this.parser.head;
		const isEmpty = this.parser.next() === EVENT_DONE;
		this.hasHead = true;
		// A body that ends with the connection gets an end of its own.
		this.isChunked = !isEmpty && (isChunked || length < 0);
		const framing = this.isChunked ? "transfer-encoding: chunked" : "content-length: " + (isEmpty ? 0 : length);
		this.tell("HTTP/1.1 " + status + " " + CRLF + framing + CRLF + CRLF);
	}

	private beginChunk(): void {
		const { parser: { remaining }, there } = this;
		this.chunk = remaining < Infinity ? remaining : there;
		this.tell(this.chunkEnd + this.chunk.toString(16) + CRLF);
		this.chunkEnd = CRLF;
	}

	private endBody(): void {
		this.isDone = true;
		if (this.isChunked)
			this.tell(this.chunkEnd + "0" + CRLF + CRLF);
	}

	private tell(lines: string): void {
		this.lines = this.text.encode(lines);
		this.at = 0;
	}

	/** Reads lines of the peer's. Returns whether there were bytes. */
	private fill(): boolean {
		const { buffer } = this.parser;
		const count = this.source.receive(buffer.space(this.parser.lineBytes(this.source.readable)));
		buffer.end += count;
		return count > 0;
	}

	private takeBody(space: Uint8Array): void {
		let count = this.parser.take(space);
		if (count < space.length) {
			const more = this.source.receive(count > 0 ? space.subarray(count) : space);
			this.parser.remaining -= more;
			count += more;
		}
		if (this.isChunked)
			this.chunk -= count;
		this.passed += count;
	}
}
