import { BASE_AT, Entries, HEAD, HEADER, MARK, READING, sizeOf, UNIT } from "./entries.js";
import { ID_LENGTH, idBase } from "./id-base.js";
import type { OutboxCounts } from "./options.js";
import type { BlockStorage, OutboxPlatform } from "./storage.js";

export const NOT_KEPT = "the storage does not keep what is written";

/**
 * The readings in storage, as an append-only log: numbered, the oldest first, each there until it is delivered or dropped.
 * What has been delivered is written down as a mark, and in the header of each block; when that gets lost, readings are
 * delivered once more, which their ids make harmless. A power cut at any moment costs at most the entry that was being
 * written. Nothing is written twice without an erase between. Whatever the storage throws, these methods throw.
 */
export class Log extends Entries {
	/** Readings that are there and neither delivered nor dropped. */
	pending = 0;

	private readonly platform: OutboxPlatform;
	/** Position behind the last entry, of the first pending reading or one before it, and of what is read next. */
	private end = 0;
	private first!: number;
	private at!: number;
	/** Number of the next reading, and of the first that is not delivered. */
	private next = 1;
	private head = 1;
	private base!: string;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage is too small
	 */
	constructor(storage: BlockStorage, longest: number, platform: OutboxPlatform, counts: OutboxCounts) {
		super(storage, longest, counts);
		this.platform = platform;
	}

	/**
	 * Finds the log in storage, or begins one.
	 * @param state what `save` wrote down; where that is not true any more, it is found all the same
	 */
	open(state: Float64Array): void {
		let newest = state[1];
		if (newest === 0 || this.read(newest) !== HEADER || this.read(newest + this.blockLength) === HEADER)
			newest = this.search();
		if (newest === 0) {
			this.base = idBase(this.platform.text.encode(this.platform.origin()));
			newest = this.blockLength;
			if (!this.begin(newest))
				throw new Error(NOT_KEPT);
		}
		this.survey(newest);
		this.first = Math.max(this.blockLength, newest + this.blockLength - this.capacity, state[3] === parseInt(this.base, 36) ? state[2] : 0);
		this.at = this.first;
		this.pending = 0;
		while (this.take())
			this.pending++;
	}

	/** Whether a text of so many bytes has room in the block that is being written. */
	fits(length: number): boolean {
		return (this.end - 1) % this.blockLength + sizeOf(length) < this.blockLength;
	}

	/**
	 * Goes on to the next block. Uses the buffer.
	 * @param drop whether readings that are pending in it may be dropped
	 * @returns whether there is room now
	 */
	makeRoom(drop: boolean): boolean {
		const start = Math.ceil(this.end / this.blockLength) * this.blockLength;
		while (this.rewind() && this.first < start + this.blockLength - this.capacity) {
			if (!drop)
				return false;
			this.head = this.sequence + 1;
			this.pending--;
			this.counts.dropped++;
		}
		return this.begin(start);
	}

	/**
	 * Appends the reading whose text is in the payload; there must be room.
	 * @param length bytes of the text
	 * @returns its number, 0 when the storage has not kept it
	 */
	append(length: number): number {
		const sequence = this.next++;
		if (!this.add(READING, sequence, length))
			return 0;
		this.pending++;
		return sequence;
	}

	/** Goes to the first pending reading, which is in the buffer then. Returns whether there is one. */
	rewind(): boolean {
		this.at = this.first;
		if (this.pending > 0 && this.take()) {
			this.at -= this.size;
			this.first = this.at;
			return true;
		}
		this.counts.damaged += this.pending;
		this.pending = 0;
		return false;
	}

	/** Reads the next pending reading into the buffer. Returns whether there was one. */
	take(): boolean {
		while (this.at < this.end) {
			const kind = this.read(this.at);
			this.at += kind === 0 ? UNIT : this.size;
			if (kind === READING && this.sequence >= this.head)
				return true;
		}
		return false;
	}

	/**
	 * Readings have left the log.
	 * @param to number of the last
	 * @param count how many, up to it
	 * @param as what they are counted
	 */
	remove(to: number, count: number, as: "delivered" | "rejected"): void {
		this.counts[as] += count;
		this.pending -= count;
		this.head = to + 1;
		if (this.storage.volatile === true)
			return;
		if (this.fits(0))
			this.add(MARK, this.head, 0);
		else
			this.makeRoom(false);
	}

	/**
	 * Id of a reading's record: its number, counted from the log's base. Two logs have an id in common only where their first
	 * eight characters are the same and the numbers in the others meet: among a million logs of a million readings each, any
	 * two of them do with odds of five to a million.
	 */
	idOf(sequence: number): string {
		const number = (parseInt(this.base.slice(8), 36) + sequence) % 36 ** 7;
		return this.base.slice(0, 8) + number.toString(36).padStart(7, "0");
	}

	/** Writes down, from the second number on, what saves `open` a search. */
	save(state: Float64Array): void {
		this.rewind();
		state[1] = this.end - (this.end - 1) % this.blockLength - 1;
		state[2] = this.first;
		// A storage may have been erased since.
		state[3] = parseInt(this.base, 36);
	}

	/** Position of the block that was written last, 0 when there is none. */
	private search(): number {
		let newest = 0;
		for (let block = 0; block < this.capacity; block += this.blockLength) {
			this.read(block);
			const start = this.words[3] * this.blockLength;
			if (start > newest && start % this.capacity === block && this.read(start) === HEADER)
				newest = start;
		}
		return newest;
	}

	/** Reads the block that was written last: where it ends, and what it says of the log. */
	private survey(start: number): void {
		for (let at = start; at < start + this.blockLength;) {
			const kind = this.read(at);
			if (kind === HEADER) {
				this.base = this.platform.text.decode(this.payload, BASE_AT, ID_LENGTH) ?? "";
				this.head = this.words[HEAD];
				this.next = this.sequence;
			}
			if (kind === MARK)
				this.head = this.sequence;
			if (kind === READING)
				this.next = this.sequence + 1;
			const blank = kind === 0 && (this.words[0] & this.words[1] & this.words[2] & this.words[3]) === -1;
			at += kind === 0 ? UNIT : this.size;
			if (!blank)
				this.end = at;
		}
		// What was torn may have been a reading of that number.
		this.next++;
	}

	private begin(start: number): boolean {
		this.counts.erases++;
		this.storage.eraseBlock(start % this.capacity / this.blockLength);
		this.words[HEAD] = this.head;
		this.platform.text.encodeInto(this.base, this.payload.subarray(BASE_AT));
		this.end = start;
		const kept = this.add(HEADER, this.next, BASE_AT + ID_LENGTH);
		// Until it has a header there is no room in it.
		if (!kept)
			this.end = start;
		return kept;
	}

	/** Where something else is read than was written, something has been written: there is no room any more. */
	private add(kind: number, sequence: number, length: number): boolean {
		// One that throws is counted, too.
		this.counts.storageErrors++;
		const kept = this.write(this.end, kind, sequence, length);
		this.end += sizeOf(length);
		if (kept)
			this.counts.storageErrors--;
		return kept;
	}
}
