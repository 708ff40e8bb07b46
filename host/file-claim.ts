import { closeSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive, ownIdentity, processOf } from "./owner.js";

/** Says that another thread has what was to be claimed. */
export class InUse extends Error {}

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
	 * @throws InUse when a thread that lives has the files, this one included; Error of the file system
	 */
	constructor(folder: string, path: string) {
		this.#path = join(folder, fileOf(path, ownIdentity(), "lock"));
		try {
			closeSync(openSync(this.#path, "wx", 0o600));
		}
		catch (error) {
			throw (error as NodeJS.ErrnoException).code === "EEXIST" ? inUse(folder, path, process.pid) : error;
		}
		try {
			const [owner] = othersOf(folder, path, "lock");
			if (owner !== undefined)
				throw inUse(folder, path, processOf(owner));
		}
		catch (error) {
			this.close();
			throw error;
		}
	}

	/** Lets the files go. May be called more than once. */
	close(): void {
		rmSync(this.#path, { force: true });
	}
}

/** Name of a file that is a thread's alone. */
export function fileOf(path: string, identity: string, ending: string): string {
	return `${path}.${identity}.${ending}`;
}

/** The other threads that have such a file and live; those of dead ones are removed. */
export function othersOf(folder: string, path: string, ending: string): string[] {
	const self = ownIdentity();
	return readdirSync(folder).flatMap((name) => {
		const identity = name.slice(path.length + 1, -ending.length - 1);
		if (name !== fileOf(path, identity, ending) || identity === self || processOf(identity) === undefined)
			return [];
		if (isAlive(identity))
			return identity;
		rmSync(join(folder, name), { force: true });
		return [];
	});
}

function inUse(folder: string, path: string, owner: number | undefined): InUse {
	return new InUse(`the files are in use by another outbox: ${join(folder, path)} (process ${owner})`);
}
