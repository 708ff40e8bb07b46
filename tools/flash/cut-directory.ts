import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Directory, type File, type FileStatus } from "../../host/directory.js";
import type { Directory as StorageDirectory } from "../../lib/outbox/storage.js";
import type { Random } from "../random.js";
import { type Change, DiskFile } from "./disk-file.js";
import { Power } from "./power.js";

/**
 * A directory of real files whose power fails in a write, a change of size, an opening that empties a file or a flush.
 * What wasn't flushed then arrives or doesn't, in whole or in part; so does a new file. Files that were open stay closed.
 */
export class CutDirectory implements StorageDirectory {
	/** Writes, changes of size (with openings that empty a file) and flushes that have begun. */
	writes = 0;
	resizes = 0;
	flushes = 0;
	/** Bytes of the operation that was cut last when it was a write, otherwise 0. */
	cutLength = 0;
	/** How many files there is room for: as on littlefs, each write needs room for one more. */
	room = Infinity;

	readonly #path: string;
	readonly #random: Random;
	readonly #onCut: () => void;
	readonly #directory: Directory;
	readonly #power = new Power();
	readonly #disk = new Map<string, DiskFile>();
	readonly #open = new Set<File>();
	/** What is claimed by an outbox that lives. */
	readonly #claims = new Set<string>();

	/**
	 * @param path of the folder; made when it isn't there. What is in it counts as flushed.
	 * @param random decides what a power cut leaves
	 * @param onCut called when the power has failed, before the operation throws; it does not when the power is back by then
	 */
	constructor(path: string, random: Random, onCut = (): void => {}) {
		this.#path = path;
		this.#random = random;
		this.#onCut = onCut;
		this.#directory = new Directory(path);
	}

	/** Whether there is power, since one whose call was cut may catch what is thrown. */
	get isOn(): boolean {
		return this.#power.isOn;
	}

	/**
	 * Lets the power fail in the `operation`-th operation of those that are counted from now, from 0. From then on everything
	 * throws PowerCut.
	 * @param bytes that arrive of a write, all of it when that is as long or shorter; without it the write is like what else
	 * was not flushed
	 */
	cutAt(operation: number, bytes?: number): void {
		this.#power.cutAt(operation, bytes);
	}

	/** The power is back, and a cut that has not come does not come any more. Files that were left open are closed, claims are gone. */
	restart(): void {
		this.#claims.clear();
		this.#closeAll();
		this.#power.restart();
	}

	/** A file becomes something else, by no write; undefined deletes it. */
	replace(path: string, content: Uint8Array | undefined): void {
		this.#disk.delete(path);
		if (content === undefined)
			rmSync(join(this.#path, path), { force: true });
		else
			this.#store(path, content);
	}

	/** What is in a file; undefined when there is none. */
	contentOf(path: string): Uint8Array | undefined {
		return this.#contentOf(path);
	}

	openFile(options: { readonly path: string; readonly mode?: "r" | "r+" | "w" | "w+" }): File {
		this.#power.check();
		const disk = this.#diskOf(options.path);
		const file = this.#directory.openFile(options);
		this.#open.add(file);
		if (options.mode?.startsWith("w")) {
			this.resizes++;
			this.#change(disk, { position: 0 });
		}
		return this.#wrap(file, disk);
	}

	status(path: string): FileStatus {
		this.#power.check();
		return this.#directory.status(path);
	}

	claim(path: string): { close(): void } {
		this.#power.check();
		if (this.#claims.has(path))
			throw new Error("claimed: " + path);
		this.#claims.add(path);
		return { close: () => void this.#claims.delete(path) };
	}

	#wrap(file: File, disk: DiskFile): File {
		return {
			read: (target, position) => {
				this.#power.check();
				return file.read(target, position);
			},
			write: (data, position) => {
				this.#power.check();
				if (this.room < Infinity && this.#used() >= this.room)
					throw new Error("LFS ERR -28");
				file.write(data, position);
				this.writes++;
				this.#change(disk, { position, data: data.slice() });
			},
			status: () => {
				this.#power.check();
				return file.status();
			},
			setSize: (length) => {
				this.#power.check();
				file.setSize(length);
				this.resizes++;
				this.#change(disk, { position: length });
			},
			flush: () => {
				this.#power.check();
				file.flush();
				this.flushes++;
				if (this.#power.fails()) {
					this.#lose();
					this.#cut(0);
				}
				disk.flush();
			},
			close: () => {
				this.#power.check();
				this.#open.delete(file);
				file.close();
			}
		};
	}

	/** Files that are not empty. */
	#used(): number {
		return readdirSync(this.#path).filter((path) => this.#directory.status(path).size > 0).length;
	}

	#diskOf(path: string): DiskFile {
		let disk = this.#disk.get(path);
		if (disk === undefined) {
			disk = new DiskFile(this.#contentOf(path));
			this.#disk.set(path, disk);
		}
		return disk;
	}

	#contentOf(path: string): Uint8Array | undefined {
		const status = this.#directory.status(path);
		if (!status.isFile())
			return undefined;
		const content = new Uint8Array(status.size);
		const file = this.#directory.openFile({ path });
		file.read(content, 0);
		file.close();
		return content;
	}

	#change(disk: DiskFile, { position, data }: Change): void {
		if (!this.#power.fails()) {
			disk.change({ position, data });
			return;
		}

		const { bytes } = this.#power;
		if (data === undefined || bytes === undefined) {
			disk.change({ position, data });
			this.#lose();
		}
		else {
			this.#lose();
			disk.change({ position, data: data.subarray(0, bytes) });
			disk.flush();
		}
		this.#cut(data?.length ?? 0);
	}

	#lose(): void {
		for (const disk of this.#disk.values())
			disk.lose(this.#random);
	}

	/** Puts into the folder what the disk has. */
	#cut(length: number): void {
		this.cutLength = length;
		this.#closeAll();
		for (const [path, { content }] of this.#disk) {
			if (content === undefined)
				rmSync(join(this.#path, path), { force: true });
			else
				this.#store(path, content);
		}
		this.#onCut();
		this.#power.check();
	}

	#store(path: string, content: Uint8Array): void {
		const file = this.#directory.openFile({ path, mode: "w" });
		file.write(content, 0);
		file.close();
	}

	#closeAll(): void {
		for (const file of this.#open)
			file.close();
		this.#open.clear();
	}
}
