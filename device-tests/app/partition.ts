import type { BlockStorage } from "records-client/outbox";

const ERASED = 255;
const WRITE_ALIGN = 16;

/**
 * A partition as the SDK's Flash shows it on an encrypted ESP32, which the simulator lacks: each byte is written once
 * after an erase, in whole rows of 16. What breaks that throws.
 */
export class Partition implements BlockStorage {
	user: unknown;
	/** What is stored: to damage it, write here. */
	readonly bytes: Uint8Array;
	readonly #written: Uint8Array;
	readonly #blockLength: number;

	constructor(blocks: number, blockLength: number) {
		this.bytes = new Uint8Array(blocks * blockLength).fill(ERASED);
		this.#written = new Uint8Array(blocks * blockLength / WRITE_ALIGN);
		this.#blockLength = blockLength;
	}

	status(): { size: number; blockLength: number; blocks: number; writeAlign: number; eraseValue: number } {
		const size = this.bytes.length;
		return { size, blockLength: this.#blockLength, blocks: size / this.#blockLength, writeAlign: WRITE_ALIGN, eraseValue: ERASED };
	}

	read(target: Uint8Array, byteOffset: number): number {
		target.set(this.bytes.subarray(byteOffset, byteOffset + target.length));
		return target.length;
	}

	write(data: Uint8Array, byteOffset: number): void {
		if (data.length % WRITE_ALIGN !== 0 || byteOffset % WRITE_ALIGN !== 0)
			throw new Error(`${data.length} bytes written at ${byteOffset}`);
		const first = byteOffset / WRITE_ALIGN;
		const rows = this.#written.subarray(first, first + data.length / WRITE_ALIGN);
		if (rows.includes(1))
			throw new Error(`written twice at ${byteOffset}`);
		rows.fill(1);
		this.bytes.set(data, byteOffset);
	}

	eraseBlock(block: number): void {
		const { length } = this.bytes;
		const start = block * this.#blockLength;
		const end = Math.min(start + this.#blockLength, length);
		this.bytes.fill(ERASED, start, end);
		this.#written.fill(0, start / WRITE_ALIGN, end / WRITE_ALIGN);
	}

	close(): void {
		// What it holds is for the next who opens it.
	}
}
