/** Characters of an id, as PocketBase takes them: a to z and digits. */
export const ID_LENGTH = 15;

/**
 * Makes where a log's ids begin: fifteen characters, each of which depends on all that the machine knows of itself and on
 * the dice (36^15 is more than 2^77).
 * @param origin text that no other log has, as bytes
 */
export function idBase(origin: Uint8Array): string {
	let base = "";
	for (let at = 0; at < ID_LENGTH; at++) {
		let hash = at;
		for (let i = 0; i < origin.length; i++)
			hash = Math.imul(hash ^ origin[i], 0x01000193) ^ hash >>> 13;
		base += Math.floor(((hash >>> 0) + Math.random() * 36) % 36).toString(36);
	}
	return base;
}
