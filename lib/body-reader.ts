import { JsonScanner } from "./json-scanner.js";
import type { HTTPRequest, Text } from "./platform.js";
import { NONE } from "./words.js";

const FIRST_SIZE = 1024;

/**
 * Reads a response's body from a request into one bounded buffer that it owns and reuses, and picks one member of its
 * JSON out as the bytes pass. What goes over the limit is read and thrown away, so that the connection stays usable.
 */
export class BodyReader {
	/** Whether the body is longer than the limit; what was kept of it is of no use then. */
	overflowed = false;
	/** Bytes read past the limit and thrown away. */
	discarded = 0;

	readonly #text: Text;
	readonly #limit: number;
	readonly #scanner = new JsonScanner();
	#bytes: Uint8Array<ArrayBuffer>;
	#length = 0;

	/** @param limit bytes of the longest body that is kept */
	constructor(text: Text, limit: number) {
		this.#text = text;
		this.#limit = limit;
		this.#bytes = new Uint8Array(limit < FIRST_SIZE ? limit : FIRST_SIZE);
	}

	/** Makes ready for a body. @param member name of the member to pick out, as bytes; undefined for none */
	reset(member: Uint8Array | undefined): void {
		this.#length = this.discarded = 0;
		this.overflowed = false;
		this.#scanner.reset(member);
	}

	/** Takes `count` bytes from `request`, which has announced them. */
	read(request: HTTPRequest, count: number): void {
		while (count > 0) {
			if (!this.overflowed && this.#length === this.#bytes.length)
				this.overflowed = !this.#grow();
			const from = this.overflowed ? 0 : this.#length;
			const room = this.#bytes.length - from;
			const taken = request.read(new Uint8Array(this.#bytes.buffer, from, count < room ? count : room));
			if (typeof taken !== "number" || taken <= 0)
				return;
			count -= taken;
			if (this.overflowed) {
				this.discarded += taken;
				continue;
			}
			this.#length = from + taken;
			this.#scanner.scan(this.#bytes, from, this.#length);
		}
	}

	/** The body as text, undefined when it is not UTF-8. */
	get body(): string | undefined {
		return this.#length === 0 ? NONE : this.#text.decode(this.#bytes, 0, this.#length);
	}

	/** The member picked out, "" when the body has none or it is no text. */
	get member(): string {
		const { start, end, escaped } = this.#scanner;
		const text = start < 0 || end < 0 ? NONE : this.#text.decode(this.#bytes, start, end - start) ?? NONE;
		return escaped ? unescape(text) : text;
	}

	/** Doubles the buffer, up to the limit. Returns false at the limit. */
	#grow(): boolean {
		const size = this.#bytes.length;
		if (size >= this.#limit)
			return false;
		const larger = new Uint8Array(size * 2 < this.#limit ? size * 2 : this.#limit);
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
