import type { BlockStorage, Directory, File } from "./storage.js";

const ERASED = 255;

/** Where and how large the files are. */
export interface FileStorageOptions {
	/** `files` of "embedded:storage/files", or a folder opened in it; on Node a `Directory`. Kept. */
	readonly directory: Directory;
	/** Beginning of the files' names; a number follows. Default "outbox". */
	readonly path?: string;
	/** How many files there may be, 2 or more. Default 16. */
	readonly blocks?: number;
	/** Bytes of a file. Default 4,096. */
	readonly blockLength?: number;
}

/**
 * Blocks in files, one file for each, as long as what has been written to it: file systems of flash (littlefs) copy what
 * lies behind a place that is overwritten, so that nothing is. One file is open at a time.
 */
export class FileStorage implements BlockStorage {
	private readonly directory: Directory;
	private readonly path: string;
	private readonly blocks: number;
	private readonly blockLength: number;
	private file: File | undefined;
	private opened = -1;

	/** @param options read once */
	constructor({ directory, path = "outbox", blocks = 16, blockLength = 4096 }: FileStorageOptions) {
		this.directory = directory;
		this.path = path;
		this.blocks = blocks;
		this.blockLength = blockLength;
	}

	status(): { readonly blockLength: number; readonly blocks: number } {
		return { blockLength: this.blockLength, blocks: this.blocks };
	}

	read(target: Uint8Array, byteOffset: number): void {
		const block = Math.floor(byteOffset / this.blockLength);
		const there = block === this.opened || this.exists(block);
		const count = there ? this.open(block).read(target, byteOffset - block * this.blockLength) : 0;
		target.fill(ERASED, count);
	}

	write(data: Uint8Array, byteOffset: number): void {
		const block = Math.floor(byteOffset / this.blockLength);
		const file = this.open(block);
		file.write(data, byteOffset - block * this.blockLength);
		file.flush();
	}

	eraseBlock(block: number): void {
		const file = this.open(block);
		file.setSize(0);
		file.flush();
	}

	close(): void {
		this.file?.close();
		this.file = undefined;
		this.opened = -1;
	}

	private open(block: number): File {
		if (this.file !== undefined && block === this.opened)
			return this.file;
		this.close();
		// "w+" would empty a file that is there.
		const mode = this.exists(block) ? "r+" : "w+";
		this.file = this.directory.openFile({ path: this.path + String(block), mode });
		this.opened = block;
		return this.file;
	}

	private exists(block: number): boolean {
		return this.directory.status(this.path + String(block)).isFile();
	}
}
