/** Packages that tests alone need, each set in a folder of its own with a package-lock.json: installed when they are first asked for. */
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { FileClaim, InUse } from "../host/file-claim.js";
import { makeFolder } from "../host/make-folder.js";
import { projectRoot } from "../service/project.js";

const interval = 200; // milliseconds
const patience = 600_000; // milliseconds
const shownLines = 12;

/**
 * Installs the packages of a folder where they aren't there. Several processes may call it at once; one works, the others wait.
 * @param version text that differs when something else is to be installed, or in another way
 * @param build makes the rest of what is to be there
 * @throws Error with the output of what failed
 */
export async function install(folder: string, version: string, build: () => Promise<void> = () => Promise.resolve()): Promise<void> {
	const stamp = join(folder, "node_modules", ".prepared");
	const isThere = async (): Promise<boolean> => await readFile(stamp, "utf8").catch(() => "") === version;
	if (await isThere())
		return;
	const unlock = await lock(join(projectRoot(), ".data", `${relative(projectRoot(), folder).replace(/\W/g, "-")}-install`));
	try {
		if (await isThere())
			return;
		await rm(stamp, { force: true });
		// Scripts are left out: XS's own compiles a debug engine, too, and npm may be set not to run any.
		await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
		await build();
		await writeFile(stamp, version);
	}
	finally {
		unlock();
	}
}

/**
 * Runs a command to its end.
 * @throws Error with its output unless it ends with 0
 */
export async function run(command: string, parameters: readonly string[], folder: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
	// On Windows npm is a script, which only a shell starts.
	const options = { cwd: folder, env: environment, maxBuffer: 1e8, shell: process.platform === "win32" && command === "npm" };
	try {
		await promisify(execFile)(command, parameters, options);
	}
	catch (error) {
		const { code, message, signal, stderr, stdout } = error as Error & { code?: number | string; signal?: string; stderr: string; stdout: string };
		throw new Error(typeof code === "string" ? `${command} can't be run: ${message}` : `${command} ${parameters[0]} ended with ${signal ?? code}:\n${stdout}${stderr}`);
	}
}

/** The first line of a program's output and the last ones. */
export function shortened(output: string): string {
	const lines = output.trimEnd().split("\n");
	return lines.length <= shownLines ? lines.join("\n") : [lines[0], "…", ...lines.slice(-shownLines)].join("\n");
}

/**
 * Waits until no other process has the path, and takes it.
 * @returns a function that gives it back
 * @throws Error that names the path when another keeps it for ten minutes
 */
export async function lock(path: string): Promise<() => void> {
	makeFolder(dirname(path));
	for (const deadline = Date.now() + patience; ;) {
		try {
			const claim = new FileClaim(dirname(path), basename(path));
			return () => claim.close();
		}
		catch (error) {
			if (!(error instanceof InUse))
				throw error;
			if (Date.now() > deadline)
				throw new Error(`another process keeps ${path}`);
			// By the dice: two who meet must not meet again.
			await sleep(interval * (1 + Math.random()));
		}
	}
}
