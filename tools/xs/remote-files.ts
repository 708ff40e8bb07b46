import type { Directory, File } from "../../lib/outbox/storage.js";
import { type Does, jsonOf } from "./protocol.js";

type FileCalls = Readonly<Record<"openFile" | "readFile" | "writeFile" | "resizeFile" | "flushFile" | "closeFile" | "isFile", Does<unknown>>>;

/**
 * The files of XS, in a folder of the host's.
 * @param directory undefined where XS has no files
 * @returns what XS calls, and what closes all of them
 */
export function remoteFiles(directory: Directory | undefined): FileCalls & { close(): void } {
	const files = new Map<number, File>();
	const folder = (): Directory => directory ?? fault("there are no files here");
	const file = (id: number): File => files.get(id) ?? fault("file is closed");
	const closeFile = (id: number): void => {
		files.get(id)?.close();
		files.delete(id);
	};
	return {
		openFile: (id, _value, payload) => files.set(id, folder().openFile(jsonOf(payload) as Parameters<Directory["openFile"]>[0])),
		readFile(id, position, payload) {
			const bytes = new Uint8Array(jsonOf(payload) as number);
			return bytes.subarray(0, file(id).read(bytes, position));
		},
		writeFile: (id, position, payload) => file(id).write(payload, position),
		resizeFile: (id, length) => file(id).setSize(length),
		flushFile: (id) => file(id).flush(),
		closeFile,
		isFile: (_id, _value, payload) => folder().status(jsonOf(payload) as string).isFile() ? 1 : 0,
		close: () => files.forEach((_file, id) => closeFile(id))
	};
}

function fault(text: string): never {
	throw new Error(text);
}
