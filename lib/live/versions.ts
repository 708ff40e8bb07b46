import type { Text } from "../platform.js";

/** States of records that are known, at most: about 150 bytes each. A change beyond comes again with each poll of the overlap. */
const KNOWN = 64;
/** A prime that spreads each bit of a number over its higher ones, and how far they are shifted back. */
const SPREAD = 0x9e3779b1;
const SHIFT = 15;

/**
 * The states of records that were reported last. A state is known by `updated` and a checksum of the whole record: the service dates two
 * changes of one millisecond alike.
 */
export class Versions {
	/** The newest `updated` of all, "" for none. */
	newest = "";

	private readonly text: Text;
	/** The last version by id; the oldest first. */
	private readonly known = new Map<string, string>();

	/** @param text kept */
	constructor(text: Text) {
		this.text = text;
	}

	/** The version of a record, which begins with its `updated`. @param record as it was parsed: an app may change its own */
	versionOf(record: object): string {
		return `${dateOf(record)} ${this.checksum(JSON.stringify(record))}`;
	}

	/** Whether this is what was remembered last of the record. */
	isKnown(id: string, version: string): boolean {
		return this.known.get(id) === version;
	}

	remember(id: string, version: string): void {
		const { known } = this;
		known.delete(id);
		known.set(id, version);
		if (known.size > KNOWN)
			known.delete(known.keys().next().value ?? "");
		this.see(version.slice(0, version.lastIndexOf(" ")));
	}

	/** Notes that records up to this time have been read. */
	see(updated: string): void {
		if (updated > this.newest)
			this.newest = updated;
	}

	/** Forgets what is older: no poll can bring it again. */
	forget(updated: string): void {
		this.known.forEach((version, id) => {
			if (version < updated)
				this.known.delete(id);
		});
	}

	/** Of a text of JSON: four bytes at a time, of which each has an effect on all that follow. */
	private checksum(json: string): number {
		const utf8 = this.text.encode(json);
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
