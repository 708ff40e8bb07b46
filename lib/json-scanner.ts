const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LETTER_A = 97;
const LETTER_Z = 122;

const NO_NAME = new Uint8Array(0);

/**
 * Finds one member of a JSON text's top-level object as the bytes go by, in any fragments, without a string or an
 * object. It believes that the text is JSON (RFC 8259) and reads only as much of the grammar as it needs. A member name
 * written with escapes is not recognised. Of members of one name the last counts, as with JSON.parse. Texts are passed
 * over by native searches for the quote behind them, which cost an XS engine a fraction of looking at each byte.
 */
export class JsonScanner {
	/** Offset of the value's first byte, -1 while no text value was found. */
	start = -1;
	/** Offset of the byte after the value's last. */
	end = -1;

	private name: Uint8Array = NO_NAME;
	private depth = 0;
	private inString = false;
	/** Whether an odd number of backslashes stands where the last call ended. */
	private afterBackslash = false;
	/** Whether the next text is a member's name; only in the top-level object. */
	private isKey = false;
	/** How many bytes of the name the text under way has matched, -1 when it is another. */
	private matched = -1;
	/** Whether the next text is the member's value. */
	private wanted = false;
	private over = true;

	/** Makes ready for a text. @param name the member's name as bytes; without one, nothing is looked for */
	reset(name: Uint8Array | undefined): void {
		this.start = this.end = this.matched = -1;
		this.over = name === undefined;
		this.name = name ?? NO_NAME;
		this.depth = 0;
		this.inString = this.afterBackslash = this.isKey = this.wanted = false;
	}

	/** Takes the bytes from `from` to `to`. `from` must be where the last call ended; the offsets found count from 0. */
	scan(bytes: Uint8Array, from: number, to: number): void {
		let at = from;
		while (at < to && !this.over)
			at = this.inString ? this.string(bytes, at, to) : this.structure(bytes, at, to);
	}

	/** Goes on between texts, over those that are whole and don't end in an escape. Returns where it stopped: in a text or at the end. */
	private structure(bytes: Uint8Array, at: number, to: number): number {
		while (at < to && !this.over) {
			const byte = bytes[at++];
			if (byte === QUOTE) {
				const quote = bytes.indexOf(QUOTE, at);
				this.begin(at);
				if (quote < 0 || quote >= to || bytes[quote - 1] === BACKSLASH)
					return at;
				this.finish(bytes, at, quote);
				at = quote + 1;
			}
			else if (byte === COMMA || byte === COLON) {
				if (this.depth === 1)
					this.delimit(byte);
			}
			else if (byte < LETTER_A || byte > LETTER_Z || this.depth === 0)
				this.mark(byte);
		}
		return at;
	}

	private begin(at: number): void {
		this.inString = true;
		this.matched = this.isKey ? 0 : -1;
		if (this.wanted)
			this.start = at;
	}

	/** The text ends with the bytes from `at` to `quote`. */
	private finish(bytes: Uint8Array, at: number, quote: number): void {
		this.inString = false;
		if (this.matched >= 0)
			this.match(bytes, at, quote);
		if (!this.wanted)
			return;
		this.end = quote;
		this.wanted = false;
	}

	/** Goes on in a text, to behind the next quote or to the end. Returns where it is then. */
	private string(bytes: Uint8Array, at: number, to: number): number {
		const quote = bytes.indexOf(QUOTE, at);
		const closed = quote >= 0 && quote < to;
		const end = closed ? quote : to;
		let backslashes = end;
		while (backslashes > at && bytes[backslashes - 1] === BACKSLASH)
			backslashes--;
		const odd = (((end - backslashes) & 1) === 1) !== (this.afterBackslash && backslashes === at);
		this.afterBackslash = odd && !closed;
		if (closed && !odd)
			this.finish(bytes, at, quote);
		else if (this.matched >= 0)
			this.match(bytes, at, end);
		return closed ? quote + 1 : to;
	}

	/** Compares bytes of a member's name. */
	private match(bytes: Uint8Array, at: number, end: number): void {
		const { name } = this;
		let { matched } = this;
		while (at < end && matched >= 0)
			matched = name[matched] === bytes[at++] ? matched + 1 : -1;
		this.matched = matched;
	}

	/** Takes a colon or a comma of the top-level object. */
	private delimit(byte: number): void {
		this.wanted = byte === COLON && this.isKey && this.matched === this.name.length;
		this.isKey = byte === COMMA;
		this.matched = -1;
		if (this.wanted)
			this.start = this.end = -1;
	}

	/** Takes a byte that may open or close something. */
	private mark(byte: number): void {
		switch (byte) {
			case OPEN_BRACE:
			case OPEN_BRACKET:
				this.isKey = ++this.depth === 1;
				this.wanted = false;
				this.over = this.isKey && byte === OPEN_BRACKET;
				return;
			case CLOSE_BRACE:
			case CLOSE_BRACKET:
				this.over = --this.depth <= 0;
				return;
		}
		// What is no ASCII is a byte order mark's, or no JSON.
		if (this.depth === 0 && byte > SPACE && byte < 128)
			this.over = true;
	}
}
