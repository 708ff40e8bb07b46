import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, lstatSync, openSync, readSync, type Stats, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Claim, Directory as StorageDirectory, File as StorageFile } from "../lib/outbox/storage.js";
import { makeFolder } from "./make-folder.js";
import { FileClaim } from "./file-claim.js";
import { flushFolder } from "./preference-file.js";

/** Status of a file. */
export interface FileStatus {
	/** Bytes. */
	readonly size: number;
	/** Whether there is a file. */
	isFile(): boolean;
}

/** A file that is open. After `close` every other method throws. */
export interface File extends StorageFile {
	/** Fills `target` from `position` on. Returns how many bytes there were: fewer, down to 0, at the file's end. */
	read(target: Uint8Array, position: number): number;
	/** Writes all of `data`; it fills the space up to a `position` after the file's end with zeros. */
	write(data: Uint8Array, position: number): void;
	/** Returns the file's size. */
	status(): FileStatus;
	/** Cuts the file, or lengthens it with zeros, to `length` bytes. */
	setSize(length: number): void;
	/** Returns when all that was written, and the size, is on the disk. */
	flush(): void;
	/** Flushes nothing. May be called more than once. */
	close(): void;
}

const { O_CREAT, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = constants;
const modes: Readonly<Record<string, number | undefined>> = { "__proto__": null, "r": O_RDONLY, "r+": O_RDWR, "w": O_WRONLY | O_CREAT | O_TRUNC, "w+": O_RDWR | O_CREAT | O_TRUNC } as never;
/** A link in place of a file is an error. Windows has no such flag. */
const noLink = constants.O_NOFOLLOW ?? 0;
const missing: FileStatus = { size: 0, isFile: () => false };

/**
 * A folder with the interface of ECMA-419's files, as far as the outbox uses it, and the behaviour of the Moddable SDK's
 * on POSIX systems. Files and folders that it makes are their owner's alone. Links in the folder are not followed: they are
 * no files. Errors of the file system name the path and the system's code.
 * @example
 * ```ts
 * import { Directory, FileStorage } from "records-client/outbox/files";
 *
 * const storage = new FileStorage({ directory: new Directory("readings") });
 * ```
 */
export class Directory implements StorageDirectory {
	readonly #path: string;

	/**
	 * @param path of the folder; made, with those it is in, when it isn't there
	 * @throws TypeError without a path; Error when the folder can't be made
	 */
	constructor(path: string) {
		if (typeof path !== "string" || path === "")
			throw new TypeError("path is required");
		this.#path = path;
		attempt("folder can't be made", path, () => makeFolder(path, 0o700));
	}

	/**
	 * Opens a file. Written data is on the disk when its `flush` has returned.
	 * @param options `path`: relative to the folder, parts divided by "/", without "." and ".."; `mode`: "r" (the default)
	 * and "r+" take a file that is there, "w" and "w+" make an empty one, in place of one that is there; "r" can't be
	 * written, "w" can't be read
	 * @throws TypeError for an invalid path, Error for one outside the directory, for another mode than these four,
	 * for what isn't a file, and of the file system
	 */
	openFile(options: { readonly path: string; readonly mode?: "r" | "r+" | "w" | "w+" }): File {
		const path = this.#resolve(options.path);
		const mode = options.mode ?? "r";
		const flags = modes[mode];
		if (flags === undefined)
			throw new Error("invalid mode: " + mode);

		const before = statusOf(path);
		if (before && !before.isFile())
			throw new Error("not a file: " + path);
		const file = new OpenFile(path, attempt("file can't be opened", path, () => openSync(path, flags | noLink, 0o600)));
		// A new file's name is in its folder, which the file's own flush doesn't write.
		if (!before)
			flushFolder(dirname(path));
		return file;
	}

	/**
	 * Returns the status of a path; a missing one is not a file and has no bytes.
	 * @param path as for `openFile`, with the same errors
	 */
	status(path: string): FileStatus {
		return statusOf(this.#resolve(path)) ?? missing;
	}

	/**
	 * Takes all files whose names begin with a path, for one user, until the claim is closed or the process ends. A claim is
	 * a file, too; what a dead process has left is removed.
	 * @param path as for `openFile`
	 * @throws Error when a process that lives has them, this one included
	 */
	claim(path: string): Claim {
		const whole = this.#resolve(path);
		return new FileClaim(dirname(whole), basename(whole));
	}

	#resolve(path: string): string {
		if (typeof path !== "string" || path === "")
			throw new TypeError("path is required");
		if (path.split(/[/\\]/).some((part) => part === "" || part === "." || part === ".."))
			throw new Error("bad path: " + path);
		const folder = dirname(path);
		// With one of its folders missing, what is to be done says so.
		if (folder !== "." && statusOf(join(this.#path, folder))?.isSymbolicLink())
			throw new Error("bad path: " + path);
		return join(this.#path, path);
	}
}

class OpenFile implements File {
	readonly #path: string;
	#descriptor: number | undefined;

	constructor(path: string, descriptor: number) {
		this.#path = path;
		this.#descriptor = descriptor;
	}

	read(target: Uint8Array, position: number): number {
		checkNumber("position", position);
		return this.#attempt("file can't be read", (descriptor) => readSync(descriptor, target, 0, target.length, position));
	}

	write(data: Uint8Array, position: number): void {
		checkNumber("position", position);
		this.#attempt("file can't be written", (descriptor) => {
			// On a disk that is nearly full the system takes a part, and reports the error at the next write.
			for (let done = 0; done < data.length;)
				done += writeSync(descriptor, data, done, data.length - done, position + done);
		});
	}

	status(): FileStatus {
		return this.#attempt("file's status can't be read", (descriptor) => fstatSync(descriptor));
	}

	setSize(length: number): void {
		checkNumber("length", length);
		this.#attempt("file's size can't be set", (descriptor) => ftruncateSync(descriptor, length));
	}

	flush(): void {
		this.#attempt("file can't be flushed", fsyncSync);
	}

	close(): void {
		const descriptor = this.#descriptor;
		this.#descriptor = undefined;
		if (descriptor !== undefined)
			attempt("file can't be closed", this.#path, () => closeSync(descriptor));
	}

	#attempt<Result>(fault: string, action: (descriptor: number) => Result): Result {
		const descriptor = this.#descriptor;
		if (descriptor === undefined)
			throw new Error("file is closed: " + this.#path);
		return attempt(fault, this.#path, () => action(descriptor));
	}
}

function statusOf(path: string): Stats | undefined {
	return attempt("status can't be read", path, () => lstatSync(path, { throwIfNoEntry: false }));
}

// Node takes a negative position for "where the last one ended", and a negative length for 0.
function checkNumber(name: string, value: number): void {
	if (!Number.isSafeInteger(value) || value < 0)
		throw new RangeError(name + " must be a whole number from 0");
}

function attempt<Result>(fault: string, path: string, action: () => Result): Result {
	try {
		return action();
	}
	catch (error) {
		throw new Error(fault + ": " + path + " (" + String((error as NodeJS.ErrnoException).code) + ")", { cause: error });
	}
}
