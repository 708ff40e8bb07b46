import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs something with a temporary folder of its own.
 * @param run gets the folder, and a list for what ends all that it begins: the last is ended first
 */
export async function inFolder<Result>(run: (folder: string, ends: (() => unknown)[]) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), "records-run-"));
	const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
	try {
		return await run(folder, ends);
	}
	finally {
		for (const end of ends.reverse())
			await end();
	}
}
