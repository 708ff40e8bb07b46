import { closeSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive, ownIdentity, processOf } from "./owner.js";

/**
 * Takes the files of a folder whose names begin with a path, for one user in one thread. Each user has a file of its own,
 * whose name says which thread that is: "<path>.<boot>-<number>-<start>.lock". Nobody takes another's over, so that two who
 * start at once can't both have it; what a dead thread has left is removed.
 */
export class FileClaim {
	readonly #path: string;

	/**
	 * @param folder that exists
	 * @param path relative to it
	 * @throws Error when a thread that lives has the files, this one included
	 */
	constructor(folder: string, path: string) {
		const self = ownIdentity();
		this.#path = join(folder, nameOf(path, self));
		try {
			closeSync(openSync(this.#path, "wx", 0o600));
		}
		catch (error) {
			throw (error as NodeJS.ErrnoException).code === "EEXIST" ? inUse(folder, path, process.pid) : error;
		}
		for (const name of readdirSync(folder)) {
			const identity = name.slice(path.length + 1, -".lock".length);
			const owner = name === nameOf(path, identity) && identity !== self ? processOf(identity) : undefined;
			if (owner === undefined)
				continue;
			if (isAlive(identity)) {
				this.close();
				throw inUse(folder, path, owner);
			}
			rmSync(join(folder, name), { force: true });
		}
	}

	/** Lets the files go. May be called more than once. */
	close(): void {
		rmSync(this.#path, { force: true });
	}
}

function nameOf(path: string, identity: string): string {
	return `${path}.${identity}.lock`;
}

function inUse(folder: string, path: string, owner: number): Error {
	return new Error(`the files are in use by another outbox: ${join(folder, path)} (process ${owner})`);
}
