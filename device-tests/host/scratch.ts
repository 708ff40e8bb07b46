import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Reads paths, a line each, until the pipe ends, and removes them. Repeats, because an app may write meanwhile. */
const script = 'while IFS= read -r path; do set -- "$@" "$path"; done; for turn in 1 2 3 4 5; do rm -rf -- "$@" && break; sleep 1; done';

/**
 * What a run of the tests may leave only while it lasts: tokens, readings, built apps. All of it is removed at the end of
 * this process: on its "exit" event, and where that is not emitted (SIGKILL, a crash) by a shell that waits for the end.
 */
export class Scratch {
	/** Nobody else may read it. */
	readonly folder: string;
	readonly #paths: string[] = [];
	readonly #guardian: ChildProcess;

	private constructor(folder: string) {
		this.folder = folder;
		this.#guardian = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
		this.#guardian.on("error", () => undefined);
		this.#guardian.stdin?.on("error", () => undefined);
		this.#guardian.unref();
		(this.#guardian.stdin as Socket | null)?.unref();
		process.once("exit", () => this.#remove());
		this.add(folder);
	}

	/** @param name beginning of the folder's name */
	static async make(name: string): Promise<Scratch> {
		return new Scratch(await mkdtemp(join(tmpdir(), name)));
	}

	/** Removes this at the end, too. @param path absolute, without a line feed */
	add(path: string): void {
		this.#paths.push(path);
		this.#guardian.stdin?.write(`${path}\n`);
	}

	#remove(): void {
		for (const path of this.#paths)
			rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
		this.#guardian.kill("SIGKILL");
	}
}
