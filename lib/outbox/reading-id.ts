/** Characters of an id, as PocketBase takes them: a to z and digits. */
export const ID_LENGTH = 15;

const RADIX = 36;
const DIGIT_ZERO = 48;
/** From digit 10 on letters: "a" is 97. */
const LETTERS = 87;
const PRIME = 0x01000193;

/**
 * Makes where a log's ids begin: a number of fifteen digits to the base 36, of which each depends on all that the machine
 * knows of itself and on the dice (36^15 is more than 2^77).
 * @param origin text that no other log has
 * @returns digits from 0 to 35, the highest first; the caller's
 */
export function idBase(origin: Uint8Array): Uint8Array {
	const digits = new Uint8Array(ID_LENGTH);
	for (let at = 0; at < ID_LENGTH; at++) {
		let hash = at;
		for (let i = 0; i < origin.length; i++)
			hash = Math.imul(hash ^ origin[i], PRIME) ^ hash >>> 13;
		digits[at] = ((hash >>> 8) + Math.floor(Math.random() * RADIX)) % RADIX;
	}
	return digits;
}

/**
 * Writes the id of a reading: its number in the log, counted from the log's base.
 * @param into gets 15 bytes from `at` on
 */
export function writeId(base: Uint8Array, sequence: number, into: Uint8Array, at: number): void {
	let carry = sequence;
	for (let i = ID_LENGTH - 1; i >= 0; i--) {
		const value = base[i] + carry % RADIX;
		carry = Math.floor(carry / RADIX);
		const digit = value < RADIX ? value : value - RADIX;
		carry += value < RADIX ? 0 : 1;
		into[at + i] = digit + (digit < 10 ? DIGIT_ZERO : LETTERS);
	}
}
