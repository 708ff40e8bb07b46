import type { BlockStorage, Directory, File } from "../../lib/outbox/index.js";

/** Is told of an operation before it is done, and may throw in its place. */
export type BeforeBlocks = (operation: "read" | "write" | "erase", at: number) => void;
export type BeforeFiles = (operation: "status" | "open" | "read" | "write" | "setSize" | "flush" | "close", path: string, mode?: string) => void;

/** A storage whose operations somebody watches. */
export function watchedBlocks(storage: BlockStorage, before: BeforeBlocks): BlockStorage {
	const { volatile = false } = storage;
	return {
		volatile,
		status: () => storage.status(),
		read(target, at) {
			before("read", at);
			return storage.read(target, at);
		},
		write(data, at) {
			before("write", at);
			storage.write(data, at);
		},
		eraseBlock(block) {
			before("erase", block * storage.status().blockLength);
			storage.eraseBlock(block);
		},
		close: () => {}
	};
}

/** A directory whose operations somebody watches, and those of its files. */
export function watchedFiles(directory: Directory, before: BeforeFiles): Directory {
	return {
		...directory.claim !== undefined && { claim: directory.claim.bind(directory) },
		status(path) {
			before("status", path);
			return directory.status(path);
		},
		openFile(options) {
			const { mode, path } = options;
			before("open", path, mode);
			const file = directory.openFile(options);
			const watched = <Use extends (...given: never[]) => unknown>(operation: keyof File, use: Use): Use => ((...given) => {
				before(operation, path);
				return use.apply(file, given);
			}) as Use;
			return {
				read: watched("read", file.read),
				write: watched("write", file.write),
				setSize: watched("setSize", file.setSize),
				flush: watched("flush", file.flush),
				close: watched("close", file.close)
			};
		}
	};
}
