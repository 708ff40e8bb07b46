import type { Text } from "../platform.js";

/** States that are known, at most, of 16 bytes each. Another is reported again when a poll reads it again. */
const KNOWN = 64;
const LAST = KNOWN - 1;
/** A prime that spreads each bit of a number over its higher ones, and how far they are shifted back. */
const SPREAD = 0x9e3779b1;
const SHIFT = 15;

/** What the state of a record is known by: checksums of its id and of the whole record, and when it was changed last. */
export interface Version {
	readonly id: number;
	readonly sum: number;
	/** Milliseconds since 1970, 0 for what is no date. The service dates two changes of one millisecond alike. */
	readonly date: number;
}

/** The states of records that were reported last. */
export class Versions {
	/** The newest `updated` of all, "" for none. */
	newest = "";

	private readonly text: Text;
	/** The last version of each record, a number of each in these; the one reported last is the last. */
	private readonly ids = new Int32Array(KNOWN);
	private readonly sums = new Int32Array(KNOWN);
	private readonly dates = new Float64Array(KNOWN);

	/** @param text kept */
	constructor(text: Text) {
		this.text = text;
	}

	/** The version of a record. @param record as it was parsed: an app may change its own */
	versionOf(record: { readonly id: string }): Version {
		const date = millisecondsOf(dateOf(record));
		return { id: this.checksum(record.id), sum: this.checksum(JSON.stringify(record)), date: date >= 0 ? date : 0 };
	}

	/** Whether this is what was remembered last of the record. */
	isKnown({ date, id, sum }: Version): boolean {
		const at = this.ids.indexOf(id);
		return at >= 0 && this.sums[at] === sum && this.dates[at] === date;
	}

	/** @param updated of the record */
	remember({ date, id, sum }: Version, updated: string): void {
		const at = this.ids.indexOf(id);
		// The one before, or the oldest.
		const place = at < 0 ? 0 : at;
		this.ids.copyWithin(place, place + 1);
		this.sums.copyWithin(place, place + 1);
		this.dates.copyWithin(place, place + 1);
		this.ids[LAST] = id;
		this.sums[LAST] = sum;
		this.dates[LAST] = date;
		this.see(updated);
	}

	/** Notes that records up to this time have been read. */
	see(updated: string): void {
		if (updated > this.newest)
			this.newest = updated;
	}

	/** Of a text: four bytes at a time, of which each has an effect on all that follow. */
	private checksum(text: string): number {
		const utf8 = this.text.encode(text);
		const words = new Int32Array(utf8.length + 3 >> 2);
		new Uint8Array(words.buffer).set(utf8);
		const { length } = words;
		let sum = length;
		for (let at = 0; at < length; at++) {
			sum = Math.imul(sum ^ words[at], SPREAD);
			sum ^= sum >>> SHIFT;
		}
		return sum;
	}
}

/** When a record was changed last, "" where it does not say so. */
export function dateOf(record: object): string {
	const { updated } = record as { updated?: unknown };
	return typeof updated === "string" ? updated : "";
}

/** Milliseconds since 1970 of a date as the service writes it, NaN for what is no date. */
export function millisecondsOf(date: string): number {
	return Date.parse(date.replace(" ", "T"));
}
