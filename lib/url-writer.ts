import { GrowingBuffer } from "./growing-buffer.js";
import type { Text } from "./platform.js";
import { URL_TOO_LONG } from "./response.js";

/** Bytes to begin with. */
const FIRST_SIZE = 128;
/** encodeInto leaves at most three bytes free for want of room, so four more tell a full buffer from a fitting text. */
const SPARE = 4;

const AMPERSAND = 38;
const EQUALS = 61;
const PERCENT = 37;
const QUESTION = 63;
const SLASH = 47;

/**
 * A string builder for URLs: writes a path and query as bytes into one buffer that it owns and reuses. Whatever a
 * segment or value holds is percent-encoded as UTF-8 (RFC 3986, sections 2.1 to 2.3: all but the unreserved characters),
 * so that it arrives as it was meant and never ends its segment or parameter.
 */
export class UrlWriter {
	/** Why `finish` returned nothing. */
	fault = "";

	private readonly text: Text;
	private readonly buffer: GrowingBuffer;
	private length = 0;
	private query = false;
	private full = false;
	private control = false;

	/** @param limit bytes of the longest path and query */
	constructor(text: Text, limit: number) {
		this.text = text;
		this.buffer = new GrowingBuffer(FIRST_SIZE, limit + SPARE);
	}

	/** Starts over with a path that is percent-encoded already. */
	start(path: string): this {
		const { buffer, text } = this;
		do
			this.length = text.encodeInto(path, buffer.bytes);
		while (this.length > buffer.bytes.length - SPARE && buffer.reserve(buffer.bytes.length + 1));
		this.full = this.length > buffer.bytes.length - SPARE;
		this.query = this.control = false;
		this.fault = "";
		return this;
	}

	/** Appends "/" and a path segment. CR, LF and NUL make a fault. */
	segment(text: string): this {
		this.put(SLASH);
		const bytes = this.text.encode(text);
		this.control ||= bytes.includes(0) || bytes.includes(10) || bytes.includes(13);
		return this.encoded(bytes);
	}

	/** Appends a query parameter; null and undefined are skipped. The name must be plain. */
	parameter(name: string, value: string | null | undefined): this {
		if (value === null || value === undefined)
			return this;
		this.put(this.query ? AMPERSAND : QUESTION);
		this.query = true;
		this.encoded(this.text.encode(name));
		this.put(EQUALS);
		return this.encoded(this.text.encode(value));
	}

	/**
	 * Returns what was written as text, "" when there is a fault.
	 * @param name what the segment is called in the fault's text
	 */
	finish(name: string): string {
		if (this.control)
			this.fault = `${name} must not hold CR, LF or NUL`;
		else if (this.full)
			this.fault = URL_TOO_LONG;
		return this.fault === "" ? this.text.decode(this.buffer.bytes, 0, this.length) ?? "" : "";
	}

	private encoded(bytes: Uint8Array): this {
		const { buffer } = this;
		let into = buffer.bytes;
		let end = this.length;
		for (let i = 0; i < bytes.length; i++) {
			const byte = bytes[i];
			const plain = isUnreserved(byte);
			if (end + 3 + SPARE > into.length) {
				this.full ||= !buffer.reserve(end + (plain ? 1 : 3) + SPARE);
				if (this.full)
					break;
				into = buffer.bytes;
			}
			if (plain)
				into[end++] = byte;
			else {
				into[end] = PERCENT;
				into[end + 1] = hexDigit(byte >> 4);
				into[end + 2] = hexDigit(byte & 15);
				end += 3;
			}
		}
		this.length = end;
		return this;
	}

	private put(byte: number): void {
		const { buffer } = this;
		if (buffer.reserve(this.length + 1 + SPARE))
			buffer.bytes[this.length++] = byte;
		else
			this.full = true;
	}
}

function hexDigit(value: number): number {
	return value < 10 ? value + 48 : value + 55;
}

/** Letters, digits and - . _ ~ */
function isUnreserved(byte: number): boolean {
	const letter = byte | 32;
	return letter >= 97 && letter <= 122 && byte < 128 || byte >= 48 && byte <= 57
		|| byte === 45 || byte === 46 || byte === 95 || byte === 126;
}
