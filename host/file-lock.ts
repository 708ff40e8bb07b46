import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "./make-folder.js";
import { isAlive, ownIdentity } from "./owner.js";

/** Milliseconds after which a lock is its holder's no more: nobody needs so long to write a small file. */
const lockLife = 5000;
/** Milliseconds that a lock is waited for, and between two looks at it. */
const longestWait = 6000;
const lookEach = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Does something while nobody else does the same for that path. The lock is a file beside it that names its holder, a
 * thread; that of one which is dead, or has had it for too long, is taken over. It is there with the name in it or not at
 * all, so that a process that is killed at any moment keeps nobody waiting.
 * @param path its folder is made when it isn't there
 * @param action gets the name of a temporary file; what dead holders have left under such a name is removed first
 * @throws Error that names the path when others have the lock for too long; what `action` throws
 */
export function locked<Result>(path: string, action: (temporary: string) => Result): Result {
	const lock = path + ".lock";
	const self = ownIdentity();
	makeFolder(dirname(path), 0o700);
	const end = Date.now() + longestWait;
	while (!take(lock, self)) {
		if (Date.now() > end)
			throw new Error("file is locked by another process: " + path);
		if (!removeStale(lock, self))
			Atomics.wait(sleeper, 0, 0, lookEach);
	}
	try {
		removeLeftovers(path);
		return action(temporaryOf(path, self));
	}
	finally {
		if (holderOf(lock) === self)
			rmSync(lock, { force: true });
	}
}

function temporaryOf(path: string, identity: string): string {
	return `${path}.${identity}.tmp`;
}

function take(lock: string, self: string): boolean {
	const mine = temporaryOf(lock, self);
	try {
		writeFileSync(mine, self, { mode: 0o600 });
		try {
			linkSync(mine, lock);
		}
		catch (error) {
			if ((error as NodeJS.ErrnoException).code === "EEXIST")
				throw error;
			// A file system without hard links.
			writeFileSync(lock, self, { flag: "wx", mode: 0o600 });
		}
		return true;
	}
	catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			return false;
		throw error;
	}
	finally {
		rmSync(mine, { force: true });
	}
}

/** Removes a lock that nobody holds any more. Returns whether it is worth trying again at once. */
function removeStale(lock: string, self: string): boolean {
	try {
		const holder = holderOf(lock);
		if (isAlive(holder) && Date.now() - statSync(lock).mtimeMs < lockLife)
			return false;
		const mine = temporaryOf(lock, self);
		renameSync(lock, mine);
		// Another process may have been faster, and this is its new one.
		if (holderOf(mine) !== holder)
			linkSync(mine, lock);
		rmSync(mine);
	}
	catch {
		// It is gone, or back.
	}
	return true;
}

/** Removes temporary files of threads that are dead: there are tokens in them. */
function removeLeftovers(path: string): void {
	const folder = dirname(path);
	const prefix = basename(path) + ".";
	for (const name of readdirSync(folder)) {
		const identity = name.slice(prefix.length, -".tmp".length).replace(/^lock\./, "");
		if (name.startsWith(prefix) && name.endsWith(".tmp") && /\d/.test(identity) && !isAlive(identity))
			rmSync(join(folder, name), { force: true });
	}
}

/** Names who holds a lock; "" for nobody. */
function holderOf(lock: string): string {
	try {
		return readFileSync(lock, "utf8");
	}
	catch {
		return "";
	}
}
