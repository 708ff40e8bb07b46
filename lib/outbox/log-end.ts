import type { Blocks } from "./blocks.js";
import {
	BLOCK_LENGTH, BLOCKS, HEAD, HEADER, HEADER_LENGTH, MARK, READING, sizeOf, UNIT, VERSION
} from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
import type { PendingNumbers } from "./pending-numbers.js";

export const IN_USE = "the storage is in use by another outbox";

/** What is known of the last write: it is in the storage. */
const KEPT = 0;
/** It has failed, and what it may have left is not revoked yet. */
const FAILED = 1;
/** To revoke it in its own block has failed, too: the next block has to. */
const REVOKE_FAILED = 2;
type LastWrite = typeof KEPT | typeof FAILED | typeof REVOKE_FAILED;

/**
 * Where the log is written on: entries, one after the other. After a write that failed nothing but a header is written,
 * which revokes what that may have left.
 *
 * | last write | what follows |
 * |---|---|
 * | `KEPT` | any entry: `KEPT`, or `FAILED` when the storage does not keep it |
 * | `FAILED` | a header in the same block: `KEPT`, or `REVOKE_FAILED` |
 * | `REVOKE_FAILED` | a header in the next block: `KEPT`, or `REVOKE_FAILED` again |
 */
export class LogEnd {
	/** Position after the last entry. */
	position = 0;

	private readonly blocks: Blocks;
	private readonly numbers: PendingNumbers;
	private readonly counts: OutboxCounts;
	private lastWrite: LastWrite = KEPT;
	/** The highest number of which the log says that it is the first that is not delivered. */
	private told = 1;
	/** The highest number of which a reading may be revoked. */
	private revoked = 0;

	constructor(blocks: Blocks, numbers: PendingNumbers, counts: OutboxCounts) {
		this.blocks = blocks;
		this.numbers = numbers;
		this.counts = counts;
	}

	/** The log was found. @param hasRevoked whether readings in it may be revoked */
	open(position: number, hasRevoked: boolean): void {
		const { head, next } = this.numbers;
		this.position = position;
		this.told = head;
		this.revoked = hasRevoked ? next : 0;
	}

	/** Whether nothing is to be revoked. */
	get isKept(): boolean {
		return this.lastWrite === KEPT;
	}

	/** Whether a reading of that number may be revoked. */
	mayBeRevoked(sequence: number): boolean {
		return sequence <= this.revoked;
	}

	/** Whether so many bytes can be written in the block that is being written. */
	hasRoom(size: number): boolean {
		const { blocks, position } = this;
		const offset = position % blocks.length;
		return offset + size <= blocks.length && (offset > 0 || blocks.place(position) >= 0);
	}

	/** A block has been erased to go on in. Returns whether its header is written. */
	begin(generation: number): boolean {
		this.position = generation * this.blocks.length;
		return this.addHeader();
	}

	/**
	 * Writes the next reading, whose content is in the buffer. Returns whether it is there; else, and when this throws, there
	 * may be something.
	 */
	addReading(length: number): boolean {
		const { numbers } = this;
		const isKept = this.add(READING, numbers.next, length);
		if (isKept)
			numbers.next++;
		return isKept;
	}

	/** Writes a mark of what has left, with the anchor that is in the buffer, if that has a length. Returns as `addReading`. */
	addMark(length = 0): boolean {
		// As long as the log does not say which blocks are held, that is before what they hold.
		return this.add(MARK, this.blocks.failed.isUntold ? this.told : this.numbers.head, length);
	}

	/** Writes a header: what has left, and what is revoked. Returns as `addReading`. */
	addHeader(): boolean {
		return this.add(HEADER, this.numbers.next, HEADER_LENGTH);
	}

	/**
	 * What a write that failed may have left is to be revoked. Uses the buffer.
	 * @returns whether by a header in the same block, where that has room
	 */
	beginRevoking(): boolean {
		const isFirstTry = this.lastWrite === FAILED;
		this.revoked = this.numbers.next;
		this.lastWrite = REVOKE_FAILED;
		if (isFirstTry)
			this.passOver();
		return isFirstTry && this.hasRoom(sizeOf(HEADER_LENGTH));
	}

	/** It has failed because others have taken the room, which is not the block's fault: the next call tries the same place. */
	waitToRevoke(): void {
		this.lastWrite = FAILED;
	}

	/** Goes past the block that is written, and does not keep what is. */
	leaveBlock(): void {
		const { blocks, position } = this;
		const offset = position % blocks.length;
		const isThere = blocks.place(position) >= 0;
		// In the first bytes there is no reading yet.
		if (isThere && offset <= 4 * UNIT)
			blocks.giveUp(blocks.generations.indexOf((position - offset) / blocks.length));
		if (isThere || offset > 0)
			this.position = position - offset + blocks.length;
	}

	/** Goes past what a write that failed may have left. */
	private passOver(): void {
		const { blocks, numbers } = this;
		const entry = blocks.entry;
		for (let at = this.position; blocks.place(at) >= 0; at += entry.size) {
			if (blocks.readAt(at, entry, numbers.head) !== 0 || !entry.isBlank())
				this.position = at + entry.size;
		}
	}

	private add(kind: number, sequence: number, length: number): boolean {
		const before = this.lastWrite;
		let isKept = false;
		if (before === KEPT)
			this.lastWrite = FAILED;
		try {
			isKept = this.write(kind, sequence, length, before);
		}
		finally {
			if (!isKept)
				this.counts.storageErrors++;
		}
		if (isKept)
			this.lastWrite = kind === HEADER ? KEPT : before;
		return isKept;
	}

	private write(kind: number, sequence: number, length: number, before: LastWrite): boolean {
		const { blocks, numbers, position } = this;
		const { entry, storage } = blocks;
		const words = entry.words;
		const at = blocks.place(position);
		if (at < 0 || !storage.volatile && !blocks.isFree(at)) {
			// Another outbox leaves a complete entry. Anything else is damage, and is passed over.
			if (blocks.readAt(position, entry, numbers.head) === 0)
				return false;
			this.lastWrite = before;
			throw new Error(IN_USE);
		}
		this.counts.writes++;
		const isHeader = kind === HEADER;
		const isTold = !isHeader || blocks.failed.writeTo(entry.bytes, this.mayBeRevoked(numbers.head));
		if (isHeader) {
			words[HEAD] = isTold ? numbers.head : this.told;
			words[BLOCKS] = VERSION << 16 | blocks.generations.length;
			words[BLOCK_LENGTH] = blocks.length;
		}
		const isKept = entry.write(storage, at, kind, sequence, Math.floor(position / blocks.length), length);
		this.position = position + sizeOf(length);
		if (isKept && isHeader) {
			blocks.setRight(Math.floor(at / blocks.length));
			blocks.failed.isUntold = !isTold;
			this.told = words[HEAD];
		}
		else if (isKept && kind === MARK)
			this.told = sequence;
		return isKept;
	}
}
