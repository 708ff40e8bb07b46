import { BlockContent } from "./block-content.js";
import type { Blocks } from "./blocks.js";
import { BLANK, BLOCK_LENGTH, BLOCKS, HEADER, HEADER_LENGTH, LEFT, MARK, OPENING, UNIT, VERSION } from "./log-format.js";

const OTHER_VERSION = "the storage is of another version";

/** Bytes that are looked at together where entries may be, and in front of a block's first reading where its header was torn. */
const PIECE = 4096;
const MOST_TORN = 64;

/** Reads whole blocks, while the log is being found. */
export class BlockScanner {
	/** Why the log can't be used, by the headers that were read; "" for nothing. */
	fault = "";

	private readonly blocks: Blocks;
	private readonly piece: ArrayBuffer;

	constructor(blocks: Blocks) {
		this.blocks = blocks;
		this.piece = new ArrayBuffer(Math.min(PIECE, blocks.length));
	}

	/**
	 * Reads the first entry of a block that is whole, and its own, into the buffer. Returns its kind, 0 without one, undefined
	 * where the block can't be read.
	 */
	first(block: number): number | undefined {
		const { entry, length, storage } = this.blocks;
		const start = block * length;
		let end = start + UNIT;
		for (let at = start; at < end; at += UNIT) {
			const kind = this.read(at);
			// A start that could not read other blocks has left its generation here, which is not this block's.
			if (kind !== 0 && !(kind === MARK && entry.sequence === LEFT))
				return kind;
			if (storage.thrown !== undefined)
				return undefined;
			if (at === start)
				end = start + this.mostBefore(start);
		}
		return 0;
	}

	/** Reads a block; undefined where a part of it can't be read. */
	scan(block: number): BlockContent | undefined {
		const { entry, generations, length, storage } = this.blocks;
		const start = block * length;
		const content = new BlockContent(generations[block]);
		for (let at = 0; at < length; at += entry.size) {
			const kind = this.read(start + at);
			if (storage.thrown !== undefined)
				return undefined;
			if (kind !== 0 || !entry.isBlank())
				content.add(at, kind, entry);
			else {
				const rest = this.sorted(start + at, length - at);
				if (rest[0] === BLANK)
					entry.size = 4 * rest.length;
			}
		}
		return content;
	}

	/** Whether two blocks have the same first bytes. */
	isSame(block: number, other: number, count: number): boolean {
		const { length, storage } = this.blocks;
		const bytes = new Uint8Array(UNIT), others = new Uint8Array(UNIT);
		for (let at = 0; at < count; at += UNIT) {
			storage.read(bytes, block * length + at);
			storage.read(others, other * length + at);
			if (String(bytes) !== String(others))
				return false;
		}
		return true;
	}

	/** Bytes of a block that may be before its first whole entry, where what it begins with is in the buffer and no such. */
	private mostBefore(start: number): number {
		const { entry, length } = this.blocks;
		// Without a reading there is at most a header after one that is torn.
		const most = entry.isBlank() ? 0 : MOST_TORN;
		for (let from = 0; from < length; from += PIECE) {
			const numbers = this.sorted(start + from, length - from);
			// A search of numbers costs more than to sort them, and most such blocks are blank.
			if (numbers[0] !== BLANK && numbers.includes(OPENING))
				return length;
		}
		return most;
	}

	/** The numbers at an offset of the storage in their order, up to `PIECE` bytes: native code looks at each, at no price. */
	private sorted(at: number, most: number): Uint32Array {
		const count = Math.min(this.piece.byteLength, most);
		this.blocks.storage.read(new Uint8Array(this.piece, 0, count), at);
		return new Uint32Array(this.piece, 0, count >> 2).sort();
	}

	/** As `Blocks.read`. Notes when a header was written in another version, or with another geometry. */
	private read(at: number): number {
		const kind = this.blocks.read(at);
		if (kind === HEADER) {
			const { entry, generations, length, storage } = this.blocks;
			const words = entry.words;
			const count = words[BLOCKS] & 0xffff;
			if (words[BLOCKS] >>> 24 !== VERSION || entry.length !== HEADER_LENGTH)
				this.fault = OTHER_VERSION;
			else if (count !== generations.length && !storage.sharesRoom || words[BLOCK_LENGTH] !== length) {
				const own = generations.length + " blocks of " + length + " bytes";
				this.fault ||= "the storage has " + own + ", but was written with " + count + " of " + words[BLOCK_LENGTH];
			}
		}
		return kind;
	}
}
