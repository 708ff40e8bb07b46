import type { Text } from "../platform.js";
import type { Log } from "./log.js";
import { Entry, PREFIX_LENGTH, QUOTE_AT, QUOTED_LENGTH, TIME_AT, TIME_LENGTH, UNIT, UNKNOWN, UNKNOWN_AT } from "./log-format.js";

// Bytes of what begins a batch, of what is between a request's path and its body, of what comes between two requests, and of what ends a batch.
const OPENING_LENGTH = 13;
const FIELD_AND_BODY_LENGTH = 11;
const COMMA_LENGTH = 2;
const CLOSING_LENGTH = 3;
/** Where a record has its id, behind {"id":" */
const ID_AT = 7;

/**
 * Writes the bodies of the requests that deliver readings: one is a record with its id, several are a batch of upserts
 * (PocketBase, "Batch create/update/upsert/delete records"), of which only the last is answered with its id. Readings are
 * read from storage to where they are sent from.
 */
export class BatchWriter {
	/** Readings in the body; the last one's number, and the position in the log behind it. */
	count = 0;
	last = 0;
	next = 0;

	/** Path of the collection's records within the service. */
	readonly path: string;

	private readonly log: Log;
	private readonly text: Text;
	private readonly limit: number;
	/** What a batch begins with, up to its first record, and its bytes; what follows the first bracket comes before each record. */
	private readonly opening: string;
	private readonly length: number;
	private entry: Entry | undefined;
	/** Where the last reading begins and ends, and where its request names the field to answer with. */
	private start = 0;
	private end = 0;
	private field = 0;

	/** @param limit bytes of the longest body with several readings */
	constructor(log: Log, text: Text, collection: string, limit: number) {
		const path = "/api/collections/" + encodeURIComponent(collection) + "/records?fields=";
		this.log = log;
		this.text = text;
		this.limit = limit;
		this.path = path + "id";
		// No field has the name "--", so that the answer to the request has no fields.
		this.opening = '{"requests":[{"method":"PUT","url":"' + path + '--","body":';
		this.length = this.opening.length;
	}

	/**
	 * Writes the next body. It is this object's and stays until the next call.
	 * @param most readings
	 * @param from number before which readings are passed over
	 * @param alone number of a reading that must not go with others
	 * @returns undefined when there is no reading
	 */
	fill(most: number, from: number, alone: number): Uint8Array | undefined {
		const log = this.log;
		this.count = 0;
		const size = log.rewind();
		if (size === 0)
			return undefined;
		const entry = this.bufferFor(size, most === 1 || log.pending === 1);
		this.end = OPENING_LENGTH - COMMA_LENGTH;
		while (this.count < most) {
			const end = this.end + this.length - (OPENING_LENGTH - COMMA_LENGTH);
			// Numbers are read at multiples of four: up to three spaces come before a record.
			const start = end + 3 & -4;
			entry.start = start - UNIT;
			if (!log.take(entry))
				break;
			const sequence = entry.sequence;
			const behind = start + entry.length;
			if (sequence < from)
				continue;
			if (this.count > 0 && (sequence === alone || behind + CLOSING_LENGTH > this.limit))
				break;
			this.open(entry.bytes, end, start);
			if (entry.bytes[behind - UNKNOWN_AT] === UNKNOWN) {
				const base = log.baseOf(this.decode(start + ID_AT, PREFIX_LENGTH));
				const time = base === undefined ? null : new Date(base + Date.parse(this.decode(behind - TIME_AT, TIME_LENGTH))).toISOString();
				this.text.encodeInto(JSON.stringify(time).padEnd(QUOTED_LENGTH), entry.bytes.subarray(behind - QUOTE_AT));
			}
			this.count++;
			this.start = start;
			this.end = behind;
			this.last = sequence;
			this.next = log.at;
			if (sequence === alone)
				break;
		}
		return this.count === 0 ? undefined : this.count === 1 ? entry.bytes.subarray(this.start, this.end) : this.finish(entry.bytes);
	}

	/** Passes over the readings before a number; `count`, `last` and `next` tell of these. */
	pass(to: number): void {
		const log = this.log;
		this.count = 0;
		const size = log.rewind();
		if (size === 0)
			return;
		const entry = this.bufferFor(size, true);
		entry.start = 0;
		while (log.take(entry) && entry.sequence < to) {
			this.count++;
			this.last = entry.sequence;
			this.next = log.at;
		}
	}

	/** Path of a record. */
	pathOf(id: string): string {
		return this.path.replace("?fields=id", "/" + id);
	}

	/** Id of the last reading's record. */
	get id(): string {
		return this.decode(this.start + ID_AT, 15);
	}

	/** JSON text of the last reading, with its id. */
	get reading(): string {
		return this.decode(this.start, this.end - this.start);
	}

	/** The buffer, with room for a batch, or for one reading. @param size bytes of the first reading in storage */
	private bufferFor(size: number, isAlone: boolean): Entry {
		const capacity = (isAlone ? this.length + size : this.limit) + 2 * UNIT & -UNIT;
		if (this.entry === undefined || this.entry.bytes.length < capacity)
			this.entry = new Entry(capacity);
		this.entry.size = size;
		return this.entry;
	}

	/** Writes what comes before a record, from the last record's end on. */
	private open(bytes: Uint8Array, end: number, start: number): void {
		if (this.count === 0)
			this.text.encodeInto(this.opening, bytes);
		else {
			bytes[this.end] = "}".charCodeAt(0);
			bytes[this.end + 1] = ",".charCodeAt(0);
			bytes.copyWithin(this.end + COMMA_LENGTH, OPENING_LENGTH, this.length);
		}
		for (let at = end; at < start; at++)
			bytes[at] = " ".charCodeAt(0);
		this.field = end - FIELD_AND_BODY_LENGTH;
	}

	private finish(bytes: Uint8Array): Uint8Array {
		let end = this.end;
		bytes[this.field] = "i".charCodeAt(0);
		bytes[this.field + 1] = "d".charCodeAt(0);
		bytes[end++] = "}".charCodeAt(0);
		bytes[end++] = "]".charCodeAt(0);
		bytes[end++] = "}".charCodeAt(0);
		return bytes.subarray(0, end);
	}

	private decode(start: number, length: number): string {
		return this.entry === undefined ? "" : this.text.decode(this.entry.bytes, start, length) ?? "";
	}
}
