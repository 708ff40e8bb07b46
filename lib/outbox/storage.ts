/** The seam between the outbox and what keeps its readings. Types only: nothing here exists at run time. */
import type { Text, Timers } from "../platform.js";

/**
 * Storage in blocks that are erased whole and written once: the shape of `Flash` in the Moddable SDK's
 * "embedded:storage/flash", of which one can be handed in as it is.
 */
export interface BlockStorage {
	/** How large it is; the same at each call. */
	status(): BlockStorageStatus;
	/** Fills `target` with what is stored from `byteOffset` on; bytes that were erased are 255. */
	read(target: Uint8Array, byteOffset: number): unknown;
	/** Stores bytes where none have been written since the block was erased. Data survives a power cut once it has returned. */
	write(data: Uint8Array, byteOffset: number): void;
	/** Makes all bytes of a block 255. */
	eraseBlock(block: number): void;
	/** Frees the storage. Stored data stays. */
	close(): void;
	/**
	 * Takes what is stored for one outbox, until `close`. Optional: for storage of which there can be several objects.
	 * @throws Error when another outbox has it
	 */
	claim?(): void;
	/** Set to the outbox that has this object, while it has it: a second one is refused. */
	user?: unknown;
	/**
	 * Whether something that it has thrown says that there is no room for more. Optional: for storage whose blocks share
	 * room with others, and take none when they are erased. There each block is erased as soon as nothing in it is pending,
	 * and there may be more or fewer blocks at the next start.
	 */
	isFull?(thrown: unknown): boolean;
	/** Whether it is gone with the power anyway, so that what has been delivered need not be written down. */
	readonly volatile?: boolean;
}

/** How large a storage is. */
export interface BlockStorageStatus {
	/** Bytes of a block. */
	readonly blockLength: number;
	/** How many blocks there are. */
	readonly blocks: number;
	/** Bytes that divide offset and length of each write. Default 1. */
	readonly writeAlign?: number;
}

/** The part of a directory that the outbox uses (ECMA-419, Directory of "embedded:storage/files"). */
export interface Directory {
	/** Opens a file: "r" and "r+" one that is there, "w" and "w+" an empty one. Default "r". @throws when it can't */
	openFile(options: { readonly path: string; readonly mode?: "r" | "r+" | "w" | "w+" }): File;
	/** Returns the status of a path; a missing one is not a file. */
	status(path: string): PathStatus;
	/**
	 * Takes all files whose names begin with `path` for one user, until the claim is closed or its process ends. Optional.
	 * @throws Error when somebody has them
	 */
	claim?(path: string): Claim;
}

/** Status of a path. */
export interface PathStatus {
	/** Whether there is a file. */
	isFile(): boolean;
}

/** Files that one user has. */
export interface Claim {
	/** Lets them go. May be called more than once. */
	close(): void;
}

/** An open file (ECMA-419, File of "embedded:storage/files"). */
export interface File {
	/** Returns the number of bytes read, fewer at the end of the file. */
	read(target: Uint8Array, position: number): number;
	/** Writes all of `data` from `position` on. @throws when it can't */
	write(data: Uint8Array, position: number): void;
	/** Cuts the file to `length` bytes, or lengthens it with zeros. */
	setSize(length: number): void;
	/** Data that was written before it survives a power cut. */
	flush(): void;
	/** Frees the file. */
	close(): void;
}

/** What the outbox needs of a machine. */
export interface OutboxPlatform {
	readonly timers: Timers;
	readonly text: Text;
	/** Text that no other device has, and this one only once. */
	origin(): string;
}
