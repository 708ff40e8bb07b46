/**
 * How the log lies in storage. Numbers are unsigned, 32 bits, in the machine's order, which is little-endian on all that
 * XS runs on.
 *
 * | block header | bytes | | entry | bytes |
 * |---|---|---|---|---|
 * | checksum of the rest | 0 to 3 | | checksum of the rest | 0 to 3 |
 * | magic number | 4 to 7 | | length of the text, 0 for a mark | 4 to 5 |
 * | generation | 8 to 11 | | 0 | 6 |
 * | number of the next reading | 12 to 15 | | 193 for a reading, 192 for a mark | 7 |
 * | number of the first that is not delivered | 16 to 19 | | its number; of a mark that of the first that is not delivered | 8 to 11 |
 * | where ids begin | 20 to 34 | | the reading, JSON | from 12 |
 *
 * Neither 192 nor 193 is in any UTF-8 text (RFC 3629, section 1), so that an entry that begins within a torn one is found.
 */
export const HEADER_LENGTH = 36;
export const ENTRY_LENGTH = 12;
export const BASE_AT = 20;

export const READING = 193;
export const MARK = 192;

/** "RCO1" */
export const MAGIC = 0x314f4352;
export const BLANK = 0xffffffff;

/** The first number of each is the checksum. */
export const WORD_MAGIC = 1;
export const WORD_GENERATION = 2;
export const WORD_NEXT = 3;
export const WORD_HEAD = 4;
export const WORD_KIND = 1;
export const WORD_SEQUENCE = 2;

const MULTIPLIER = 0x9e3779b1;

/**
 * Checksum of a header or an entry: of all numbers but the first, and of the generation, so that entries which a torn
 * erase has left are told from new ones. By numbers, not bytes as a CRC goes: on XS each step of a loop costs the same.
 * Every step can be undone, so that a difference in one number is always found.
 * @param count numbers, the checksum's own included
 */
export function checksum(words: Uint32Array, count: number, generation: number): number {
	let sum = generation;
	for (let at = 1; at < count; at++) {
		sum = Math.imul(sum ^ words[at], MULTIPLIER);
		sum ^= sum >>> 15;
	}
	return sum >>> 0;
}
