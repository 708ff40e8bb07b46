import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those it is in, where they aren't there. Node's own `recursive` does not end where a folder in
 * "/proc" can't be made (seen with Node 20).
 * @throws Error of the file system
 */
export function makeFolder(path: string, mode?: number): void {
	try {
		mkdirSync(path, { mode });
	}
	catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (isFolder(path))
			return;
		if (code !== "ENOENT" || dirname(path) === path)
			throw error;
		makeFolder(dirname(path), mode);
		mkdirSync(path, { mode });
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
