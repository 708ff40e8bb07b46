/**
 * The entry "records-client/outbox/ram".
 * @module records-client/outbox/ram
 */
import type { BlockStorage } from "./storage.js";

const ERASED = 255;

/**
 * Blocks in RAM, for readings that need not outlive the power.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { Outbox } from "records-client/outbox";
 * import { RamStorage } from "records-client/outbox/ram";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(4096, 1024) });
 * ```
 */
export class RamStorage implements BlockStorage {
	/** How many blocks there are: `capacity` by `blockLength`. */
	readonly blocks: number;
	/** Bytes of a block. */
	readonly blockLength: number;

	private readonly bytes: Uint8Array;

	/**
	 * @param capacity bytes that are held; a reading takes 39 and up to 15 more than its JSON text, a block 80
	 * @param blockLength bytes of a block; when there is no room, the readings of the oldest are dropped
	 */
	constructor(capacity = 1920, blockLength = 640) {
		this.bytes = new Uint8Array(capacity).fill(ERASED);
		this.blocks = Math.floor(capacity / blockLength);
		this.blockLength = blockLength;
	}

	// eslint-disable-next-line @typescript-eslint/class-literal-property-style -- a field would be a slot in RAM
	get volatile(): true {
		return true;
	}

	status(): this {
		return this;
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
