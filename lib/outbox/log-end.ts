import type { Blocks } from "./blocks.js";
import {
	BLOCK_LENGTH, BLOCKS, FLAGS_SHIFT, HAS_GAPS, HEAD, HEADER, HEADER_LENGTH, IS_REVOKED, MARK, READING, sizeOf, STARTS_SHIFT, UNIT,
	UNREAD, VERSION
} from "./log-format.js";
import type { LogSearch } from "./log-search.js";

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

	readonly blocks: Blocks;
	private lastWrite: LastWrite = KEPT;
	/** What the log says is the first that is not delivered, and which blocks can't be read, in how many starts. */
	private told = 0;
	private unread = 0;
	private starts = 0;
	/** The highest number of which a reading may be revoked. */
	private revoked = 0;

	constructor(blocks: Blocks) {
		this.blocks = blocks;
	}

	/** The log was found. */
	open({ content, position }: LogSearch): void {
		this.position = position;
		this.told = 0;
		this.unread = content.unread;
		this.starts = content.starts;
		this.revoked = content.hasRevoked === false ? 0 : this.blocks.numbers.next;
	}

	/** Whether the log says already what is delivered, and what can't be read. */
	get isTold(): boolean {
		return this.told === this.blocks.numbers.told && this.isUnreadTold;
	}

	/** Whether it says what can't be read. */
	get isUnreadTold(): boolean {
		return this.blocks.unreadable === this.unread && this.blocks.starts === this.starts;
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
		const { position } = this;
		const offset = position % this.blocks.length;
		return offset + size <= this.blocks.length && (offset > 0 || this.blocks.place(position) >= 0);
	}

	/**
	 * Writes the next reading, whose content is in the buffer. Returns whether it is there; else, and when this throws, there
	 * may be something.
	 */
	addReading(length: number): boolean {
		const isKept = this.add(READING, this.blocks.numbers.next, length);
		if (isKept)
			this.blocks.numbers.next++;
		return isKept;
	}

	/** Writes a mark of what has left, with the anchor that is in the buffer, if that has a length. Returns as `addReading`. */
	addMark(length = 0): boolean {
		return this.add(MARK, this.blocks.numbers.told, length);
	}

	/** Writes a header: what has left, what is revoked, and what can't be read. Returns as `addReading`. */
	addHeader(): boolean {
		const { blocks } = this;
		const { numbers } = blocks;
		const { words } = blocks.entry;
		const hasGaps = blocks.unread > 0 || numbers.skipped > 0;
		const flags = blocks.starts << STARTS_SHIFT | (hasGaps ? HAS_GAPS : 0) | (this.mayBeRevoked(numbers.head) ? IS_REVOKED : 0);
		words[HEAD] = numbers.told;
		words[BLOCKS] = VERSION << 24 | flags << FLAGS_SHIFT | blocks.states.length;
		words[BLOCK_LENGTH] = blocks.length;
		words[UNREAD] = blocks.unreadable;
		const isKept = this.add(HEADER, numbers.next, HEADER_LENGTH);
		if (isKept) {
			this.unread = blocks.unreadable;
			this.starts = blocks.starts;
		}
		return isKept;
	}

	/**
	 * What a write that failed may have left is to be revoked: goes past it. Uses the buffer.
	 * @returns whether by a header in the same block, where that has room
	 */
	beginRevoking(): boolean {
		const isFirstTry = this.lastWrite === FAILED;
		this.revoked = this.blocks.numbers.next;
		this.lastWrite = REVOKE_FAILED;
		if (!isFirstTry)
			return false;
		const { blocks } = this;
		const { entry } = blocks;
		for (let at = this.position; blocks.place(at) >= 0; at += entry.size) {
			if (blocks.readAt(at, entry) !== 0 || !entry.isBlank())
				this.position = at + entry.size;
		}
		return this.hasRoom(sizeOf(HEADER_LENGTH));
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
			blocks.wearOut(blocks.generations.indexOf((position - offset) / blocks.length));
		if (isThere || offset > 0)
			this.position = position - offset + blocks.length;
	}

	private add(kind: number, sequence: number, length: number): boolean {
		const { counts } = this.blocks;
		const before = this.lastWrite;
		// It has failed until it is kept, whatever the storage throws.
		counts.storageErrors++;
		if (before === KEPT)
			this.lastWrite = FAILED;
		const isKept = this.write(kind, sequence, length, before);
		if (isKept) {
			counts.storageErrors--;
			this.lastWrite = KEPT;
		}
		return isKept;
	}

	private write(kind: number, sequence: number, length: number, before: LastWrite): boolean {
		const { blocks, position } = this;
		const at = blocks.place(position);
		if (at < 0 || !blocks.storage.volatile && !blocks.isFree(at)) {
			// Another outbox leaves a complete entry. Anything else is damage, and is passed over.
			if (blocks.readAt(position, blocks.entry) === 0)
				return false;
			this.lastWrite = before;
			throw new Error(IN_USE);
		}
		blocks.counts.writes++;
		const isKept = blocks.entry.write(blocks.storage, at, kind, sequence, Math.floor(position / blocks.length), length);
		this.position = position + sizeOf(length);
		if (isKept && kind !== READING)
			this.told = this.blocks.numbers.told;
		return isKept;
	}
}
