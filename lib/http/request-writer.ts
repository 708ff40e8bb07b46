import type { HTTPRequestOptions, Text } from "../platform.js";
import { CR, LF, SPACE } from "./ascii.js";
import { CONTENT_LENGTH, GET, NONE } from "../words.js";

const ROOT = "/";
const VERSION = " HTTP/1.1\r\nhost: ";
const HEAD_TOO_LONG = "request head is too long";

/** A header line as it goes out, kept because the next request mostly has the same. */
interface Line {
	readonly value: string;
	readonly bytes: Uint8Array;
}

/**
 * Writes requests (RFC 9112, section 3) into one buffer that it owns and reuses, so that head and body leave in one
 * write when they fit. What mostly is the same in the next request is kept: the request line in its place at the start
 * of the buffer, header lines as bytes.
 */
export class RequestWriter {
	/** Bytes in the buffer. */
	length = 0;
	/** Bytes of the request's body that have not been written into the buffer. */
	bodyLeft = 0;

	readonly #text: Text;
	readonly #bytes: Uint8Array<ArrayBuffer>;
	readonly #methods = new Map<string, Uint8Array>();
	readonly #lines = new Map<string, Line>();
	readonly #version: Uint8Array;
	readonly #contentLength: Uint8Array;
	#fault = "";
	/** The last view of the buffer's beginning; the next request is mostly as long. */
	#view: Uint8Array | undefined;
	#method = "";
	#path = "";
	/** Bytes of the request line and the host header of `#method` and `#path`, which the buffer begins with. */
	#targetLength = 0;

	/**
	 * @param text encodes
	 * @param size bytes of the buffer; the longest request head that can be sent
	 * @param host value of the host header, with the port when it is not the scheme's own (RFC 9110, section 7.2)
	 */
	constructor(text: Text, size: number, host: string) {
		this.#text = text;
		this.#bytes = new Uint8Array(size);
		this.#version = text.encode(VERSION + host + "\r\n");
		this.#contentLength = text.encode(CONTENT_LENGTH + ": ");
	}

	/** Bytes that can still be written. */
	get room(): number {
		return this.#bytes.length - this.length;
	}

	/**
	 * Starts a request with its head.
	 * @param options not changed, not kept
	 * @returns "" or what is wrong with them
	 */
	head(options: HTTPRequestOptions): string {
		this.length = this.bodyLeft = 0;
		this.#fault = NONE;
		const { method = GET, path = ROOT, headers } = options;
		if (method === this.#method && path === this.#path)
			this.length = this.#targetLength;
		else
			this.#target(method, path);
		headers?.forEach(RequestWriter.#header, this);
		if (this.room < 2)
			this.#fault ||= HEAD_TOO_LONG;
		if (this.#fault !== NONE) {
			this.length = this.bodyLeft = 0;
			return this.#fault;
		}
		this.#bytes[this.length++] = CR;
		this.#bytes[this.length++] = LF;
		return NONE;
	}

	/** Appends bytes of the body, at most `room` and at most `bodyLeft`. They are copied. */
	body(bytes: Uint8Array): void {
		if (this.length === 0)
			this.#method = ""; // The head has gone out and is written over.
		this.#bytes.set(bytes, this.length);
		this.length += bytes.length;
		this.bodyLeft -= bytes.length;
	}

	/** Bytes from `from` on, at most `count`: a view of the buffer, valid until the next call. */
	view(from: number, count: number): Uint8Array {
		const left = this.length - from;
		const length = count < left ? count : left;
		if (from > 0)
			return new Uint8Array(this.#bytes.buffer, from, length);
		if (this.#view?.length !== length)
			this.#view = new Uint8Array(this.#bytes.buffer, 0, length);
		return this.#view;
	}

	/** Forgets what is in the buffer: it has gone out. */
	empty(): void {
		this.length = 0;
	}

	/** Writes the request line and the host header. The path is encoded first and then moved into its place. */
	#target(method: string, path: string): void {
		this.#method = "";
		let verb = this.#methods.get(method);
		if (verb === undefined) {
			if (!isToken(method)) {
				this.#fault = "method is not an HTTP token";
				return;
			}
			verb = this.#text.encode(method + " ");
			this.#methods.set(method, verb);
		}
		const bytes = this.#bytes;
		const length = this.#text.encodeInto(path, bytes);
		const head = verb.length + length + this.#version.length;
		if (head + 2 > bytes.length) {
			this.#fault = HEAD_TOO_LONG;
			return;
		}
		if (length === 0 || bytes[0] !== 47) {
			this.#fault = "path must begin with /";
			return;
		}
		for (let i = 0; i < length; i++) {
			if (bytes[i] <= SPACE || bytes[i] >= 127) {
				this.#fault = "path must be visible ASCII";
				return;
			}
		}
		bytes.copyWithin(verb.length, 0, length);
		bytes.set(verb);
		bytes.set(this.#version, verb.length + length);
		this.length = this.#targetLength = head;
		this.#method = method;
		this.#path = path;
	}

	static #header(this: RequestWriter, value: string, name: string): void {
		if (this.#fault !== NONE)
			return;
		if (name === CONTENT_LENGTH)
			return this.#bodyLength(Number(value));
		let line = this.#lines.get(name);
		if (line?.value !== value) {
			this.#fault = headerFault(name, value);
			if (this.#fault !== NONE)
				return;
			line = { value, bytes: this.#text.encode(name + ": " + value + "\r\n") };
			this.#lines.set(name, line);
		}
		if (line.bytes.length > this.room) {
			this.#fault = HEAD_TOO_LONG;
			return;
		}
		this.#bytes.set(line.bytes, this.length);
		this.length += line.bytes.length;
	}

	/** Writes the content-length, whose value is another at nearly each request, without a string. */
	#bodyLength(count: number): void {
		const bytes = this.#bytes;
		if (!(count >= 0) || count !== Math.floor(count) || count > 999_999_999_999_999) {
			this.#fault = "content-length must be a whole number";
			return;
		}
		let digits = 1;
		for (let rest = count; rest >= 10; rest /= 10)
			digits++;
		if (this.#contentLength.length + digits + 2 > this.room) {
			this.#fault = HEAD_TOO_LONG;
			return;
		}
		bytes.set(this.#contentLength, this.length);
		this.length += this.#contentLength.length + digits;
		for (let at = this.length, rest = count; digits > 0; digits--) {
			const tenth = Math.floor(rest / 10);
			bytes[--at] = 48 + rest - tenth * 10;
			rest = tenth;
		}
		bytes[this.length++] = CR;
		bytes[this.length++] = LF;
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
