import type { Directory, File } from "../../lib/outbox/storage.js";
import { BYTES, frame, NOTHING, NUMBER } from "./protocol.js";

/** What XS asks for with a file. */
export type FileRequest = Parameters<Directory["openFile"]>[0];

/** The open files of XS, in a folder of the host's. */
export class RemoteFiles {
	readonly #directory: Directory | undefined;
	readonly #files = new Map<number, File>();

	/** @param directory undefined where XS has no files */
	constructor(directory: Directory | undefined) {
		this.#directory = directory;
	}

	open(id: number, request: FileRequest): Uint8Array {
		this.#files.set(id, this.#folder().openFile(request));
		return frame(NOTHING);
	}

	read(id: number, position: number, count: number): Uint8Array {
		const bytes = new Uint8Array(count);
		return frame(BYTES, 0, 0, bytes.subarray(0, this.#file(id).read(bytes, position)));
	}

	write(id: number, position: number, bytes: Uint8Array): Uint8Array {
		this.#file(id).write(bytes, position);
		return frame(NOTHING);
	}

	setSize(id: number, length: number): Uint8Array {
		this.#file(id).setSize(length);
		return frame(NOTHING);
	}

	flush(id: number): Uint8Array {
		this.#file(id).flush();
		return frame(NOTHING);
	}

	status(path: string): Uint8Array {
		return frame(NUMBER, 0, this.#folder().status(path).isFile() ? 1 : 0);
	}

	/** Closes one file. */
	end(id: number): Uint8Array {
		this.#files.get(id)?.close();
		this.#files.delete(id);
		return frame(NOTHING);
	}

	/** Closes them all. */
	close(): void {
		for (const id of this.#files.keys())
			this.end(id);
	}

	#folder(): Directory {
		if (this.#directory === undefined)
			throw new Error("there are no files here");
		return this.#directory;
	}

	#file(id: number): File {
		const file = this.#files.get(id);
		if (file === undefined)
			throw new Error("file is closed");
		return file;
	}
}
