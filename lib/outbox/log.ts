import { Blocks } from "./blocks.js";
import { HEADER, HEADER_LENGTH, ID_LENGTH, MARK, READING, sizeOf, UNIT } from "./entries.js";
import { idBase } from "./id-base.js";
import type { OutboxCounts } from "./options.js";
import type { BlockStorage, OutboxPlatform } from "./storage.js";

/** Where a reading's text begins in its entry. */
const TEXT_AT = UNIT + ID_LENGTH;

export const NOT_KEPT = "the storage does not keep what is written";

/**
 * Bytes that a block keeps free behind its last reading: for a header, which revokes that reading when it can't be read
 * back, and for a mark, before another block is erased.
 */
const RESERVE = 3 * UNIT;

/**
 * The readings in storage, as an append-only log: numbered, the oldest first, each there until it is delivered or dropped.
 * What has been delivered is written down as a mark, and in the header of each block; when that gets lost, readings are
 * delivered once more, which their ids make harmless. A power cut at any moment costs at most the entry that was being
 * written, damage at most the readings whose bytes it hits. Nothing is written twice without an erase between. Whatever
 * the storage throws, these methods throw.
 */
export class Log extends Blocks {
	/** Readings that are there and neither delivered nor dropped. */
	pending = 0;

	private readonly platform: OutboxPlatform;
	/** Position behind the last entry, of the first pending reading or one before it, and of what is read next. */
	private end!: number;
	private first!: number;
	private at!: number;
	/** Whether a write has failed that is not revoked yet; whether there may be readings among those pending that are revoked. */
	private isDoubtful = false;
	private hasRevoked = false;
	/** First eight characters of this start's ids, "" before the first; the other seven of the next one, as a number. */
	private prefix = "";
	private serial!: number;

	/**
	 * @param longest bytes of the longest reading
	 * @throws RangeError when the storage is too small
	 */
	constructor(storage: BlockStorage, longest: number, platform: OutboxPlatform, counts: OutboxCounts) {
		super(storage, longest, counts);
		this.platform = platform;
	}

	/** Finds the log in storage. Writes nothing. */
	open(): void {
		const { blockLength, generations } = this;
		const newest = this.findBlocks();
		const oldest = Math.max(1, newest - generations.length + 1);
		this.next = 1;
		this.head = 0;
		this.end = blockLength;
		if (newest > 0)
			this.end = newest * blockLength + this.scan(generations.indexOf(newest), true);
		for (let generation = newest; this.head === 0 && --generation >= oldest;)
			this.scan(generations.indexOf(generation), false);

		// A block whose successor begins with a number that is delivered, or the first that is not, holds nothing that is pending.
		let first = Math.max(1, newest);
		while (first > oldest && (this.readAt(first * blockLength) !== HEADER || this.sequence > this.head))
			first--;
		this.first = first * blockLength;
		this.count();
	}

	/** Whether a reading whose text has so many bytes has room in the block that is being written. */
	fits(length: number): boolean {
		return this.hasRoom(sizeOf(length + ID_LENGTH) + RESERVE);
	}

	/**
	 * Goes on to the next block. Uses the buffer.
	 * @param drop whether readings that are pending in it may be dropped
	 * @returns whether its header is written
	 */
	makeRoom(drop: boolean): boolean {
		const generation = Math.ceil(this.end / this.blockLength);
		while (this.rewind() && this.first < (generation + 1 - this.generations.length) * this.blockLength) {
			if (!drop)
				return false;
			this.head = this.sequence + 1;
			this.pending--;
			this.counts.dropped++;
		}
		// What is erased has left: else it would count as damaged behind a power cut in the erase.
		if (this.storage.volatile !== true && this.hasRoom(UNIT))
			this.add(MARK, this.head, 0);
		return this.begin(generation);
	}

	/** Puts a reading's text into the buffer. Returns its length in bytes, too many when there is no room for it. */
	encode(text: string): number {
		return this.platform.text.encodeInto(text, this.bytes.subarray(TEXT_AT));
	}

	/**
	 * Appends the reading whose text is in the buffer; there must be room, and nothing to revoke.
	 * @param length bytes of the text
	 * @returns its record's id; "" when the storage has not kept it
	 */
	append(length: number): string {
		const id = this.makeId();
		this.platform.text.encodeInto('{"id":"' + id + '"', this.bytes.subarray(UNIT));
		// In place of the text's own brace a comma, or a space when nothing follows.
		this.bytes[TEXT_AT] = length === 2 ? 32 : 44;
		if (!this.add(READING, this.next, ID_LENGTH + length))
			return "";
		this.next++;
		this.pending++;
		return id;
	}

	/**
	 * After a write that failed: passes over what it may have left, and writes a header, which says that the number of the
	 * next reading is still to come. So a reading of which `append` has not returned the id is not delivered, though it
	 * may turn out to be whole. Uses the buffer.
	 * @returns whether that is done, or need not be
	 */
	revoke(): boolean {
		if (this.isDoubtful) {
			this.hasRevoked = true;
			for (let at = this.end; this.place(at) >= 0; at += this.size) {
				if (this.readAt(at) !== 0 || !this.isBlank())
					this.end = at + this.size;
			}
			if (this.hasRoom(sizeOf(HEADER_LENGTH)))
				this.add(HEADER, this.next, HEADER_LENGTH);
			else
				this.makeRoom(false);
		}
		return !this.isDoubtful;
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
			const kind = this.readAt(this.at);
			this.at += this.size;
			if (kind === READING && this.sequence >= this.head && this.sequence < this.next && !(this.hasRevoked && this.isRevoked()))
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
		// A header tells the same.
		if (this.isDoubtful)
			this.revoke();
		else if (this.hasRoom(2 * UNIT))
			this.add(MARK, this.head, 0);
		else
			this.makeRoom(false);
	}

	/**
	 * Makes the id of a reading's record: a number in base 36. Each start counts from where chance, the machine and a count
	 * of its starts have it begin, so that no id comes again when the storage is erased, or an older copy of itself. Two
	 * starts have an id in common only where their first eight characters are the same and the numbers in the others meet.
	 */
	private makeId(): string {
		if (this.prefix === "") {
			const base = idBase(this.platform.text.encode(this.platform.origin()));
			this.prefix = base.slice(0, 8);
			// Of seven digits, with room for two milliard more.
			this.serial = 36 ** 6 + Math.floor(parseInt(base.slice(8), 36) * 0.9);
		}
		return this.prefix + (this.serial++).toString(36);
	}

	/** Counts the pending readings, and by their numbers those that have become unreadable. */
	private count(): void {
		let last = (this.head ||= 1) - 1;
		let damaged = 0;
		this.pending = 0;
		for (this.at = this.first; this.at < this.end; this.at += this.size) {
			const kind = this.readAt(this.at);
			if (kind !== HEADER && kind !== READING || this.sequence < this.head)
				continue;
			if (this.sequence <= last) {
				this.hasRevoked = true;
				this.pending--;
				last = this.sequence - 1;
			}
			if (kind === READING) {
				damaged += this.sequence - last - 1;
				this.pending++;
				last = this.sequence;
			}
		}
		this.next = Math.max(this.next, last + 1);
		this.counts.damaged += damaged + this.next - last - 1;
		this.at = this.first;
	}

	/** Whether the reading that `take` has read is revoked. Else it is in the buffer again. */
	private isRevoked(): boolean {
		const { sequence, size } = this;
		for (let at = this.at; at < this.end; at += this.size) {
			const kind = this.readAt(at);
			if (kind === HEADER || kind === READING) {
				if (this.sequence <= sequence)
					return true;
				break;
			}
		}
		this.readAt(this.at - size);
		return false;
	}

	private hasRoom(size: number): boolean {
		return this.place(this.end) >= 0 && this.end % this.blockLength + size <= this.blockLength;
	}

	private begin(generation: number): boolean {
		const { blockLength, generations } = this;
		let block = generations.indexOf(generation - generations.length);
		if (block < 0)
			block = generations.indexOf(0);
		generations[block] = 0;
		this.counts.erases++;
		this.storage.eraseBlock(block);
		this.check(block * blockLength);
		// From here on it is in use, with a header or without: if it were erased again, a power cut could leave it half erased, with its header.
		generations[block] = generation;
		this.end = generation * blockLength;
		return this.add(HEADER, this.next, HEADER_LENGTH);
	}

	/** Writes an entry behind the last. Returns whether it is there; else, and when this throws, there may be something. */
	private add(kind: number, sequence: number, length: number): boolean {
		const { end, isDoubtful } = this;
		const at = this.place(end);
		const generation = Math.floor(end / this.blockLength);
		// One that throws is counted, too.
		this.counts.storageErrors++;
		this.check(at);
		this.isDoubtful = true;
		const isKept = kind === HEADER ? this.writeHeader(at, this.head, sequence, generation) : this.write(at, kind, sequence, generation, length);
		this.end = end + sizeOf(length);
		if (isKept) {
			this.counts.storageErrors--;
			this.isDoubtful = isDoubtful && kind !== HEADER;
		}
		return isKept;
	}
}
