import type { Text } from "../platform.js";
import type { BlockStorage } from "./storage.js";

/**
 * Kind of an entry. None of these bytes is in any UTF-8 text (RFC 3629, section 1), so that an entry after a damaged one
 * is found.
 */
export const HEADER = 249;
export const MARK = 250;
/** In place of a mark's number: it says nothing of readings, but that a start which could not read all blocks has begun its generation. */
export const LEFT = 0;
export const READING = 251;

/** Bytes in front of an entry's content, and what lengths are multiples of: flash that encrypts itself takes 16 at once. */
export const UNIT = 16;

/**
 * The version of all that is kept, in the highest byte of the number of blocks. Each later version has it there, in headers
 * with this checksum, so that every build knows a log that it can't read.
 */
export const VERSION = 2;
/** Bytes of a header's content. */
export const HEADER_LENGTH = 16;
/**
 * Indexes of a header's numbers: the first reading that is not delivered; version, flags and the storage's blocks; their length;
 * which of them can't be read, 0 when all can.
 */
export const HEAD = 4;
export const BLOCKS = 5;
export const BLOCK_LENGTH = 6;
export const UNREAD = 7;
/**
 * A header's flags, a byte above the number of blocks: readings that are pending may be revoked; numbers may be missing
 * that are no damage. Above them is how many starts in a row could not read the same blocks.
 */
export const FLAGS_SHIFT = 16;
export const IS_REVOKED = 1;
export const HAS_GAPS = 2;
export const STARTS_SHIFT = 2;

/** What each reading's content begins with, {"id, as a number. */
export const OPENING = 0x6469227b;
/** Times that what is neither an entry nor blank is read, before it counts as damaged. */
const MOST_READS = 3;
/** What was erased, as a number and as a byte. */
export const BLANK = 0xffffffff;
export const BLANK_BYTE = 255;

/**
 * A reading that is put before the time is known has the ticks of its start in place of its time, as if they were milliseconds
 * since 1970, and this character in place of the closing quote, so many bytes before its end. No JSON has this character, so
 * that no app's reading has it.
 */
export const UNKNOWN = 1;
export const UNKNOWN_AT = 2;
/** Where that time begins, and its bytes, with its quotes and without. */
export const QUOTE_AT = 27;
export const QUOTED_LENGTH = 26;
export const TIME_AT = 26;
export const TIME_LENGTH = 24;

/** Bytes of an id that identify a start. */
export const PREFIX_LENGTH = 8;

/** Bytes that a reading's content begins with: {"id":"123456789012345" */
export const ID_LENGTH = 23;

/** Where the id of a reading begins in its content, after {"id":" */
export const ID_IN_CONTENT = 7;

/** Where the id of a reading begins in its entry, and where its text does. */
export const ID_AT = UNIT + ID_IN_CONTENT;
export const TEXT_AT = UNIT + ID_LENGTH;

/** Fills the last bytes of an entry: what neither erased flash nor a hole in a file reads as. */
export const PADDING = 10;

/**
 * The smallest prime above 2^32, and by how much: with one below, an erased number would be taken for a small one, from
 * which it differs by the modulus.
 */
const MODULUS = 4294967311;
const EXCESS = 15;

// docs/decisions/0058-one-kind-of-log-entry.md
/**
 * A buffer with one entry of the log in it. Numbers are unsigned, 32 bits, in the machine's order, which is little-endian on
 * all that XS runs on. Each entry holds its block's generation and its own number, so that a block whose header is damaged
 * is read from its other entries.
 *
 * | bytes | of an entry |
 * |---|---|
 * | 0 to 3 | checksum |
 * | 4 to 6 | length of the content |
 * | 7 | kind |
 * | 8 to 11 | of a reading its number; of a mark the number of the first that is not delivered; of a header the next number |
 * | 12 to 15 | generation of the block: how many blocks have been begun |
 * | from 16 of a reading | the JSON text of its record, id first |
 * | from 16 of a header | the first number that is not delivered; version, flags and blocks; block length; blocks that can't be read |
 * | from 16 of a mark | nothing, or an anchor |
 *
 * An anchor says when a start's ticks were 0 by the service's clock: the first eight characters of that start's ids, and milliseconds
 * since 1970 in decimal digits.
 */
export class Entry {
	/** The buffer, as bytes and as numbers; other arrays when they have had to grow. */
	bytes!: Uint8Array<ArrayBuffer>;
	words!: Uint32Array;
	/** Of the buffer: the first bytes of the entry, its content, a reading's text, and the entry that was written last. */
	head!: Uint8Array<ArrayBuffer>;
	content!: Uint8Array<ArrayBuffer>;
	text!: Uint8Array<ArrayBuffer>;
	private written!: Uint8Array<ArrayBuffer>;
	/** Where in `bytes` the entry begins, a multiple of 4; not 0 for what is only read. */
	start = 0;
	/** Bytes of its content; those that it takes in storage (`UNIT` when it is not whole, more when more is blank); its number. */
	length = 0;
	size = UNIT;
	sequence = 0;
	/** Bytes of the last reading, as most are as long as the one before. */
	likely = UNIT;

	/** @param capacity bytes, a multiple of 4 */
	constructor(capacity: number) {
		this.use(new Uint8Array(capacity));
	}

	/**
	 * Reads what is at an offset of a storage.
	 * @param room bytes from there to the end of the block
	 * @returns its kind, 0 when there is no entry that is whole
	 */
	read(storage: Pick<BlockStorage, "read">, at: number, room: number): number {
		let kind = this.readOnce(storage, at, room);
		// A bit may be wrong in what was read, and right in the storage.
		for (let tries = 1; kind === 0 && tries < MOST_READS && !this.isBlank(); tries++)
			kind = this.readOnce(storage, at, room);
		if (kind === READING)
			this.likely = this.size;
		return kind;
	}

	private readOnce(storage: Pick<BlockStorage, "read">, at: number, room: number): number {
		const bytes = this.bytes;
		const words = this.words;
		const start = this.start;
		const count = Math.min(this.likely, room, bytes.length - start & -UNIT);
		storage.read(bytes.subarray(start, start + count), at);
		const first = start >> 2;
		const told = words[first + 1];
		const kind = told >>> 24;
		this.length = told & 0xffffff;
		this.size = UNIT;
		const size = this.length + 2 * UNIT - 1 & -UNIT;
		if (told === BLANK && this.isBlank())
			this.size = this.blankIn(count);
		if (kind < HEADER || kind > READING || size > room)
			return 0;
		if (start + size > bytes.length)
			return this.readLonger(storage, at, room, start + size + UNIT);
		if (size > count)
			storage.read(bytes.subarray(start, start + size), at);
		const rest = checksum(words, first, first + (size >> 2));
		// It covers what was read last.
		if (rest && !isCut(rest, words[first]) || words[first + 1] !== told)
			return 0;
		this.size = size;
		this.sequence = words[first + 2];
		return kind;
	}

	/** Bytes up to what was written, of so many that were read; `UNIT` at least. */
	private blankIn(count: number): number {
		const { words } = this;
		const first = this.start >> 2;
		const end = first + (count >> 2);
		let at = first + 4;
		while (at < end && (words[at] & words[at + 1] & words[at + 2] & words[at + 3]) === -1)
			at += 4;
		return at - first << 2;
	}

	/** Whether nothing was written where `read` has found no entry. */
	isBlank(): boolean {
		const { words } = this;
		const first = this.start >> 2;
		return (words[first] & words[first + 1] & words[first + 2] & words[first + 3]) === -1;
	}

	/**
	 * Writes an entry and reads it back, except in RAM, where reading back finds nothing that the next reader does not find.
	 * @param at offset in the storage, where nothing is
	 * @param length bytes of its content, which is in `bytes`
	 * @returns whether it is there
	 */
	write(
		storage: Pick<BlockStorage, "read" | "write" | "volatile">, at: number,
		kind: number, sequence: number, generation: number, length: number
	): boolean {
		const words = this.words;
		const size = this.size = length + 2 * UNIT - 1 & -UNIT;
		if (kind === READING)
			this.likely = size;
		const count = size >> 2;
		// Most readings are as long as the one before.
		if (this.written.length !== size)
			this.written = this.bytes.subarray(0, size);
		const entry = this.written;
		entry.fill(PADDING, UNIT + length);
		words[0] = 0;
		words[1] = kind << 24 | length;
		words[2] = sequence;
		words[3] = generation;
		words[0] = MODULUS - checksum(words, 0, count);
		const sum = words[0];
		storage.write(entry, at);
		if (storage.volatile)
			return true;
		storage.read(entry, at);
		const rest = checksum(words, 0, count);
		return words[0] === sum && (!rest || isCut(rest, sum));
	}

	/** Another version of the firmware may have allowed longer readings. The bytes before `start` stay. */
	private readLonger(storage: Pick<BlockStorage, "read">, at: number, room: number, capacity: number): number {
		const before = this.bytes;
		this.use(new Uint8Array(capacity));
		this.bytes.set(before);
		const kind = this.readOnce(storage, at, room);
		if (!kind)
			this.use(before);
		return kind;
	}

	private use(bytes: Uint8Array<ArrayBuffer>): void {
		this.bytes = bytes;
		this.words = new Uint32Array(bytes.buffer);
		this.written = this.head = bytes.subarray(0, UNIT);
		this.content = bytes.subarray(UNIT);
		this.text = bytes.subarray(TEXT_AT);
	}
}

/** Whether a checksum is right that is 2^32 or more, and is cut to 32 bits, so that the excess is missing. */
function isCut(rest: number, stored: number): boolean {
	return rest === EXCESS && stored <= EXCESS;
}

// docs/decisions/0061-log-checksum-modulo-a-prime.md
/**
 * Polynomial of the numbers from `first` to before `end`, a multiple of 4 of them, modulo a prime: 0 for an entry that is
 * whole, because its checksum is what is missing to the modulus. Four numbers are a step, because each step of a loop costs
 * XS the same, and all is exact below 2^53. A number that differs is always noticed: it differs by less than the modulus.
 */
function checksum(words: Uint32Array, first: number, end: number): number {
	let sum = 1;
	for (let at = end; at > first;)
		sum = (sum * 1048391 + words[--at] * 261847 + words[--at] * 130859 + words[--at] * 65267 + words[--at]) % MODULUS;
	return sum;
}

/** Bytes that an entry takes. */
export function sizeOf(length: number): number {
	return length + 2 * UNIT - 1 & -UNIT;
}

/** Whether a reading has ticks in place of its time. @param end where its content ends in `bytes` */
export function hasTicks(bytes: Uint8Array, end: number): boolean {
	return bytes[end - UNKNOWN_AT] === UNKNOWN;
}

/**
 * Puts the time into a reading that has ticks.
 * @param end where its content ends in `bytes`
 * @param base when its start's ticks were 0, undefined where nobody knows
 */
export function fillTime(text: Text, bytes: Uint8Array, end: number, base: number | undefined): void {
	const ticks = Date.parse(text.decode(bytes, end - TIME_AT, TIME_LENGTH) ?? "");
	const time = base === undefined ? null : new Date(base + ticks).toISOString();
	text.encodeInto(JSON.stringify(time).padEnd(QUOTED_LENGTH), bytes.subarray(end - QUOTE_AT));
}
