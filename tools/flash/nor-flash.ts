import type { BlockStorage } from "../../lib/outbox/storage.js";
import type { Random } from "../random.js";
import { Power } from "./power.js";

const ERASED = 255;

export interface NorFlashOptions {
	readonly blockLength: number;
	readonly blocks: number;
	/** What divides the offset and length of each write. Without it any may be. */
	readonly writeAlign?: number;
	/** Decides what a power cut leaves. */
	readonly random: Random;
}

/**
 * A raw NOR flash in RAM, with the interface of the Moddable SDK's Flash, stricter than most: each byte is written once
 * after its block was erased, even with 255, as flash encryption on ESP32 demands. What breaks a rule throws an Error and
 * changes nothing.
 *
 * Of a write that the power fails in, the first bytes arrive, and of the next one some of the bits. To the last byte in
 * which that is seen, it counts as written. A block whose erase was cut has stretches that are erased, as before, and
 * garbage, and must be erased again before it is written.
 */
export class NorFlash implements BlockStorage {
	/** What is stored. To damage it or to start with something else, write here. */
	readonly bytes: Uint8Array;
	/** Writes and erases that have begun, and the latter by block. */
	writes = 0;
	erases = 0;
	readonly erasesOf: Uint32Array;
	/** Rules that were broken, since the one who breaks them may catch what is thrown. */
	readonly faults: string[] = [];
	/** Bytes of the operation that was cut last when it was a write, otherwise 0. */
	cutLength = 0;
	user: unknown;

	readonly #blockLength: number;
	readonly #blocks: number;
	readonly #writeAlign: number | undefined;
	readonly #random: Random;
	readonly #power = new Power();
	/** By byte, 1 when it has been written since its block was erased. */
	readonly #written: Uint8Array;
	#closed = false;

	/** All of it is erased. */
	constructor({ blockLength, blocks, writeAlign, random }: NorFlashOptions) {
		this.#blockLength = blockLength;
		this.#blocks = blocks;
		this.#writeAlign = writeAlign;
		this.#random = random;
		this.bytes = new Uint8Array(blockLength * blocks).fill(ERASED);
		this.erasesOf = new Uint32Array(blocks);
		this.#written = new Uint8Array(this.bytes.length);
	}

	/** Whether there is power, since one whose call was cut may catch what is thrown. */
	get isOn(): boolean {
		return this.#power.isOn;
	}

	/**
	 * Lets the power fail in the `operation`-th write or erase from now, from 0. From then on everything throws PowerCut.
	 * @param bytes that arrive of a write, all of it when that is as long or shorter; without it chance decides
	 */
	cutAt(operation: number, bytes?: number): void {
		this.#power.cutAt(operation, bytes);
	}

	/** The power is back, a cut that has not come does not come any more, what was closed is open, and nobody has it. */
	restart(): void {
		this.user = undefined;
		this.#power.restart();
		this.#closed = false;
	}

	/** What is in a block becomes something else, by no write. Rows that are not erased count as written. */
	replaceBlock(block: number, content: Uint8Array = new Uint8Array(0)): void {
		const start = block * this.#blockLength;
		const bytes = new Uint8Array(this.#blockLength).fill(ERASED);
		bytes.set(content.subarray(0, this.#blockLength));
		this.bytes.set(bytes, start);
		for (let row = 0; row < bytes.length; row += 16)
			this.#written.fill(bytes.subarray(row, row + 16).every((byte) => byte === ERASED) ? 0 : 1, start + row, start + row + 16);
	}

	status(): { readonly blockLength: number; readonly blocks: number; readonly writeAlign?: number } {
		this.#checkOpen();
		const writeAlign = this.#writeAlign;
		return { blockLength: this.#blockLength, blocks: this.#blocks, ...writeAlign !== undefined && { writeAlign } };
	}

	/** Fills `target`. Returns its length, as the SDK does. */
	read(target: Uint8Array, byteOffset: number): number {
		this.#checkOpen();
		this.#checkRange("read", byteOffset, target.length);
		target.set(this.bytes.subarray(byteOffset, byteOffset + target.length));
		return target.length;
	}

	write(data: Uint8Array, byteOffset: number): void {
		this.#checkOpen();
		this.#checkRange("write", byteOffset, data.length);
		this.#checkWrite(data, byteOffset);
		this.writes++;
		if (this.#power.fails()) {
			this.cutLength = data.length;
			this.#tearWrite(data, byteOffset);
			this.#power.check();
		}
		this.bytes.set(data, byteOffset);
		this.#written.fill(1, byteOffset, byteOffset + data.length);
	}

	eraseBlock(block: number): void {
		this.#checkOpen();
		if (!Number.isInteger(block) || block < 0 || block >= this.#blocks)
			this.#fault(`erase of block ${block}, of ${this.#blocks}`);
		this.erases++;
		this.erasesOf[block]++;
		const start = block * this.#blockLength;
		const end = start + this.#blockLength;
		if (this.#power.fails()) {
			this.cutLength = 0;
			this.#tearErase(start, end);
			this.#power.check();
		}
		this.bytes.fill(ERASED, start, end);
		this.#written.fill(0, start, end);
	}

	/** Everything else throws then. May be called more than once. */
	close(): void {
		this.#power.check();
		this.#closed = true;
	}

	#tearWrite(data: Uint8Array, byteOffset: number): void {
		const count = Math.min(this.#power.bytes ?? this.#random.below(data.length + 1), data.length);
		this.bytes.set(data.subarray(0, count), byteOffset);
		if (count < data.length)
			this.bytes[byteOffset + count] &= data[count] | this.#random.below(256);

		let end = byteOffset + Math.min(count + 1, data.length);
		while (end > byteOffset && this.bytes[end - 1] === ERASED)
			end--;
		this.#written.fill(1, byteOffset, end);
	}

	#tearErase(start: number, end: number): void {
		for (let at = start; at < end;) {
			const stop = Math.min(at + 1 + this.#random.below(end - start), end);
			const what = this.#random.below(3);
			for (; at < stop; at++) {
				if (what < 2)
					this.bytes[at] = what === 0 ? ERASED : this.#random.below(256);
			}
		}
		// Otherwise nobody could tell that it has to be erased again.
		if (this.bytes.subarray(start, end).every((byte) => byte === ERASED))
			this.bytes[start + this.#random.below(end - start)] = this.#random.below(ERASED);
		// Nor can anybody tell a block of which the erase has left the first entries whole, and nothing after them, from one that
		// is being written: an outbox with no other good block goes on after them.
		let rest = end;
		while (this.bytes[rest - 1] === ERASED)
			rest--;
		const seen = Math.min(end, start + Math.ceil((rest - start) / 16) * 16);
		this.#written.fill(1, start, seen);
		this.#written.fill(0, seen, end);
	}

	#checkOpen(): void {
		this.#power.check();
		if (this.#closed)
			throw new Error("flash is closed");
	}

	#checkRange(operation: string, byteOffset: number, length: number): void {
		if (!Number.isInteger(byteOffset) || byteOffset < 0 || byteOffset + length > this.bytes.length)
			this.#fault(`${operation} of ${length} bytes at ${byteOffset}, of ${this.bytes.length}`);
	}

	#checkWrite(data: Uint8Array, byteOffset: number): void {
		const unit = this.#writeAlign ?? 1;
		if (byteOffset % unit !== 0 || data.length % unit !== 0)
			this.#fault(`write of ${data.length} bytes at ${byteOffset}, not in units of ${unit}`);
		for (let index = 0; index < data.length; index++) {
			const at = byteOffset + index;
			if (this.#written[at] !== 0)
				this.#fault(`write at ${at}, which was written since its block was erased`);
			if ((data[index] & ~this.bytes[at]) !== 0)
				this.#fault(`write of ${data[index]} at ${at}, where ${this.bytes[at]} is: only an erase sets bits`);
		}
	}

	#fault(rule: string): never {
		this.faults.push(rule);
		throw new Error(`flash: ${rule}`);
	}
}
