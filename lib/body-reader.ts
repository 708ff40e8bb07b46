import { JsonScanner } from "./json-scanner.js";
import type { BodySink, HTTPRequest, Text } from "./platform.js";
import { NONE } from "./words.js";

const FIRST_SIZE = 1024;
const EMPTY = new Uint8Array(0);

/**
 * Reads a response's body from a request into one bounded buffer that it owns and reuses, and picks one member of its
 * JSON out as the bytes pass. What goes over the limit is read and thrown away, so that the connection stays usable. A
 * body that comes in one piece from this library's HTTP client is read where it is, without a copy.
 */
export class BodyReader implements BodySink {
	/** Whether the body is longer than the limit; what was kept of it is of no use then. */
	overflowed = false;
	/** Bytes read past the limit and thrown away. */
	discarded = 0;

	readonly #text: Text;
	readonly #limit: number;
	readonly #scanner = new JsonScanner();
	/** Made when first needed. */
	#bytes = EMPTY;
	#length = 0;
	/** Of a body that came in one piece. */
	#whole = false;
	/** Whether a member is looked for. */
	#picks = false;
	#body: string | undefined;
	#member = NONE;

	/** @param limit bytes of the longest body that is kept */
	constructor(text: Text, limit: number) {
		this.#text = text;
		this.#limit = limit;
	}

	/** Makes ready for a body. @param member name of the member to pick out, as bytes; undefined for none */
	reset(member: Uint8Array | undefined): void {
		this.#length = this.discarded = 0;
		this.overflowed = this.#whole = false;
		this.#body = undefined;
		this.#member = NONE;
		this.#picks = member !== undefined;
		this.#scanner.reset(member);
	}

	/** Takes `count` bytes from `request`, which has announced them. */
	read(request: HTTPRequest, count: number): void {
		if (request.drain !== undefined)
			return request.drain(this);
		while (count > 0) {
			const room = this.#room();
			const from = this.overflowed ? 0 : this.#length;
			const taken = request.read(new Uint8Array(this.#bytes.buffer, from, count < room ? count : room));
			if (typeof taken !== "number" || taken <= 0)
				return;
			count -= taken;
			this.#took(taken);
		}
	}

	/** Takes a piece of the body; see `BodySink`. */
	take(bytes: Uint8Array, start: number, end: number, last: boolean): void {
		if (last && this.#length === 0 && !this.overflowed && end - start <= this.#limit) {
			this.#whole = true;
			this.#body = this.#text.decode(bytes, start, end - start);
			if (this.#picks) {
				this.#scanner.scan(bytes, start, end);
				this.#member = this.#memberIn(bytes);
			}
			return;
		}
		while (start < end) {
			const room = this.#room();
			const count = end - start < room ? end - start : room;
			if (!this.overflowed)
				this.#bytes.set(bytes.subarray(start, start + count), this.#length);
			start += count;
			this.#took(count);
		}
	}

	/** The body as text, undefined when it is not UTF-8. */
	get body(): string | undefined {
		if (this.#whole)
			return this.#body;
		return this.#length === 0 ? NONE : this.#text.decode(this.#bytes, 0, this.#length);
	}

	/** The member picked out, "" when the body has none or it is no text. */
	get member(): string {
		return this.#whole ? this.#member : this.#memberIn(this.#bytes);
	}

	#memberIn(bytes: Uint8Array): string {
		const { start, end, escaped } = this.#scanner;
		const text = start < 0 || end < 0 ? NONE : this.#text.decode(bytes, start, end - start) ?? NONE;
		return escaped ? unescape(text) : text;
	}

	/** Bytes that can be taken into the buffer, or thrown away through it. */
	#room(): number {
		if (!this.overflowed && this.#length === this.#bytes.length)
			this.overflowed = !this.#grow();
		return this.overflowed ? this.#bytes.length : this.#bytes.length - this.#length;
	}

	#took(count: number): void {
		if (this.overflowed) {
			this.discarded += count;
			return;
		}
		const from = this.#length;
		this.#length = from + count;
		this.#scanner.scan(this.#bytes, from, this.#length);
	}

	/** Doubles the buffer, up to the limit. Returns false at the limit. */
	#grow(): boolean {
		const size = this.#bytes.length;
		if (size >= this.#limit)
			return false;
		const wanted = size === 0 ? FIRST_SIZE : size * 2;
		const larger = new Uint8Array(wanted < this.#limit ? wanted : this.#limit);
		larger.set(this.#bytes);
		this.#bytes = larger;
		return true;
	}
}

/** Text as it stands between the quotes of a JSON string. Returns "" when it is not valid. */
function unescape(text: string): string {
	try {
		return JSON.parse(`"${text}"`) as string;
	}
	catch {
		return "";
	}
}
