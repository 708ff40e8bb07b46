/**
 * The entry "records-client/outbox/files" for Node.
 * @module records-client/outbox/files (Node)
 */
import { FileStorage, type FileStorageOptions } from "../lib/outbox/file-storage.js";

export type { FileStorageOptions };
export { Directory, type File, type FileStatus } from "./directory.js";

/** Default number of files, of 4,096 bytes each: 1 MB. */
const BLOCKS = 256;

/**
 * As on devices, with 256 files where the options name no number.
 * @example
 * ```ts
 * import { Directory, FileStorage } from "records-client/outbox/files";
 *
 * const storage = new FileStorage({ directory: new Directory("readings") });
 * ```
 */
class NodeFileStorage extends FileStorage {
	/** @param options read once */
	constructor(options: FileStorageOptions) {
		super({ ...options, blocks: options.blocks ?? BLOCKS });
	}
}

export { NodeFileStorage as FileStorage };
