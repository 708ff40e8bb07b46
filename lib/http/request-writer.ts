import { GrowingBuffer } from "../growing-buffer.js";
import type { HTTPRequestOptions, Text } from "../platform.js";
import { CR, LF, SPACE } from "./ascii.js";
import { CONTENT_LENGTH, GET, NONE } from "../words.js";

/** Bytes to begin with: a create with a token and a small body. */
const FIRST_SIZE = 512;

const ROOT = "/";
const VERSION = " HTTP/1.1\r\nhost: ";
const HEAD_TOO_LONG = "request head is too long";

/**
 * Writes requests (RFC 9112, section 3) into one buffer that it owns and reuses, so that head and body leave in one
 * write when they fit. The request line, which mostly is the same in the next request, is left in its place at the start
 * of the buffer.
 */
export class RequestWriter {
	/** Bytes in the buffer. */
	length = 0;
	/** Bytes of the request's body that have not been written into the buffer. */
	bodyLeft = 0;

	private readonly text: Text;
	private readonly buffer: GrowingBuffer;
	/** The buffer's bytes. */
	private bytes: Uint8Array<ArrayBuffer>;
	private readonly methods = new Map<string, Uint8Array>();
	private readonly version: Uint8Array;
	private readonly contentLength: Uint8Array;
	private fault = "";
	/** The last view of the buffer's beginning; the next request is mostly as long. */
	private beginning: Uint8Array | undefined;
	private method = "";
	private path = "";
	/** Bytes of the request line and the host header of `method` and `path`, which the buffer begins with. */
	private targetLength = 0;

	/**
	 * @param text encodes
	 * @param size bytes that the buffer may grow to; the longest request head that can be sent
	 * @param host value of the host header, with the port when it is not the scheme's own (RFC 9110, section 7.2)
	 */
	constructor(text: Text, size: number, host: string) {
		this.text = text;
		this.buffer = new GrowingBuffer(FIRST_SIZE, size);
		this.bytes = this.buffer.bytes;
		this.version = text.encode(VERSION + host + "\r\n");
		this.contentLength = text.encode(CONTENT_LENGTH + ": ");
	}

	/** Bytes that can still be written. */
	get room(): number {
		return this.bytes.length - this.length;
	}

	/**
	 * Starts a request with its head.
	 * @param options not changed, not kept
	 * @returns "" or what is wrong with them
	 */
	head(options: HTTPRequestOptions): string {
		this.length = this.bodyLeft = 0;
		this.fault = NONE;
		const { method = GET, path = ROOT, headers, lines, length } = options;
		if (method === this.method && path === this.path)
			this.length = this.targetLength;
		else
			this.target(method, path);
		if (lines === undefined)
			// eslint-disable-next-line @typescript-eslint/unbound-method -- forEach is given what `this` is
			headers?.forEach(this.header, this);
		else {
			this.append(lines);
			if (length !== undefined)
				this.bodyLength(length);
		}
		const end = this.length + 2;
		if (this.reserve(end)) {
			this.bytes[end - 2] = CR;
			this.bytes[end - 1] = LF;
			this.length = end;
			// With the body in the buffer, it leaves in the same write.
			if (end + this.bodyLeft > this.bytes.length)
				this.grow(end + this.bodyLeft);
			return NONE;
		}
		this.length = this.bodyLeft = 0;
		return this.fault;
	}

	/** Appends bytes of the body, at most `room` and at most `bodyLeft`. They are copied. */
	body(bytes: Uint8Array): void {
		if (this.length === 0)
			this.method = ""; // The head has gone out and is written over.
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
		this.bodyLeft -= bytes.length;
	}

	/** Bytes from `from` on, at most `count`: a view of the buffer, valid until the next call. */
	view(from: number, count: number): Uint8Array {
		const left = this.length - from;
		const length = count < left ? count : left;
		const { buffer } = this.bytes;
		if (from > 0)
			return new Uint8Array(buffer, from, length);
		if (this.beginning?.length !== length || this.beginning.buffer !== buffer)
			this.beginning = new Uint8Array(buffer, 0, length);
		return this.beginning;
	}

	/** Forgets what is in the buffer: it has gone out. */
	empty(): void {
		this.length = 0;
	}

	/** Writes the request line and the host header. The path is encoded first and then moved into its place. */
	private target(method: string, path: string): void {
		this.method = "";
		let verb = this.methods.get(method);
		if (verb === undefined) {
			if (!isToken(method)) {
				this.fault = "method is not an HTTP token";
				return;
			}
			verb = this.text.encode(method + " ");
			this.methods.set(method, verb);
		}
		const around = verb.length + this.version.length;
		let length = this.text.encodeInto(path, this.bytes);
		while (around + length + 2 > this.bytes.length) {
			if (!this.reserve(around + length + 2))
				return;
			length = this.text.encodeInto(path, this.bytes);
		}
		const { bytes } = this;
		if (length === 0 || bytes[0] !== 47) {
			this.fault = "path must begin with /";
			return;
		}
		for (let i = 0; i < length; i++) {
			if (bytes[i] <= SPACE || bytes[i] >= 127) {
				this.fault = "path must be visible ASCII";
				return;
			}
		}
		bytes.copyWithin(verb.length, 0, length);
		bytes.set(verb);
		bytes.set(this.version, verb.length + length);
		this.length = this.targetLength = around + length;
		this.method = method;
		this.path = path;
	}

	/** Makes room for `size` bytes in all. Returns false when there is a fault, or that would be one. */
	private reserve(size: number): boolean {
		if (this.fault === NONE && size > this.bytes.length && !this.grow(size))
			this.fault = HEAD_TOO_LONG;
		return this.fault === NONE;
	}

	private grow(size: number): boolean {
		const enough = this.buffer.reserve(size);
		this.bytes = this.buffer.bytes;
		return enough;
	}

	/** Writes one header line. */
	private header(value: string, name: string): void {
		if (this.fault !== NONE)
			return;
		if (name === CONTENT_LENGTH)
			return this.bodyLength(Number(value));
		this.fault = headerFault(name, value);
		if (this.fault === NONE)
			this.append(this.text.encode(name + ": " + value + "\r\n"));
	}

	private append(bytes: Uint8Array): void {
		const end = this.length + bytes.length;
		if (!this.reserve(end))
			return;
		this.bytes.set(bytes, this.length);
		this.length = end;
	}

	/** Writes the content-length, whose value is another at nearly each request, without a string. */
	private bodyLength(count: number): void {
		if (!(count >= 0) || count % 1 !== 0 || count > 999_999_999_999_999) {
			this.fault = "content-length must be a whole number";
			return;
		}
		let digits = 1;
		for (let rest = count; rest >= 10; rest /= 10)
			digits++;
		const { contentLength } = this;
		const end = this.length + contentLength.length + digits + 2;
		if (!this.reserve(end))
			return;
		const { bytes } = this;
		bytes.set(contentLength, this.length);
		for (let at = end - 3, rest = count; digits > 0; at--, digits--) {
			const digit = rest % 10;
			bytes[at] = 48 + digit;
			rest = (rest - digit) / 10;
		}
		bytes[end - 2] = CR;
		bytes[end - 1] = LF;
		this.length = end;
		this.bodyLeft = count;
	}
}

/** What is wrong with a header field (RFC 9110, section 5), "" for nothing. The text does not hold the value. */
function headerFault(name: string, value: string): string {
	if (!isToken(name))
		return "header name is not an HTTP token";
	const lowerCase = name.toLowerCase();
	if (lowerCase === "host" || lowerCase === "transfer-encoding")
		return `header ${lowerCase} is the client's own`;
	if (lowerCase === CONTENT_LENGTH)
		return "header content-length must be in lower case";
	for (let i = 0; i < value.length; i++) {
		const code = value.charCodeAt(i);
		if (code < 32 && code !== 9 || code >= 127)
			return `header ${name} has a character that is not visible ASCII`;
	}
	return "";
}

/** Whether a text can be a method or a header's name (RFC 9110, section 5.6.2). */
function isToken(text: string): boolean {
	// Not at module scope: see parseBaseUrl.
	return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
