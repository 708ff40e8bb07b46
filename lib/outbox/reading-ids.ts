import { PREFIX_LENGTH } from "./log-format.js";
import type { OutboxPlatform } from "./storage.js";

/** Characters of an id, as PocketBase takes them: a to z and digits. */
const CHARACTERS = 15;

/**
 * Ids of readings' records: numbers in base 36. Each start counts from where chance, the machine and a count of its starts
 * have it begin, so that no id comes again when the storage is erased, or an older copy of itself. Two starts have an id
 * in common only where their first eight characters are the same and the numbers in the others meet.
 */
export class ReadingIds {
	/** First eight characters of this start's ids, "" before the first. */
	prefix = "";

	private readonly platform: OutboxPlatform;
	/** The other seven of the next one, as a number. */
	private serial = 0;
	/** Id of the reading that is being put; "" without such. */
	private given = "";

	constructor(platform: OutboxPlatform) {
		this.platform = platform;
	}

	/**
	 * Returns the id of the reading that is put. One that the storage has not kept, and that is put again, has the same: if what
	 * revokes the first is damaged, it is not delivered twice.
	 */
	give(): string {
		if (this.given)
			return this.given;
		if (!this.prefix) {
			const base = idBase(this.platform.text.encode(this.platform.origin()));
			this.prefix = base.slice(0, PREFIX_LENGTH);
			// Of seven digits, with room for two milliard more.
			this.serial = 36 ** 6 + Math.floor(parseInt(base.slice(PREFIX_LENGTH), 36) * 0.9);
		}
		return this.given = this.prefix + (this.serial++).toString(36);
	}

	/** Another reading is put next. */
	pass(): void {
		this.given = "";
	}

	/** What follows has ids as those of another start. */
	renew(): void {
		this.prefix = "";
	}
}

// docs/decisions/0065-ids-begin-anew-with-each-start.md
/**
 * Makes where ids begin: fifteen characters, each of which depends on all that the machine knows of itself and on the
 * random numbers (36^15 is more than 2^77).
 * @param origin text that there was never before, as bytes
 */
function idBase(origin: Uint8Array): string {
	let base = "";
	for (let at = 0; at < CHARACTERS; at++) {
		let hash = at;
		for (let i = 0; i < origin.length; i++)
			hash = Math.imul(hash ^ origin[i], 0x01000193) ^ hash >>> 13;
		base += Math.floor(((hash >>> 0) + Math.random() * 36) % 36).toString(36);
	}
	return base;
}
