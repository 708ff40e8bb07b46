import type { Text } from "../platform.js";
import { CR, LF } from "./ascii.js";
import type { HeadFields } from "./head-fields.js";

/** Bytes of hh:mm:ss. */
const TIME = 8;
/** Heads in a row that looked like the known one and were not, before this gives up: a server that numbers its answers. */
const MISSES = 4;

/**
 * Recognises a response's head that is the last one again, byte for byte, but for the time of day in its date and the
 * digits of its content-length. A server's heads mostly are, and to compare three texts costs an XS engine a fifteenth of
 * reading the lines again. What is not recognised is read in full; nothing is guessed.
 */
export class KnownHead {
	/** Bytes of the known head, 0 while there is none. */
	length = 0;
	/** Its status. */
	status = 0;

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
		const { timeAt, digitsAt, digitsEnd } = fields;
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
	}

	/**
	 * Compares.
	 * @param bytes begin with a response; `end` of them have been received
	 * @returns the content-length when they begin with the known head, else -1
	 */
	recognise(bytes: Uint8Array, end: number): number {
		const { length } = this;
		if (length === 0 || end < length || bytes[length - 1] !== LF || bytes[length - 3] !== LF)
			return -1;
		let size = 0;
		for (let at = this.digits, last = this.digitsEnd; at < last; at++) {
			const digit = bytes[at] - 48;
			if (digit < 0 || digit > 9)
				return -1;
			size = size * 10 + digit;
		}
		const timeEnd = this.time + TIME;
		if (bytes.indexOf(CR, this.time) < timeEnd || bytes.indexOf(LF, this.time) < timeEnd)
			return -1;
		const text = this.text;
		const behindAt = this.behindAt;
		const betweenAt = this.betweenAt;
		if (text.decode(bytes, behindAt, length - behindAt) === this.behind
			&& text.decode(bytes, betweenAt, this.betweenEnd - betweenAt) === this.between
			&& text.decode(bytes, 0, this.beforeEnd) === this.before) {
			this.misses = 0;
			return size;
		}
		if (++this.misses === MISSES)
			this.length = 0;
		return -1;
	}
}
