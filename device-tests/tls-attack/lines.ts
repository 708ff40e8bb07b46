import type { Directory, File } from "../../lib/outbox/storage.js";

const space = 65_536;
const lineFeed = 10;

/** The lines of a file, one after the other. */
export class Lines {
	readonly #file: File;
	#position = 0;
	#bytes = new Uint8Array(0);

	constructor(file: File) {
		this.#file = file;
	}

	static async open(path: string): Promise<Lines> {
		const files = (await import("embedded:storage/files")).default as Directory;
		return new Lines(files.openFile({ path, mode: "r" }));
	}

	/** Returns undefined behind the last. */
	next(): string | undefined {
		let end = this.#bytes.indexOf(lineFeed);
		while (end < 0) {
			const more = new Uint8Array(space);
			const count = this.#file.read(more, this.#position);
			if (count <= 0)
				return undefined;
			const bytes = new Uint8Array(this.#bytes.length + count);
			bytes.set(this.#bytes);
			bytes.set(more.subarray(0, count), this.#bytes.length);
			this.#position += count;
			this.#bytes = bytes;
			end = this.#bytes.indexOf(lineFeed);
		}
		const line = String.fromArrayBuffer(this.#bytes.buffer, this.#bytes.byteOffset, end);
		this.#bytes = this.#bytes.subarray(end + 1);
		return line;
	}
}

/** The first line of a file. */
export async function textOfFile(path: string): Promise<string> {
	return (await Lines.open(path)).next() ?? "";
}
