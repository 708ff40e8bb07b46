import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, DOUBLE_QUOTE, OPEN_BRACE, OPEN_BRACKET } from "../characters.js";
import type { Text } from "../platform.js";

/** Characters that are looked at together: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

/** Finds where an object of JSON ends in a text that grows, character by character. */
export class ObjectEnd {
	/** Characters of the object that were looked at, and what they have opened. */
	private scanned = 0;
	private depth = 0;
	private isInText = false;
	private isEscaped = false;

	/** Whether a part of the object was looked at. */
	get hasBegun(): boolean {
		return this.scanned > 0;
	}

	/**
	 * Goes on where the last call has stopped.
	 * @param at offset of the object in the text
	 * @returns offset after its last brace, -1 if that is not there yet
	 */
	find(text: string, at: number): number {
		for (;;) {
			const first = at + this.scanned;
			const piece = text.slice(first, first + PIECE);
			const { length } = piece;
			for (let index = 0; index < length; index++) {
				const code = piece.charCodeAt(index);
				if (this.isInText) {
					this.isInText = this.isEscaped || code !== DOUBLE_QUOTE;
					this.isEscaped = !this.isEscaped && code === BACKSLASH;
				}
				else if (code === DOUBLE_QUOTE)
					this.isInText = true;
				else if (code === OPEN_BRACE)
					this.depth++;
				else if (code === CLOSE_BRACE && --this.depth === 0)
					return first + index + 1;
			}
			this.scanned += length;
			if (length < PIECE)
				return -1;
		}
	}

	/** Another object follows. */
	forget(): void {
		this.scanned = this.depth = 0;
		this.isInText = this.isEscaped = false;
	}
}

/** JSON of an object with null in place of each object and list in it: it can be parsed however deeply these are nested. */
export function flatJSON(json: string, text: Text): string {
	const bytes = text.encode(json);
	let flat = "";
	let from = 0;
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (isInText) {
			if (byte === BACKSLASH)
				at++;
			else
				isInText = byte !== DOUBLE_QUOTE;
		}
		else if (byte === DOUBLE_QUOTE)
			isInText = true;
		else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
			if (++depth === 2)
				flat += (text.decode(bytes, from, at - from) ?? "") + "null";
		}
		else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 1)
			from = at + 1;
	}
	return flat + (text.decode(bytes, from, bytes.length - from) ?? "");
}
