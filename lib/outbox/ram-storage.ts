import type { BlockStorage } from "./storage.js";

const ERASED = 255;

/** Blocks in RAM, for readings that need not outlive the power. */
export class RamStorage implements BlockStorage {
	readonly volatile = true;

	private readonly bytes: Uint8Array;
	private readonly blockLength: number;

	/**
	 * @param capacity bytes that are held; a reading takes 12 more than its JSON text, a block 36
	 * @param blockLength bytes of a block; when there is no room, the readings of the oldest are dropped
	 */
	constructor(capacity = 2048, blockLength = 512) {
		this.bytes = new Uint8Array(capacity).fill(ERASED);
		this.blockLength = blockLength;
	}

	status(): { readonly blockLength: number; readonly blocks: number } {
		return { blockLength: this.blockLength, blocks: Math.floor(this.bytes.length / this.blockLength) };
	}

	read(target: Uint8Array, byteOffset: number): void {
		target.set(this.bytes.subarray(byteOffset, byteOffset + target.length));
	}

	write(data: Uint8Array, byteOffset: number): void {
		this.bytes.set(data, byteOffset);
	}

	eraseBlock(block: number): void {
		this.bytes.fill(ERASED, block * this.blockLength, (block + 1) * this.blockLength);
	}

	close(): void {
		// RAM needs no closing.
	}
}
