import { Blocks, type Place } from "./blocks.js";
import { MARK, READING } from "./log-layout.js";
import { idBase, writeId } from "./reading-id.js";
import type { BlockStorage } from "./storage.js";

/**
 * The readings in storage, as an append-only log: numbered, the oldest first, each there until it is delivered or dropped.
 * What has been delivered is written down as a mark, and in the header of each block; when that gets lost, readings are
 * delivered once more, which their ids make harmless. A power cut at any moment costs at most the entry that was being
 * written. Nothing is written twice without an erase between.
 */
export class Log {
	/** Readings that are there and neither delivered nor dropped. */
	pending = 0;
	/** Since the log was made: readings dropped for want of room, those that can't be read any more, writes that failed. */
	dropped = 0;
	damaged = 0;
	failed = 0;

	readonly blocks: Blocks;

	private readonly storage: BlockStorage;
	private readonly origin: () => Uint8Array;
	private readonly end: Place = { generation: 0, offset: 0 };
	/** At or before the first reading that is pending. */
	private readonly first: Place = { generation: 0, offset: 0 };
	/** Number of the next reading, and of the first that is not delivered. */
	private next = 1;
	private head = 1;
	private base!: Uint8Array;

	/**
	 * @param longest bytes of the longest reading
	 * @param origin makes what no other log has, when the storage holds no log; the bytes are read once
	 * @throws RangeError when the storage is too small
	 */
	constructor(storage: BlockStorage, longest: number, origin: () => Uint8Array) {
		this.storage = storage;
		this.blocks = new Blocks(storage, longest);
		this.origin = origin;
	}

	/** Finds the log in storage, or begins one. Throws what the storage throws. */
	open(): void {
		const { blocks, end, first } = this;
		let newest = 0;
		for (let block = 0; block < blocks.count; block++)
			newest = Math.max(newest, blocks.generationIn(block));
		if (newest === 0 || !blocks.has(newest)) {
			this.base = idBase(this.origin());
			if (!this.begin(1))
				throw new Error("storage does not keep what is written to it");
			return this.enter(first, 1);
		}
		this.base = blocks.base;
		this.next = blocks.next;
		this.head = blocks.head;
		end.generation = newest;
		end.offset = blocks.writtenEnd(newest, blocks.headerSize, blocks.blockLength);
		this.enter(first, newest);
		for (let kind = this.step(first); kind !== 0; kind = this.step(first)) {
			if (kind === MARK)
				this.head = Math.max(this.head, blocks.sequence);
			else
				this.next = blocks.sequence + 1;
		}
		// What was torn may have been a reading of that number.
		this.next++;
		// All before a block that began with a reading which is not pending is delivered, too.
		let oldest = newest;
		while (oldest > 1 && oldest > newest - blocks.count + 1 && !(blocks.has(oldest) && blocks.next <= this.head))
			oldest--;
		this.enter(first, oldest);
		this.pending = 0;
		for (const place = { ...first }; this.take(place);)
			this.pending++;
	}

	/** Whether a text of so many bytes has room in the block that is being written. */
	fits(length: number): boolean {
		return this.end.offset + this.blocks.sizeOf(length) <= this.blocks.blockLength;
	}

	/**
	 * Goes on to the next block. Uses the buffer of `blocks`.
	 * @param drop whether readings that are pending in it may be dropped
	 * @returns whether there is room now
	 */
	makeRoom(drop: boolean): boolean {
		const generation = this.end.generation + 1;
		while (this.pending > 0 && this.seek() && this.first.generation <= generation - this.blocks.count) {
			if (!drop)
				return false;
			this.head = this.blocks.sequence + 1;
			this.pending--;
			this.dropped++;
		}
		try {
			return this.begin(generation);
		}
		catch {
			this.failed++;
			return false;
		}
	}

	/**
	 * Appends the reading whose text is in the payload of `blocks`; there must be room.
	 * @param length bytes of the text
	 * @returns its number, 0 when the storage did not take it
	 */
	append(length: number): number {
		const sequence = this.next++;
		if (!this.write(READING, sequence, length))
			return 0;
		this.pending++;
		return sequence;
	}

	/** Where the pending readings begin. */
	start(): Place {
		this.seek();
		return { ...this.first };
	}

	/** Reads the next pending reading into the buffer of `blocks`. @param place goes on behind it @returns whether there was one */
	take(place: Place): boolean {
		for (let kind = this.step(place); kind !== 0; kind = this.step(place)) {
			if (kind === READING && this.blocks.sequence >= this.head)
				return true;
		}
		return false;
	}

	/**
	 * Readings have left the log.
	 * @param from number of the first; those that have been dropped meanwhile don't count
	 * @param to number of the last
	 * @param count how many
	 * @returns how many have left
	 */
	remove(from: number, to: number, count: number): number {
		if (to < this.head)
			return 0;
		const left = from >= this.head ? count : Math.min(count, to + 1 - this.head);
		this.head = to + 1;
		this.pending -= left;
		if (this.storage.volatile !== true)
			this.mark();
		return left;
	}

	/** Writes the id of a reading: 15 bytes. */
	writeId(sequence: number, into: Uint8Array, at: number): void {
		writeId(this.base, sequence, into, at);
	}

	close(): void {
		this.storage.close();
	}

	/** What `restore` needs to find all this again without reading the log: seven numbers, 4 bytes each. */
	save(into: Uint32Array): void {
		const { end, first } = this;
		into.set([end.generation, end.offset, first.generation, first.offset, this.next, this.head, this.pending]);
	}

	/** Takes what `save` has given, if nothing has been written since. Returns whether it has. */
	restore(from: Uint32Array): boolean {
		const { blocks, end, first } = this;
		const [generation, offset] = from;
		const to = Math.min(offset + blocks.sizeOf(0), blocks.blockLength);
		if (offset < blocks.headerSize || offset > blocks.blockLength || offset % blocks.align !== 0 || blocks.has(generation + 1)
			|| blocks.writtenEnd(generation, offset, to) !== offset || !blocks.has(generation))
			return false;
		this.base = blocks.base;
		[end.generation, end.offset, first.generation, first.offset, this.next, this.head, this.pending] = from;
		return true;
	}

	private mark(): void {
		if (this.fits(0))
			this.write(MARK, this.head, 0);
		else
			this.makeRoom(false);
	}

	private write(kind: number, sequence: number, length: number): boolean {
		const { blocks, end } = this;
		const { offset } = end;
		try {
			if (blocks.write(end, kind, sequence, length)) {
				end.offset += blocks.size;
				return true;
			}
		}
		catch {
			// Told by the count and by what is returned.
		}
		this.failed++;
		end.offset = offset + blocks.sizeOf(length);
		try {
			// Where nothing has been written there is still room.
			end.offset = blocks.writtenEnd(end.generation, offset, end.offset);
		}
		catch {
			// What can't be read is not written to again.
		}
		return false;
	}

	private begin(generation: number): boolean {
		const { blocks, end } = this;
		const begun = blocks.begin(generation, this.next, this.head, this.base);
		if (begun) {
			end.generation = generation;
			end.offset = blocks.headerSize;
		}
		return begun;
	}

	/** Moves `first` to the first pending reading, which is in the buffer then. Returns whether there is one. */
	private seek(): boolean {
		const { blocks, first } = this;
		const found = this.take(first);
		if (found)
			first.offset -= blocks.size;
		else {
			this.damaged += this.pending;
			this.pending = 0;
		}
		return found;
	}

	/** Goes to the beginning of a block; to its end when it is not there. */
	private enter(place: Place, generation: number): void {
		place.generation = generation;
		place.offset = this.blocks.has(generation) ? this.blocks.headerSize : this.blocks.blockLength;
	}

	/** Reads the next entry that is whole. @param place goes on behind it, or to the end @returns its kind, 0 at the end */
	private step(place: Place): number {
		const { blocks, end } = this;
		for (;;) {
			const last = place.generation === end.generation;
			const limit = last ? end.offset : blocks.blockLength;
			while (place.offset < limit) {
				const kind = blocks.entry(place, limit);
				place.offset += kind === 0 ? blocks.align : blocks.size;
				if (kind !== 0)
					return kind;
			}
			if (last)
				return 0;
			this.enter(place, place.generation + 1);
		}
	}
}
