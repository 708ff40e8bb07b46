/**
 * The entry "records-client/outbox/files".
 * @module records-client/outbox/files
 */
import { textOf } from "../shared/thrown.js";
import type { BlockStorage, Directory, File } from "./storage.js";

const ERASED = 255;

/** Files of an earlier build beyond those asked for, at most: a directory may say of any file that it is there. */
const MOST_EARLIER = 256;

interface Claims {
	storages: readonly FileStorage[];
}

/**
 * The storages of this program whose files an outbox has. Inside a Map, because XS leaves what a
 * Map holds changeable when a module is preloaded, at the price of this object's few slots; a property of globalThis would
 * have it copy all of the global object to RAM (1.5 KB).
 */
const held = Object.freeze(new Map<string, Claims>([["claims", { storages: [] }]])) as { get(name: "claims"): Claims };

/** Names of the options. They are checked here: this module is preloaded where "records-client" is not. */
const NAMES: readonly string[] = Object.freeze(["directory", "path", "blocks", "blockLength"]);

/** Where and how large the files are. */
export interface FileStorageOptions {
	/** `files` of "embedded:storage/files", or a folder opened in it; on Node a `Directory`. Kept. */
	readonly directory: Directory;
	/** Beginning of the files' names; a number follows. Default "outbox". */
	readonly path?: string;
	/**
	 * How many files there may be, 2 or more; where there are more already, as of an earlier build, all of them are used.
	 * One that is not empty takes a block of the file system, and littlefs needs up to five for itself. Default 10, for the
	 * 16 blocks that it has on an ESP32 by default; on Node 256.
	 */
	readonly blocks?: number;
	/** Bytes of a file. Default 4,096. */
	readonly blockLength?: number;
}

/**
 * Blocks in files, one file for each, as long as what has been written to it: file systems of flash (littlefs) copy what
 * follows an overwritten place, so nothing is overwritten. One file is open at a time.
 * @example
 * ```ts
 * import files from "embedded:storage/files";
 * import { FileStorage } from "records-client/outbox/files";
 *
 * const storage = new FileStorage({ directory: files, blocks: 8 });
 * ```
 */
export class FileStorage implements BlockStorage {
	/** As many as were asked for, or as there were when this was made, or where the directory failed then, when it was claimed. */
	blocks: number;
	/** Bytes of a file, at most. */
	readonly blockLength: number;

	private readonly directory: Directory;
	private readonly path: string;
	private file: File | undefined;
	private opened = 0;
	private claimed: { close(): void } | undefined;
	/** Whether the files of an earlier build are counted. */
	private isCounted = false;

	/**
	 * @param options read once
	 * @throws TypeError that names the option that is missing or wrong; the calls of the outbox return what the directory
	 * throws
	 */
	constructor(options: FileStorageOptions) {
		const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
		if (unknown !== undefined)
			throw new TypeError(unknown + " is unknown; there are " + NAMES.join(", "));
		const { blockLength = 4096, directory, path = "outbox" } = options;
		const { blocks = 10 } = options;
		if (directory?.openFile === undefined)
			throw new TypeError("directory is required");
		this.directory = directory;
		this.path = path;
		this.blocks = blocks;
		this.blockLength = blockLength;
		try {
			this.count();
		}
		catch {
			// `claim` counts again, and reports it.
		}
	}

	status(): this {
		return this;
	}

	/** Takes the files for one outbox. @throws Error when another outbox, or on Node another process, has them */
	claim(): void {
		this.count();
		if (this.directory.claim === undefined)
			this.link();
		else
			this.claimed ??= this.directory.claim(this.path);
	}

	read(target: Uint8Array, byteOffset: number): void {
		const block = Math.floor(byteOffset / this.blockLength);
		// A file that is not there is not made: that would be a write, for which there may be no room.
		const isThere = this.file !== undefined && block === this.opened || this.hasFile(block);
		let count = 0;
		if (isThere) {
			const file = this.open(block, true);
			// One whose read fails is opened again.
			this.opened = -1;
			count = file.read(target, byteOffset % this.blockLength);
			this.opened = block;
		}
		target.fill(ERASED, count);
	}

	write(data: Uint8Array, byteOffset: number): void {
		const block = Math.floor(byteOffset / this.blockLength);
		const file = this.open(block);
		// After a write that failed, a file of littlefs pretends to write.
		this.opened = -1;
		this.fillGap(file, byteOffset % this.blockLength);
		file.write(data, byteOffset % this.blockLength);
		file.flush();
		this.opened = block;
	}

	eraseBlock(block: number): void {
		const file = this.open(block);
		this.opened = -1;
		file.setSize(0);
		file.flush();
		this.opened = block;
	}

	/**
	 * Whether the file system is full.
	 * @param thrown by this or the directory: littlefs's number or, in a debug build, its text, which is POSIX's; the code of
	 * Node's
	 */
	isFull(thrown: unknown): boolean {
		const text = textOf(thrown, "");
		return text.endsWith("-28") || text.includes("o space left") || text.includes("ENOSPC");
	}

	/** Closes the file that is open, and lets the files go. */
	close(): void {
		this.closeFile();
		this.claimed?.close();
		this.claimed = undefined;
		const claims = held.get("claims");
		claims.storages = claims.storages.filter((other) => other !== this);
	}

	private closeFile(): void {
		const file = this.file;
		this.file = undefined;
		try {
			file?.close();
		}
		catch {
			// What it has written was flushed.
		}
	}

	/** Files of an earlier build are used from the first on: there is none after one that is missing. */
	private count(): void {
		let blocks = this.blocks;
		const most = blocks + MOST_EARLIER;
		while (!this.isCounted && blocks < most && this.hasFile(blocks))
			blocks++;
		this.blocks = blocks;
		this.isCounted = true;
	}

	private link(): void {
		const claims = held.get("claims");
		if (claims.storages.some(({ directory, path }) => directory === this.directory && path === this.path))
			throw new Error("the files are in use by another outbox");
		claims.storages = claims.storages.concat(this);
	}

	/** A file that a power cut has left shorter would be lengthened with zeros, which may be just what a torn entry lacks. */
	private fillGap(file: File, end: number): void {
		const byte = new Uint8Array(1);
		let at = end;
		while (at > 0 && file.read(byte, at - 1) === 0)
			at--;
		byte[0] = ERASED;
		while (at < end)
			file.write(byte, at++);
	}

	private hasFile(block: number): boolean {
		return this.directory.status(this.path + block).isFile();
	}

	/** @param isThere whether the file is known to be there, so that it need not be looked up again */
	private open(block: number, isThere = false): File {
		if (this.file === undefined || block !== this.opened) {
			this.closeFile();
			const path = this.path + block;
			// "w+" would empty a file that is there.
			this.file = this.directory.openFile({ path, mode: isThere || this.hasFile(block) ? "r+" : "w+" });
			this.opened = block;
		}
		return this.file;
	}
}
