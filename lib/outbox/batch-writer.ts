import { COLLECTIONS, RECORDS } from "../pocketbase/paths.js";
import { CLOSE_BRACE, COMMA, SPACE } from "../characters.js";
import type { Text } from "../platform.js";
import type { Log } from "./log.js";
import { type IdFormat, LOG_ID_LENGTH } from "./id-format.js";
import { Entry, fillTime, hasTicks, ID_IN_CONTENT, ID_LENGTH, PREFIX_LENGTH, UNIT } from "./log-format.js";

// Bytes of what begins a batch, of what comes between two requests, and of what ends a batch.
const OPENING_LENGTH = 13;
const COMMA_LENGTH = 2;
const CLOSING_LENGTH = 3;

/**
 * Writes the bodies of the requests that deliver readings: one is a record with its id, several are a batch of upserts
 * (PocketBase, "Batch create/update/upsert/delete records"). Readings are read from storage to where they are sent from.
 */
export class BatchWriter {
	/** Readings in the body; the last one's number, and the position in the log after it. */
	count = 0;
	last = 0;
	next = 0;

	/** What its sender notes of the request: readings dropped before it, and when ticks were 0 as its readings say. */
	dropped = 0;
	base = NaN;

	/** Path of the collection's records within the service. */
	readonly path: string;

	private readonly log: Log;
	private readonly text: Text;
	private readonly limit: number;
	private readonly ids: IdFormat;
	/** How much longer ids are than in the log. */
	private readonly longer: number;
	/** What a batch begins with, up to its first record, and its bytes; what follows the first bracket comes before each record. */
	private readonly opening: string;
	private readonly length: number;
	private entry!: Entry;
	/** Where the last reading begins and ends. */
	private start = 0;
	private end = 0;
	/** Where each begins. */
	private readonly starts: Uint32Array;

	/**
	 * @param most readings in a body
	 * @param limit bytes of the longest body with several readings
	 */
	constructor(log: Log, text: Text, collection: string, most: number, limit: number, ids: IdFormat) {
		this.starts = new Uint32Array(most);
		this.ids = ids;
		this.longer = ids.length - LOG_ID_LENGTH;
		this.log = log;
		this.text = text;
		this.limit = limit;
		this.path = COLLECTIONS + "/" + encodeURIComponent(collection) + RECORDS;
		this.opening = '{"requests":[{"method":"PUT","url":"' + this.path + '","body":';
		this.length = this.opening.length;
	}

	/**
	 * Writes the next body. It is this object's and stays until the next call.
	 * @param most readings
	 * @param from number before which readings are passed over
	 * @returns undefined when there is no reading
	 */
	fill(most: number, from: number): Uint8Array | undefined {
		const { length, log: { reader } } = this;
		const entry = this.begin(most === 1);
		this.end = OPENING_LENGTH - COMMA_LENGTH;
		for (let isFirst = true; this.count < most; isFirst = false) {
			const last = this.end;
			const end = last + length - (OPENING_LENGTH - COMMA_LENGTH);
			// Numbers are read at multiples of four: up to three spaces come before a record.
			const start = end + this.longer + 3 & -4;
			entry.start = start - UNIT;
			// One as long as the last must have room: what is read in vain is read again.
			if (isFirst ? !reader.find(from, entry) : start - UNIT + entry.likely > this.limit || !reader.take(entry))
				break;
			const behind = start + entry.length;
			const bytes = entry.bytes;
			if (this.count) {
				if (behind + CLOSING_LENGTH > this.limit)
					break;
				// One reading alone is sent without what begins a batch.
				if (this.count === 1)
					bytes.fill(SPACE, this.text.encodeInto(this.opening, bytes), this.start);
				bytes[last] = CLOSE_BRACE;
				bytes[last + 1] = COMMA;
				bytes.copyWithin(last + COMMA_LENGTH, OPENING_LENGTH, length);
				bytes.fill(SPACE, end, start);
			}
			if (hasTicks(bytes, behind))
				fillTime(this.text, bytes, behind, this.log.times.baseOf(this.decode(start + ID_IN_CONTENT, PREFIX_LENGTH), reader.at));
			this.start = this.withId(start);
			this.starts[this.count++] = this.start;
			this.end = behind;
			this.last = entry.sequence;
			this.next = reader.at;
		}
		if (this.count)
			reader.pass(this.last, this.next);
		if (this.count < 2)
			return this.count ? this.alone : undefined;
		this.text.encodeInto("}]}", entry.bytes.subarray(this.end));
		return entry.bytes.subarray(0, this.end + CLOSING_LENGTH);
	}

	/** Passes over the readings before a number; `count`, `last` and `next` describe these. */
	pass(to: number): void {
		const { reader } = this.log;
		const entry = this.begin(true);
		entry.start = 0;
		for (let isThere = reader.rewind(entry); isThere && entry.sequence < to; isThere = reader.take(entry)) {
			this.count++;
			this.last = entry.sequence;
			this.next = reader.at;
		}
	}

	/** Id of the record in a place, from 0. */
	idOf(place: number): string {
		return this.idAt(this.starts[place]);
	}

	/** Id of the last reading's record; "" without one. */
	get id(): string {
		return this.count ? this.idAt(this.start) : "";
	}

	/** The last reading alone, as it is sent. */
	get alone(): Uint8Array {
		return this.entry.bytes.subarray(this.start, this.end);
	}

	/** JSON text of the last reading, with its id. */
	get reading(): string {
		return this.decode(this.start, this.end - this.start);
	}

	/**
	 * Gives the reading that begins at `start` the id that the collection takes, in front of what follows its own. Returns
	 * where it begins then.
	 */
	private withId(start: number): number {
		if (this.ids.isPlain)
			return start;
		const own = start - this.longer;
		const id = this.ids.of(this.decode(start + ID_IN_CONTENT, LOG_ID_LENGTH));
		this.text.encodeInto('{"id":"' + id + '"', this.entry.bytes.subarray(own, start + ID_LENGTH));
		return own;
	}

	/** Returns the buffer, with room for a batch, or for one reading. */
	private begin(isAlone: boolean): Entry {
		const log = this.log;
		// Most readings are as long as what was put or read last.
		const { likely } = log.entry;
		const capacity = (isAlone || log.numbers.ready < 2 ? this.length + this.longer + likely : this.limit) + 2 * UNIT & -UNIT;
		// What is read may have had it grow.
		if (!(this.entry?.bytes.length >= capacity))
			this.entry = new Entry(capacity);
		this.entry.likely = likely;
		this.count = 0;
		return this.entry;
	}

	private idAt(start: number): string {
		return this.decode(start + ID_IN_CONTENT, this.ids.length);
	}

	private decode(start: number, length: number): string {
		return this.text.decode(this.entry.bytes, start, length) ?? "";
	}
}
