/** Characters of an id, as PocketBase takes them: a to z and digits. */
const CHARACTERS = 15;

// docs/decisions/0065-ids-begin-anew-with-each-start.md
/**
 * Makes where ids begin: fifteen characters, each of which depends on all that the machine knows of itself and on the
 * random numbers (36^15 is more than 2^77).
 * @param origin text that there was never before, as bytes
 */
export function idBase(origin: Uint8Array): string {
	let base = "";
	for (let at = 0; at < CHARACTERS; at++) {
		let hash = at;
		for (let i = 0; i < origin.length; i++)
			hash = Math.imul(hash ^ origin[i], 0x01000193) ^ hash >>> 13;
		base += Math.floor(((hash >>> 0) + Math.random() * 36) % 36).toString(36);
	}
	return base;
}
