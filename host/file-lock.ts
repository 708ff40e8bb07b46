import { basename, dirname } from "node:path";
import { FileClaim, fileOf, InUse, othersOf } from "./file-claim.js";
import { makeFolder } from "./make-folder.js";
import { ownIdentity } from "./owner.js";

/** Milliseconds that others are waited for, and at most before the second try. */
const longestWait = 6000;
const firstPause = 10;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Does something while nobody else does the same for that path, by a claim of it: a process that is killed at any moment keeps
 * nobody waiting.
 * @param path its folder is made when it isn't there
 * @param action gets the name of a temporary file; what dead threads have left under such a name is removed first
 * @throws Error that names the path when others have it for too long; what `action` throws
 */
export function locked<Result>(path: string, action: (temporary: string) => Result): Result {
	const folder = dirname(path);
	makeFolder(folder, 0o700);
	const claim = claimOf(folder, path);
	try {
		// There are tokens in them.
		othersOf(folder, basename(path), "tmp");
		return action(fileOf(path, ownIdentity(), "tmp"));
	}
	finally {
		claim.close();
	}
}

function claimOf(folder: string, path: string): FileClaim {
	const end = Date.now() + longestWait;
	for (let tries = 1; ; tries++) {
		try {
			return new FileClaim(folder, basename(path));
		}
		catch (error) {
			if (!(error instanceof InUse))
				throw error;
			if (Date.now() > end)
				throw new Error("file is locked by another process: " + path);
			// By the dice, and longer each time: those who have met must not meet again.
			Atomics.wait(sleeper, 0, 0, Math.random() * tries * firstPause);
		}
	}
}
