import type { Text } from "../platform.js";
import { LF } from "./ascii.js";
import type { HeadFields } from "./head-fields.js";

/** Bytes of hh:mm:ss. */
const TIME = 8;
/** Code of the digit 0. */
const ZERO = 48;
/** Heads in a row that looked like the known one and were not, before this gives up: a server that numbers its answers. */
const MISSES = 4;

/**
 * Recognises a response's head that is the last one again, byte for byte, but for the time of day in its date and the
 * digits of its content-length, if it has one. A server's heads mostly are, and to compare three texts costs an XS engine a fifteenth of
 * reading the lines again. What is not recognised is read in full; nothing is guessed.
 */
export class KnownHead {
	/** Bytes of the known head, 0 while there is none. */
	length = 0;
	/** Its status. */
	status = 0;
	/** Whether it says that the body comes in chunks. */
	chunked = false;
	/** The Content-Length of the head that was recognised last, -1 when it has none. */
	size = -1;

	private readonly text: Text;
	private misses = 0;
	/** Where the time of day is, and the digits of the content-length. */
	private time = 0;
	private digits = 0;
	private digitsEnd = 0;
	/** Where the text before ends, the one between begins and ends, and the one behind begins. */
	private beforeEnd = 0;
	private betweenAt = 0;
	private betweenEnd = 0;
	private behindAt = 0;
	/** The texts before, between and behind the two. */
	private before: string | undefined;
	private between: string | undefined;
	private behind: string | undefined;

	constructor(text: Text) {
		this.text = text;
	}

	/**
	 * Keeps a head that was read in full, if it is of the common kind.
	 * @param bytes begin with it; not kept
	 */
	learn(bytes: Uint8Array, length: number, status: number, fields: HeadFields): void {
		const { timeAt } = fields;
		// Without a Content-Length, its digits are none, behind the head.
		const digitsAt = fields.length < 0 ? length : fields.digitsAt;
		const digitsEnd = fields.length < 0 ? length : fields.digitsEnd;
		this.length = 0;
		if (this.misses === MISSES || !fields.plain || timeAt < 0)
			return;
		const timeEnd = timeAt + TIME;
		const timeFirst = timeAt < digitsAt;
		this.time = timeAt;
		this.digits = digitsAt;
		this.digitsEnd = digitsEnd;
		this.beforeEnd = timeFirst ? timeAt : digitsAt;
		this.betweenAt = timeFirst ? timeEnd : digitsEnd;
		this.betweenEnd = timeFirst ? digitsAt : timeAt;
		this.behindAt = timeFirst ? digitsEnd : timeEnd;
		this.before = this.text.decode(bytes, 0, this.beforeEnd);
		this.between = this.text.decode(bytes, this.betweenAt, this.betweenEnd - this.betweenAt);
		this.behind = this.text.decode(bytes, this.behindAt, length - this.behindAt);
		if (this.before === undefined || this.between === undefined || this.behind === undefined)
			return;
		this.length = length;
		this.status = status;
		this.chunked = fields.chunked;
	}

	/**
	 * Compares, and finds the `size`.
	 * @param bytes begin with a response; `end` of them have been received
	 * @returns whether they begin with the known head
	 */
	recognise(bytes: Uint8Array, end: number): boolean {
		const { length } = this;
		if (length === 0 || end < length || bytes[length - 1] !== LF || bytes[length - 3] !== LF)
			return false;
		let size = 0;
		for (let at = this.digits, last = this.digitsEnd; at < last; at++) {
			const digit = bytes[at] - 48;
			if (digit < 0 || digit > 9)
				return false;
			size = size * 10 + digit;
		}
		// Digits and colons, and five codes behind them: nothing that a value can't hold.
		const at = this.time;
		if (((bytes[at] ^ ZERO) | (bytes[at + 1] ^ ZERO) | (bytes[at + 2] ^ ZERO) | (bytes[at + 3] ^ ZERO)
			| (bytes[at + 4] ^ ZERO) | (bytes[at + 5] ^ ZERO) | (bytes[at + 6] ^ ZERO) | (bytes[at + 7] ^ ZERO)) > 15)
			return false;
		const text = this.text;
		const behindAt = this.behindAt;
		const betweenAt = this.betweenAt;
		if (text.decode(bytes, behindAt, length - behindAt) === this.behind
			&& text.decode(bytes, betweenAt, this.betweenEnd - betweenAt) === this.between
			&& text.decode(bytes, 0, this.beforeEnd) === this.before) {
			this.misses = 0;
			this.size = this.digits === this.digitsEnd ? -1 : size;
			return true;
		}
		if (++this.misses === MISSES)
			this.length = 0;
		return false;
	}
}
