import type { Text } from "../platform.js";
import { UNIT } from "./entries.js";
import type { Log } from "./log.js";

const OPENING = '{"requests":[';
const NOTHING = new Uint8Array(0);

/**
 * Bodies of the requests that deliver readings: one is a record with its id, several are a batch of upserts (PocketBase,
 * "Batch create/update/upsert/delete records"). They are written as bytes, from storage into one buffer, and sent from there.
 */
export class Outgoing {
	/** Readings in the body, and the last one's number. */
	count = 0;
	last = 0;

	/** Path of the collection's records within the service. */
	readonly path: string;

	private readonly log: Log;
	private readonly text: Text;
	private readonly limit: number;
	/** What begins a batch, up to its first record; what follows its first bracket comes before each. */
	private readonly opening: string;
	private bytes = NOTHING;
	/** Where the last reading begins and ends. */
	private start = 0;
	private end = 0;

	/** @param limit bytes of the longest body with several readings */
	constructor(log: Log, text: Text, collection: string, limit: number) {
		this.log = log;
		this.text = text;
		this.limit = limit;
		this.path = "/api/collections/" + encodeURIComponent(collection) + "/records?fields=id";
		this.opening = OPENING + '{"method":"PUT","url":"' + this.path + '","body":';
	}

	/**
	 * Writes the next body. It is this object's and stays until the next call, or `release`.
	 * @param most readings
	 * @param from number before which readings are passed over
	 * @param alone number of a reading that must not go with others
	 * @returns undefined when there is no reading
	 */
	fill(most: number, from: number, alone: number): Uint8Array | undefined {
		const log = this.log;
		this.count = 0;
		// Without one that is pending, those that have left need not be read again.
		const isPending = log.rewind();
		while (isPending && this.count < most && log.take()) {
			const sequence = log.sequence;
			// 5 are what separates a reading from the one before, and ends a body.
			const needed = this.opening.length + log.length + 5;
			if (sequence < from)
				continue;
			if (this.count > 0 && (sequence === alone || this.end + needed > this.limit))
				break;
			if (this.count++ === 0) {
				const size = most === 1 || log.pending === 1 || needed > this.limit ? needed : this.limit;
				if (this.bytes.length < size)
					this.bytes = new Uint8Array(size);
				this.start = this.text.encodeInto(this.opening, this.bytes);
			}
			else {
				const { bytes, end } = this;
				bytes[end] = 125;
				bytes[end + 1] = 44;
				bytes.copyWithin(end + 2, OPENING.length, this.opening.length);
				this.start = end + 2 + this.opening.length - OPENING.length;
			}
			this.bytes.set(log.bytes.subarray(UNIT, UNIT + log.length), this.start);
			this.end = this.start + log.length;
			this.last = sequence;
			if (sequence === alone)
				break;
		}
		if (this.count === 0)
			return undefined;
		if (this.count === 1)
			return this.bytes.subarray(this.start, this.end);
		return this.bytes.subarray(0, this.end + this.text.encodeInto("}]}", this.bytes.subarray(this.end)));
	}

	/** Id of the last reading's record. */
	get id(): string {
		// Behind the seven bytes of {"id":"
		return this.text.decode(this.bytes, this.start + 7, 15) ?? "";
	}

	/** JSON text of the reading, with its id, when there is one in the body. */
	get reading(): string {
		return this.text.decode(this.bytes, this.start, this.end - this.start) ?? "";
	}

	/** Lets the buffer go. */
	release(): void {
		this.bytes = NOTHING;
	}
}
