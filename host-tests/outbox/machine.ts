import type { BlockStorage } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";
import { PowerCut } from "../failing-preferences.js";
import { CutDirectory } from "../flash/cut-directory.js";
import { NorFlash, type NorFlashOptions } from "../flash/nor-flash.js";
import type { Random } from "../random.js";

/** A device's storage and its power. */
export interface Machine {
	/** The storage, for an outbox that starts. */
	open(): BlockStorage;
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
}

/** A raw flash partition. */
export class FlashMachine implements Machine {
	readonly flash: NorFlash;

	constructor(options: NorFlashOptions) {
		this.flash = new NorFlash(options);
	}

	open(): BlockStorage {
		return this.flash;
	}

	cutAt(operation: number, bytes?: number): void {
		this.flash.cutAt(operation, bytes);
	}

	get out(): boolean {
		return hasFailed(() => this.flash.read(new Uint8Array(0), 0));
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
	readonly #blocks: number;
	readonly #blockLength: number;

	/** @param path of an empty folder */
	constructor(path: string, { blockLength, blocks, random }: { readonly blockLength: number; readonly blocks: number; readonly random: Random }) {
		this.#directory = new CutDirectory(path, random);
		this.#blocks = blocks;
		this.#blockLength = blockLength;
	}

	open(): BlockStorage {
		return new FileStorage({ directory: this.#directory, blocks: this.#blocks, blockLength: this.#blockLength });
	}

	cutAt(operation: number, bytes?: number): void {
		this.#directory.cutAt(operation, bytes);
	}

	get out(): boolean {
		return hasFailed(() => this.#directory.status("any"));
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

	open(): BlockStorage {
		return this.#storage;
	}

	cutAt(): void {
		// There is nothing to tear.
	}

	restart(): void {
		this.#storage.inUse = false;
	}
}

function hasFailed(use: () => unknown): boolean {
	try {
		use();
		return false;
	}
	catch (error) {
		// What is closed throws, too.
		return error instanceof PowerCut;
	}
}
