import { GrowingBuffer } from "../growing-buffer.js";
import type { Text } from "../platform.js";
import type { Log } from "./log.js";
import { ID_LENGTH } from "./reading-id.js";

/** Where the id is in a reading: behind {"id":" */
const ID_AT = 7;
const NO_LIMIT = 0x7fffffff;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
/** "}," */
const SEPARATOR = Object.freeze([125, 44]);

/**
 * Bodies of the requests that deliver readings: one is a record with its id, several are a batch of upserts (PocketBase,
 * "Batch create/update/upsert/delete records"). They are written as bytes, from storage into one buffer, and sent from there.
 */
export class Outgoing {
	/** Of the readings in the body: the first one's number, the last one's, and how many. */
	first = 0;
	last = 0;
	count = 0;

	private readonly text: Text;
	private readonly limit: number;
	private readonly opening: Uint8Array;
	private readonly item: Uint8Array;
	private readonly closing: Uint8Array;
	private buffer = new GrowingBuffer(0, NO_LIMIT);
	/** Where the last reading begins and ends, and where its id is. */
	private start = 0;
	private end = 0;

	/**
	 * @param path path of the collection's records within the service, percent-encoded
	 * @param limit bytes of the longest body with several readings
	 */
	constructor(text: Text, path: string, limit: number) {
		this.text = text;
		this.limit = limit;
		this.opening = text.encode('{"requests":[');
		this.item = text.encode('{"method":"PUT","url":"' + path + '","body":{"id":"');
		this.closing = text.encode("}]}");
	}

	/**
	 * Writes the next body. It stays until the next call, or `release`.
	 * @param most readings
	 * @param from number before which readings are passed over
	 * @param alone number of a reading that must not go with others
	 * @returns undefined when there is no reading
	 */
	fill(log: Log, most: number, from: number, alone: number): Uint8Array | undefined {
		const place = log.start();
		const { blocks } = log;
		this.count = 0;
		this.end = this.append(this.opening, 0);
		while (this.count < most && log.take(place)) {
			const { length, sequence } = blocks;
			if (sequence < from)
				continue;
			const needed = this.item.length + ID_LENGTH + 1 + length + SEPARATOR.length + this.closing.length;
			if (this.count > 0 && (sequence === alone || this.end + needed > this.limit))
				break;
			this.add(log, sequence, length);
			if (sequence === alone)
				break;
		}
		switch (this.count) {
			case 0: return undefined;
			case 1: return this.buffer.bytes.subarray(this.start, this.end);
		}
		return this.buffer.bytes.subarray(0, this.append(this.closing, this.end));
	}

	/** Id of the last reading in the body. */
	get lastId(): string {
		return this.text.decode(this.buffer.bytes, this.start + ID_AT, ID_LENGTH) ?? "";
	}

	/** JSON text of the last reading in the body, with its id. */
	get reading(): string {
		return this.text.decode(this.buffer.bytes, this.start, this.end - this.start) ?? "";
	}

	/** Lets the buffer go. */
	release(): void {
		this.buffer = new GrowingBuffer(0, NO_LIMIT);
	}

	private add(log: Log, sequence: number, length: number): void {
		let { end } = this;
		if (this.count++ === 0)
			this.first = sequence;
		else
			end = this.append(SEPARATOR, end);
		this.last = sequence;
		end = this.append(this.item, end);
		this.start = end - ID_AT;
		this.buffer.reserve(end + ID_LENGTH + 1 + length);
		const { bytes } = this.buffer;
		log.writeId(sequence, bytes, end);
		end += ID_LENGTH;
		bytes[end++] = QUOTE;
		bytes.set(log.blocks.payload.subarray(0, length), end);
		// In place of the reading's own brace, unless nothing follows it.
		bytes[end] = length === 2 ? SPACE : COMMA;
		this.end = end + length;
	}

	/** Returns where it ends. */
	private append(piece: ArrayLike<number>, at: number): number {
		this.buffer.reserve(at + piece.length);
		this.buffer.bytes.set(piece, at);
		return at + piece.length;
	}
}
