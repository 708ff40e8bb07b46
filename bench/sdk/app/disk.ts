/** What an outbox's readings are on while it is measured: a disk of RAM that the scripts make before they count. */
import type { Directory, File } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";

const BLOCKS = 16;
const BLOCK_LENGTH = 4096;

/** A partition, or the disk behind the files: not the outbox's, and there before it. */
export const disk = new RamStorage(BLOCKS * BLOCK_LENGTH, BLOCK_LENGTH);
const lengths = new Uint16Array(BLOCKS);

class DiskFile implements File {
	readonly #block: number;

	constructor(block: number) {
		this.#block = block;
	}

	read(target: Uint8Array, position: number): number {
		disk.read(target, this.#block * BLOCK_LENGTH + position);
		return Math.max(0, Math.min(target.length, lengths[this.#block] - position));
	}

	write(data: Uint8Array, position: number): void {
		disk.write(data, this.#block * BLOCK_LENGTH + position);
		lengths[this.#block] = position + data.length;
	}

	setSize(length: number): void {
		disk.eraseBlock(this.#block);
		lengths[this.#block] = length;
	}

	flush(): void {
		// It is a disk of RAM.
	}

	close(): void {
		// It has nothing open.
	}
}

const diskFiles = Array.from({ length: BLOCKS }, (_, block) => new DiskFile(block));
/** Files on that disk, one for each of its blocks. */
export const directory: Directory = {
	openFile: ({ path }) => diskFiles[Number(path.slice(6))],
	status: (path) => ({ isFile: () => Number(path.slice(6)) < BLOCKS })
};
