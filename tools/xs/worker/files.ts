import type { Directory, File } from "../../../lib/outbox/storage.js";
import { bytesOf, call, callText, numberOf } from "./bridge.js";

let last = 0;

/** A file of the module "embedded:storage/files" that Node has open. */
class RemoteFile implements File {
	readonly #id: number;

	constructor(id: number) {
		this.#id = id;
	}

	read(target: Uint8Array, position: number): number {
		const bytes = bytesOf(callText("readFile", String(target.length), this.#id, position))!;
		target.set(bytes);
		return bytes.length;
	}

	write(data: Uint8Array, position: number): void {
		call("writeFile", this.#id, position, (data.buffer as ArrayBuffer).slice(data.byteOffset, data.byteOffset + data.byteLength));
	}

	setSize(length: number): void {
		call("resizeFile", this.#id, length);
	}

	flush(): void {
		call("flushFile", this.#id);
	}

	close(): void {
		call("closeFile", this.#id);
	}
}

/** The module "embedded:storage/files", as far as the outbox uses it: a folder of Node's. What it throws is Node's. */
export const files: Directory = Object.freeze({
	openFile(options: Parameters<Directory["openFile"]>[0]): File {
		const id = last + 1;
		callText("openFile", JSON.stringify(options), id);
		last = id;
		return new RemoteFile(id);
	},
	status(path: string): { isFile(): boolean } {
		const there = numberOf(callText("isFile", JSON.stringify(path))) === 1;
		return { isFile: () => there };
	}
});
