import { BLANK_BYTE } from "./log-format.js";
import type { OutboxCounts } from "./outbox-options.js";
import type { BlockStorage } from "./storage.js";

/** Times that an operation is tried that throws, before it counts as failed. */
const MOST_READS = 32;
export const MOST_WRITES = 16;

/** A storage of which each operation is tried several times: what fails for a moment has not failed. */
export class PatientStorage {
	/** As the storage says of itself. */
	readonly volatile: boolean;
	/** Why the last read has failed; undefined when it has not. */
	thrown: unknown;
	/** Why a read has failed that was the last to fail. */
	unreadable: unknown;

	private readonly storage: BlockStorage;
	private readonly counts: OutboxCounts;

	constructor(storage: BlockStorage, counts: OutboxCounts) {
		this.storage = storage;
		this.counts = counts;
		this.volatile = storage.volatile === true;
	}

	/** Whether its room is shared with others: blocks without pending readings are erased. */
	get sharesRoom(): boolean {
		return this.storage.isFull !== undefined;
	}

	/** Whether the storage has thrown this because others have taken its room; not where it throws at that question, too. */
	isFull(thrown: unknown): boolean {
		try {
			return this.storage.isFull?.(thrown) === true;
		}
		catch {
			return false;
		}
	}

	/** Reads; where that fails, `thrown` is why, and all are 0. */
	read(target: Uint8Array, at: number): void {
		for (let tries = 0; tries < MOST_READS; tries++) {
			try {
				this.thrown = undefined;
				this.storage.read(target, at);
				return;
			}
			catch (thrown) {
				this.thrown = this.unreadable = thrown ?? "";
			}
		}
		target.fill(0);
	}

	/** Writes, again where that fails without having written anything. Throws what the storage throws. */
	write(data: Uint8Array, at: number): void {
		for (let tries = 1; ; tries++) {
			try {
				this.storage.write(data, at);
				return;
			}
			catch (thrown) {
				if (tries === MOST_WRITES || this.isFull(thrown) || !this.isUntouched(at, data.length))
					throw thrown;
				this.counts.storageErrors++;
			}
		}
	}

	/** Erases a block, once, and without a look at it. Throws what the storage throws. */
	eraseBlock(block: number): void {
		this.storage.eraseBlock(block);
	}

	/** How many blocks there are. */
	get blocks(): number {
		return this.storage.status().blocks;
	}

	private isUntouched(at: number, length: number): boolean {
		const bytes = new Uint8Array(length);
		this.read(bytes, at);
		return bytes.every((byte) => byte === BLANK_BYTE);
	}
}
