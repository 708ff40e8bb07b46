const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Finds one member of a JSON text's top-level object as the bytes go by, in any fragments, without a string or an
 * object. It believes that the text is JSON (RFC 8259) and reads only as much of the grammar as it needs. A member name
 * written with escapes is not recognised. Of members of one name the last counts, as with JSON.parse.
 */
export class JsonScanner {
	/** Offset of the value's first byte, -1 while no text value was found. */
	start = -1;
	/** Offset of the byte after the value's last. */
	end = -1;
	/** Whether the value holds escapes. */
	escaped = false;

	private name: Uint8Array | undefined;
	private depth = 0;
	private inString = false;
	private afterBackslash = false;
	private isKey = false;
	private matched = -1;
	private wanted = false;
	private over = true;

	/** Makes ready for a text. @param name the member's name as bytes; without one, nothing is looked for */
	reset(name: Uint8Array | undefined): void {
		this.start = this.end = -1;
		this.escaped = false;
		this.over = name === undefined;
		if (this.over)
			return;
		this.name = name;
		this.depth = 0;
		this.inString = this.afterBackslash = this.isKey = this.wanted = false;
	}

	/** Takes the bytes from `from` to `to`. `from` must be where the last call ended; the offsets found count from 0. */
	scan(bytes: Uint8Array, from: number, to: number): void {
		for (let at = from; at < to && !this.over; at++) {
			if (this.inString)
				this.string(bytes[at], at);
			else
				this.structure(bytes[at], at);
		}
	}

	private string(byte: number, at: number): void {
		if (this.afterBackslash)
			this.afterBackslash = false;
		else if (byte === BACKSLASH) {
			this.afterBackslash = true;
			this.matched = -1;
			if (this.wanted)
				this.escaped = true;
		}
		else if (byte === QUOTE) {
			this.inString = false;
			if (this.wanted && !this.isKey) {
				this.end = at;
				this.wanted = false;
			}
		}
		else if (this.matched >= 0)
			this.matched = this.name?.[this.matched] === byte ? this.matched + 1 : -1;
	}

	private structure(byte: number, at: number): void {
		switch (byte) {
			case QUOTE:
				this.inString = true;
				this.matched = this.depth === 1 && this.isKey ? 0 : -1;
				if (this.wanted && this.depth === 1)
					this.start = at + 1;
				return;
			case OPEN_BRACE:
			case OPEN_BRACKET:
				this.isKey = ++this.depth === 1;
				this.wanted = false;
				this.over = this.depth === 1 && byte === OPEN_BRACKET;
				return;
			case CLOSE_BRACE:
			case CLOSE_BRACKET:
				this.over = --this.depth <= 0;
				return;
			case COLON:
				if (this.depth !== 1)
					return;
				this.wanted = this.isKey && this.matched === this.name?.length;
				this.isKey = false;
				if (this.wanted) {
					this.start = this.end = -1;
					this.escaped = false;
				}
				return;
			case COMMA:
				if (this.depth === 1) {
					this.isKey = true;
					this.wanted = false;
				}
				return;
		}
		if (this.depth === 0 && byte > 32)
			this.over = true;
	}
}
