import type { BlockStorage } from "../../../lib/outbox/index.js";
import { FileStorage } from "../../../lib/outbox/file-storage.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import { CutDirectory } from "../../../tools/flash/cut-directory.js";
import { NorFlash } from "../../../tools/flash/nor-flash.js";
import type { Random } from "../../../tools/random.js";

export interface Geometry {
	readonly blockLength: number;
	readonly blocks: number;
}

/** What a machine's storage is like. */
export interface StorageOptions extends Geometry {
	readonly writeAlign?: number;
	readonly random: Random;
}

/** A device's storage and its power. */
export interface Machine {
	/** The storage, for an outbox that starts. @param other another geometry, as after an update of the firmware */
	open(other?: Geometry): BlockStorage;
	/** What is in each block, undefined for a file that isn't there; and what is put into one by no write. */
	contents(): (Uint8Array | undefined)[];
	replaceBlock(block: number, content: Uint8Array | undefined): void;
	/** Lets the power fail in the `operation`-th operation of the storage from now, from 0, after `bytes` bytes of it. */
	cutAt(operation: number, bytes?: number): void;
	/** Whether there is power. */
	readonly isOn: boolean;
	/** The power is back. */
	restart(): void;
	/** Operations that a cut can be in, since the machine was made, and the bytes of the one that was cut last. */
	readonly operations: number;
	readonly cutLength: number;
	/** Rules of the storage that were broken. */
	readonly faults: readonly string[];
	/** Firmware with so many blocks from the next start on. Only where there may be more or fewer. */
	reshape?(blocks: number): void;
	/** How many blocks there is room for, one of them for what is written next. Only where the room is not the storage's own. */
	room?: number;
}

/** A raw flash partition. */
export class FlashMachine extends NorFlash implements Machine {
	open(other?: Geometry): BlockStorage {
		return other === undefined ? this : reshaped(this, other);
	}

	contents(): Uint8Array[] {
		return contentsOf(this);
	}

	get operations(): number {
		return this.writes + this.erases;
	}
}

/** Files. */
export class FileMachine extends CutDirectory implements Machine {
	readonly faults = [];
	readonly #blockLength: number;
	#blocks: number;
	/** The most that there have been. */
	#files: number;

	/** @param path of an empty folder */
	constructor(path: string, { blockLength, blocks, random }: StorageOptions) {
		super(path, random);
		this.#blocks = this.#files = blocks;
		this.#blockLength = blockLength;
	}

	open(other?: Geometry): BlockStorage {
		return new FileStorage({ directory: this, ...other ?? { blockLength: this.#blockLength, blocks: this.#blocks } });
	}

	contents(): (Uint8Array | undefined)[] {
		return Array.from({ length: this.#files }, (_, block) => this.contentOf(`outbox${block}`));
	}

	/** Files behind those that were asked for are found one after the other: none of them goes. */
	replaceBlock(block: number, content: Uint8Array | undefined): void {
		this.replace(`outbox${block}`, content ?? (this.#files > this.#blocks ? new Uint8Array(0) : undefined));
	}

	reshape(blocks: number): void {
		this.#blocks = blocks;
		this.#files = Math.max(this.#files, blocks);
	}

	get operations(): number {
		return this.flushes + this.resizes + this.writes;
	}
}

/** RAM that keeps what is in it, as where an outbox is made anew and the program goes on. Its power doesn't fail. */
export class RamMachine extends RamStorage implements Machine {
	readonly isOn = true;
	readonly operations = 0;
	readonly cutLength = 0;
	readonly faults = [];
	user: unknown;

	constructor({ blockLength, blocks }: Geometry) {
		super(blockLength * blocks, blockLength);
	}

	open(other?: Geometry): BlockStorage {
		return other === undefined ? this : reshaped(this, other);
	}

	contents(): Uint8Array[] {
		return contentsOf(this);
	}

	replaceBlock(block: number, content = new Uint8Array(0)): void {
		this.eraseBlock(block);
		this.write(content.slice(0, this.blockLength), block * this.blockLength);
	}

	cutAt(): void {
		// There is nothing to tear.
	}

	restart(): void {
		this.user = undefined;
	}
}

function contentsOf(storage: BlockStorage): Uint8Array[] {
	const { blockLength, blocks } = storage.status();
	return Array.from({ length: blocks }, (_, block) => {
		const content = new Uint8Array(blockLength);
		storage.read(content, block * blockLength);
		return content;
	});
}

/** The same bytes in other blocks. */
function reshaped(inner: BlockStorage, other: Geometry): BlockStorage {
	const { writeAlign } = inner.status();
	return {
		status: () => ({ ...other, ...writeAlign !== undefined && { writeAlign } }),
		read: (target, at) => inner.read(target, at),
		write: (data, at) => inner.write(data, at),
		eraseBlock: (block) => inner.eraseBlock(block),
		close: () => {}
	};
}
