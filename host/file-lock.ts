import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Milliseconds after which a lock is its holder's no more: nobody needs so long to write a small file. */
const lockLife = 5000;
/** Milliseconds that a lock is waited for, and between two looks at it. */
const longestWait = 6000;
const lookEach = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Does something while no other process does the same for that path. The lock is a file beside it with the number of the
 * process; that of a process which is dead, or has had it for too long, is taken over.
 * @param path its folder is made when it isn't there
 * @throws Error that names the path when others have the lock for too long; what `action` throws
 */
export function locked<Result>(path: string, action: () => Result): Result {
	const lock = path + ".lock";
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const end = Date.now() + longestWait;
	while (!take(lock)) {
		if (Date.now() > end)
			throw new Error("file is locked by another process: " + path);
		if (!removeStale(lock))
			Atomics.wait(sleeper, 0, 0, lookEach);
	}
	try {
		return action();
	}
	finally {
		if (holderOf(lock) === String(process.pid))
			rmSync(lock, { force: true });
	}
}

function take(lock: string): boolean {
	try {
		writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
		return true;
	}
	catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			return false;
		throw error;
	}
}

/** Removes a lock that nobody holds any more. Returns whether it is worth trying again at once. */
function removeStale(lock: string): boolean {
	try {
		const holder = holderOf(lock);
		if (isAlive(holder) && Date.now() - statSync(lock).mtimeMs < lockLife)
			return false;
		const mine = lock + "." + process.pid;
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

/** Number of the process that holds a lock, as text; "" before it is written. */
function holderOf(lock: string): string {
	try {
		return readFileSync(lock, "utf8");
	}
	catch {
		return "";
	}
}

/** Whether a process may still be there. */
function isAlive(holder: string): boolean {
	try {
		return !/^[1-9][0-9]*$/.test(holder) || process.kill(Number(holder), 0);
	}
	catch (error) {
		return (error as NodeJS.ErrnoException).code !== "ESRCH";
	}
}
