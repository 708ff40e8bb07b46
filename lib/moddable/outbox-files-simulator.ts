/**
 * The entry "records-client/outbox/files" on the simulators that have files: there several programs can use one folder.
 * @module
 */
import { Directory as Folder } from "embedded:x-files-implementation";
import { FileStorage as PlainFileStorage, type FileStorageOptions } from "../outbox/file-storage.js";
import type { Claim, Directory, File, PathStatus } from "../outbox/storage.js";

/** How XS names a function that is written in C. xsc puts that in place of a function which only calls it, with its own `this`. */
declare function native(name: string): { call(self: unknown, file: File): boolean };

/** Locks a file until it is closed or the program ends. Returns whether no other outbox has locked it. */
function lock(this: unknown, file: File): boolean {
	return native("records_client_lock").call(this, file);
}

/** A folder of the SDK's, whose files one outbox of all programs can have. */
class LockingDirectory implements Directory {
	private readonly directory: Directory;

	constructor(directory: Directory) {
		this.directory = directory;
	}

	openFile(options: Parameters<Directory["openFile"]>[0]): File {
		return this.directory.openFile(options);
	}

	status(path: string): PathStatus {
		return this.directory.status(path);
	}

	claim(path: string): Claim {
		const file = this.directory.openFile({ path: path + ".lock", mode: "w+" });
		try {
			if (lock(file))
				return file;
		}
		catch (error) {
			file.close();
			throw error;
		}
		file.close();
		throw new Error("the files are in use by another outbox");
	}
}

/** As on a board, and refused while another program has the files. */
export class FileStorage extends PlainFileStorage {
	/** @param options as on a board @throws as on a board */
	constructor(options: FileStorageOptions) {
		const directory = options.directory;
		super(directory instanceof Folder ? { ...options, directory: new LockingDirectory(directory) } : options);
	}
}
