import type { BlockStorage, Directory, File } from "../../lib/outbox/index.js";

const ERASED = 255;

/** Content of all files, by name. */
export type Image = ReadonlyMap<string, Uint8Array>;

/** A folder in RAM whose content can be taken out, damaged and put in. A claim lasts as long as the object. */
export class Disk implements Directory {
	readonly files: Map<string, Uint8Array>;
	readonly #claims = new Set<string>();

	/** @param image copied */
	constructor(image: Image = new Map()) {
		this.files = new Map([...image].map(([path, bytes]) => [path, bytes.slice()]));
	}

	/** A copy of all files. */
	get image(): Image {
		return new Disk(this.files).files;
	}

	openFile({ mode, path }: { readonly path: string; readonly mode?: string }): File {
		if (mode === "w+")
			this.files.set(path, new Uint8Array(0));
		return {
			read: (target, position) => {
				const rest = this.files.get(path)!.subarray(position, position + target.length);
				target.set(rest);
				return rest.length;
			},
			write: (data, position) => this.#resize(path, Math.max(position + data.length, this.files.get(path)!.length)).set(data, position),
			setSize: (length) => void this.#resize(path, length),
			flush: () => {},
			close: () => {}
		};
	}

	status(path: string): { isFile(): boolean } {
		return { isFile: () => this.files.has(path) };
	}

	claim(path: string): { close(): void } {
		if (this.#claims.has(path))
			throw new Error("taken");
		this.#claims.add(path);
		return { close: () => void this.#claims.delete(path) };
	}

	#resize(path: string, length: number): Uint8Array {
		const content = new Uint8Array(length);
		content.set(this.files.get(path)!.subarray(0, length));
		this.files.set(path, content);
		return content;
	}
}

/** A partition in RAM that bears everything. */
export class Flash implements BlockStorage {
	readonly bytes: Uint8Array;
	readonly #blockLength: number;

	/** @param bytes copied */
	constructor(bytes: Uint8Array, blockLength: number) {
		this.bytes = bytes.slice();
		this.#blockLength = blockLength;
	}

	status(): { blocks: number; blockLength: number } {
		return { blocks: this.bytes.length / this.#blockLength, blockLength: this.#blockLength };
	}

	read(target: Uint8Array, at: number): void {
		target.set(this.bytes.subarray(at, at + target.length));
	}

	/** Clears bits only, as a flash does. */
	write(data: Uint8Array, at: number): void {
		for (const [index, byte] of data.entries())
			this.bytes[at + index] &= byte;
	}

	eraseBlock(block: number): void {
		this.bytes.fill(ERASED, block * this.#blockLength, (block + 1) * this.#blockLength);
	}

	close(): void {
		// There is nothing to let go.
	}
}
