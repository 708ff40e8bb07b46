import { CR, CRLF, LF, ZERO } from "../characters.js";
import type { Text } from "../platform.js";
import type { BodySource, Bytes } from "../request/body-sink.js";
import { BODY_GONE } from "../response.js";

/** Bytes after the head for the body: a reading mostly fits. */
const BODY = 192;
/** Digits that any content-length has room for. A space that is too small leaves fewer bytes than that, too: one character of UTF-8. */
const DIGITS = 10;
/** Bytes of the end of a head: two CRLF. */
const END = 4;
/** A constant stays in flash. A create that follows a list has a head of its own. */
const BODY_FIELDS = "content-type: application/json" + CRLF + "content-length: ";
/** Not changed by anybody. */
const NO_BYTES = new Uint8Array(0);

/**
 * Writes requests (RFC 9112, section 3) into one buffer that it owns. The head stays there: the next request with the same
 * method, path and token replaces the body and the digits of the content-length only. Head and body leave in one write if
 * `limits.send` has room for both; a longer body leaves from where it is.
 */
export class RequestWriter {
	/** Whether not a byte of the request has been taken out. */
	isUnsent = true;
	/** Whether all of it has. */
	isSent = true;

	private readonly text: Text;
	private readonly limit: number;
	private readonly longestHead: number;
	private readonly versionAndHeaders: string;
	private bytes = new Uint8Array(0);
	/** What the head in the buffer was written for. */
	private method = "";
	private path = "";
	private authorization = "";
	/** Offset of the digits of the content-length, -1 for a request without one; its value. */
	private digitsAt = -1;
	private length = -1;
	/** Bytes of the head, and where the body begins after it. */
	private headEnd = 0;
	private space: Uint8Array = NO_BYTES;
	/** Bytes of the buffer to send, how many have been taken out, and the last view of all of them. */
	private end = 0;
	private at = 0;
	private view: Uint8Array | undefined;
	/** Rest of a body that does not fit after the head; undefined for nothing. */
	private rest: Bytes | undefined;

	/**
	 * @param limit bytes of the buffer at most (`limits.send`), except for a head that is longer
	 * @param headers header lines that every request has, each with its CRLF
	 * @param longestHead bytes of the longest request head
	 */
	constructor(text: Text, limit: number, headers: string, longestHead = limit) {
		this.text = text;
		this.limit = limit;
		this.longestHead = longestHead < limit ? limit : longestHead;
		this.versionAndHeaders = " HTTP/1.1" + CRLF + headers;
	}

	/**
	 * Writes a request; what is left of the one before is forgotten.
	 * @param path path and query, percent-encoded
	 * @param authorization value of the Authorization field, visible ASCII; "" for none
	 * @param body text, or bytes that must stay as they are until the request has left, or their source; undefined for an empty one
	 * @returns false when the head is too long
	 */
	write(method: string, path: string, authorization: string, body: string | Uint8Array | BodySource | undefined): boolean {
		if ((method !== this.method || path !== this.path || authorization !== this.authorization)
			&& !this.writeHead(method, path, authorization, BODY))
			return false;
		this.rest = undefined;
		this.at = 0;
		this.isUnsent = true;
		this.isSent = false;
		if (typeof body === "object" && !(body instanceof Uint8Array))
			this.writeSource(body);
		else if (this.digitsAt >= 0)
			this.writeBody(body ?? "");
		// A create that has become a fetch keeps its text.
		else
			this.end = this.headEnd;
		return true;
	}

	/**
	 * Takes bytes out that can be sent now: a view that is valid until the next call.
	 * @param count bytes at most, 1 or more
	 * @throws Error if the body's bytes were taken away, or what their source throws
	 */
	next(count: number): Uint8Array {
		const { at, end, rest } = this;
		this.isUnsent = false;
		if (at < end) {
			const to = end - at < count ? end : at + count;
			this.at = to;
			this.isSent = to === end && rest === undefined;
			if (at > 0 || to < end)
				return this.bytes.subarray(at, to);
			if (this.view?.length !== end)
				this.view = this.bytes.subarray(0, end);
			return this.view;
		}
		if (rest === undefined || rest.length === 0)
			throw new Error(BODY_GONE);
		const view = rest.subarray(0, count);
		// A source goes on by this.
		const left = rest.subarray(view.length);
		this.isSent = left.length === 0;
		// A view of nothing would keep all of its buffer.
		this.rest = this.isSent ? undefined : left;
		return view;
	}

	/** Forgets the body: it belongs to whoever made the request. */
	release(): void {
		this.rest = undefined;
	}

	private writeBody(body: string | Uint8Array): void {
		if (typeof body !== "string")
			return this.writeBytes(body);
		const length = this.text.encodeInto(body, this.space);
		if (length + DIGITS > this.space.length)
			return this.writeBytes(this.text.encode(body));
		if (this.length !== length && this.writeLength(length))
			this.text.encodeInto(body, this.space);
		this.end = this.headEnd + length;
	}

	private writeBytes(bytes: Uint8Array): void {
		const { length } = bytes;
		const fits = length + DIGITS <= this.space.length || this.reserve(length);
		if (this.length !== length)
			this.writeLength(length);
		this.end = this.headEnd;
		if (fits) {
			this.space.set(bytes);
			this.end += length;
		}
		else if (length > 0)
			this.rest = bytes;
	}

	/** Writes the head again, with a source's lines. It is no other request's. */
	private writeSource(source: BodySource): void {
		this.writeHead(this.method, this.path, this.authorization, 0, source.lines() + CRLF);
		this.method = "";
		this.end = this.headEnd;
		this.rest = source.length > 0 ? source : undefined;
	}

	/** Makes the buffer large enough for a body of that length after the head. Returns false where the limit forbids it. */
	private reserve(length: number): boolean {
		return this.digitsAt + END + length + 2 * DIGITS <= this.limit
			&& this.writeHead(this.method, this.path, this.authorization, length + DIGITS);
	}

	/** @param lines the end of the head, for one that is not of JSON; it is not too long without them */
	private writeHead(method: string, path: string, authorization: string, spare: number, lines?: string): boolean {
		const hasBody = lines === undefined && method !== "GET" && method !== "DELETE";
		const end = lines ?? (hasBody ? BODY_FIELDS : CRLF);
		const head = authorization === "" ? method.concat(" ", path, this.versionAndHeaders, end)
			: method.concat(" ", path, this.versionAndHeaders, "authorization: ", authorization, CRLF, end);
		const needed = head.length + (hasBody ? DIGITS + END : 0);
		if (needed > this.longestHead && lines === undefined)
			return false;
		const { limit, bytes: { length } } = this;
		const wanted = needed + (hasBody ? spare : 0);
		if (wanted > length || length > limit)
			this.bytes = new Uint8Array(wanted < limit ? wanted : needed < limit ? limit : needed);
		const written = this.text.encodeInto(head, this.bytes);
		this.method = method;
		this.path = path;
		this.authorization = authorization;
		this.view = undefined;
		this.length = -1;
		this.headEnd = written;
		this.digitsAt = -1;
		if (hasBody) {
			this.digitsAt = written;
			this.endHead(written + 2);
		}
		return true;
	}

	/** Writes the digits of the content-length. Returns whether their number has changed, and the body's place with it. */
	private writeLength(length: number): boolean {
		const { bytes, digitsAt } = this;
		let end = digitsAt + 1;
		for (let rest = length; rest >= 10; rest /= 10)
			end++;
		this.length = length;
		const hasMoved = end + END !== this.headEnd;
		if (hasMoved)
			this.endHead(end);
		for (let at = end, rest = length; --at >= digitsAt;) {
			const digit = rest % 10;
			bytes[at] = ZERO + digit;
			rest = (rest - digit) / 10;
		}
		return hasMoved;
	}

	/** Ends the head after the digits, which end at `end`. */
	private endHead(end: number): void {
		const { bytes } = this;
		bytes[end] = bytes[end + 2] = CR;
		bytes[end + 1] = bytes[end + 3] = LF;
		this.headEnd = end + END;
		this.space = bytes.subarray(this.headEnd);
	}
}
