import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const interval = 200; // milliseconds
const patience = 600_000; // milliseconds

/**
 * Waits until no other process has the lock, and takes it. One that its owner left behind is taken over.
 * @returns a function that gives it back
 * @throws Error that names the file when its owner keeps it for ten minutes
 */
export async function lock(path: string): Promise<() => Promise<void>> {
	await mkdir(dirname(path), { recursive: true });
	const deadline = Date.now() + patience;
	while (!await take(path)) {
		const owner = Number(await readFile(path, "utf8").catch(() => ""));
		if (owner > 0 && !isAlive(owner))
			await rm(path, { force: true });
		else if (Date.now() > deadline)
			throw new Error(`process ${owner} keeps ${path}`);
		else
			await sleep(interval);
	}
	return () => rm(path, { force: true });
}

async function take(path: string): Promise<boolean> {
	try {
		await writeFile(path, String(process.pid), { flag: "wx" });
		return true;
	}
	catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			return false;
		throw error;
	}
}

function isAlive(id: number): boolean {
	try {
		process.kill(id, 0);
		return true;
	}
	catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
