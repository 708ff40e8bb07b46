import { idBase } from "./id-base.js";
import { PREFIX_LENGTH } from "./log-format.js";
import type { OutboxPlatform } from "./storage.js";

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
		return this.given ||= this.make();
	}

	/** Another reading is put next. */
	pass(): void {
		this.given = "";
	}

	/** What follows has ids as those of another start. */
	renew(): void {
		this.prefix = "";
	}

	private make(): string {
		if (!this.prefix) {
			const base = idBase(this.platform.text.encode(this.platform.origin()));
			this.prefix = base.slice(0, PREFIX_LENGTH);
			// Of seven digits, with room for two milliard more.
			this.serial = 36 ** 6 + Math.floor(parseInt(base.slice(PREFIX_LENGTH), 36) * 0.9);
		}
		return this.prefix + (this.serial++).toString(36);
	}
}
