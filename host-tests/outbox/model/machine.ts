import type { BlockStorage } from "../../../lib/outbox/index.js";
import { FileStorage } from "../../../lib/outbox/file-storage.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import { CutDirectory } from "../../../tools/flash/cut-directory.js";
import { NorFlash, type NorFlashOptions } from "../../../tools/flash/nor-flash.js";
import type { Random } from "../../../tools/random.js";

export interface Geometry {
	readonly blockLength: number;
	readonly blocks: number;
}

/** A device's storage and its power. */
export interface Machine {
	/** The storage, for an outbox that starts. @param other another geometry, as after an update of the firmware */
	open(other?: Geometry): BlockStorage;
	/** What is in each block, undefined for a file that isn't there; and what is put into one by no write. */
	contents(): (Uint8Array | undefined)[];
	replace(block: number, content: Uint8Array | undefined): void;
	/** Lets the power fail in the `operation`-th operation of the storage from now, from 0, after `bytes` bytes of it. */
	cutAt(operation: number, bytes?: number): void;
	/** Whether the power has failed. */
	readonly out: boolean;
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
export class FlashMachine implements Machine {
	readonly flash: NorFlash;

	constructor(options: NorFlashOptions) {
		this.flash = new NorFlash(options);
	}

	open(other?: Geometry): BlockStorage {
		return other === undefined ? this.flash : reshaped(this.flash, other);
	}

	contents(): Uint8Array[] {
		return contentsOf(this.flash);
	}

	replace(block: number, content?: Uint8Array): void {
		this.flash.replace(block, content ?? new Uint8Array(0));
	}

	cutAt(operation: number, bytes?: number): void {
		this.flash.cutAt(operation, bytes);
	}

	get out(): boolean {
		return !this.flash.isOn;
	}

	restart(): void {
		this.flash.restart();
	}

	get operations(): number {
		return this.flash.writes + this.flash.erases;
	}

	get cutLength(): number {
		return this.flash.cutLength;
	}

	get faults(): readonly string[] {
		return this.flash.faults;
	}
}

/** Files. */
export class FileMachine implements Machine {
	readonly faults = [];
	readonly #directory: CutDirectory;
	readonly #blockLength: number;
	#blocks: number;
	/** The most that there have been. */
	#files: number;

	/** @param path of an empty folder */
	constructor(path: string, { blockLength, blocks, random }: { readonly blockLength: number; readonly blocks: number; readonly random: Random }) {
		this.#directory = new CutDirectory(path, random);
		this.#blocks = this.#files = blocks;
		this.#blockLength = blockLength;
	}

	open(other?: Geometry): BlockStorage {
		const { blockLength, blocks } = other ?? { blockLength: this.#blockLength, blocks: this.#blocks };
		return new FileStorage({ directory: this.#directory, blocks, blockLength });
	}

	contents(): (Uint8Array | undefined)[] {
		return Array.from({ length: this.#files }, (_, block) => this.#directory.contentOf(`outbox${block}`));
	}

	/** Files behind those that were asked for are found one after the other: none of them goes. */
	replace(block: number, content: Uint8Array | undefined): void {
		this.#directory.replace(`outbox${block}`, content ?? (this.#files > this.#blocks ? new Uint8Array(0) : undefined));
	}

	reshape(blocks: number): void {
		this.#blocks = blocks;
		this.#files = Math.max(this.#files, blocks);
	}

	get room(): number {
		return this.#directory.room;
	}

	set room(room: number) {
		this.#directory.room = room;
	}

	cutAt(operation: number, bytes?: number): void {
		this.#directory.cutAt(operation, bytes);
	}

	get out(): boolean {
		return !this.#directory.isOn;
	}

	restart(): void {
		this.#directory.restart();
	}

	get operations(): number {
		const { flushes, resizes, writes } = this.#directory;
		return flushes + resizes + writes;
	}

	get cutLength(): number {
		return this.#directory.cutLength;
	}
}

/** RAM that keeps what is in it, as where an outbox is made anew and the program goes on. Its power doesn't fail. */
export class RamMachine implements Machine {
	readonly out = false;
	readonly operations = 0;
	readonly cutLength = 0;
	readonly faults = [];
	readonly #storage: BlockStorage;

	constructor({ blockLength, blocks }: { readonly blockLength: number; readonly blocks: number }) {
		this.#storage = new RamStorage(blockLength * blocks, blockLength);
	}

	open(other?: Geometry): BlockStorage {
		return other === undefined ? this.#storage : reshaped(this.#storage, other);
	}

	contents(): Uint8Array[] {
		return contentsOf(this.#storage);
	}

	replace(block: number, content?: Uint8Array): void {
		const { blockLength } = this.#storage.status();
		this.#storage.eraseBlock(block);
		this.#storage.write((content ?? new Uint8Array(0)).slice(0, blockLength), block * blockLength);
	}

	cutAt(): void {
		// There is nothing to tear.
	}

	restart(): void {
		this.#storage.user = undefined;
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
