import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs git in a folder. Returns what it wrote, without the last line's end.
 * @param environment added to this process's
 * @throws Error with what git said
 */
export async function git(folder: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
	const { stdout } = await run("git", parameters, { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1e8 });
	return stdout.replace(/\n$/, "");
}

/**
 * Puts a tag on a new commit: what a commit has, and `dist/` as it lies in the folder. No branch, no index and no file is touched.
 * @param parent the commit
 * @throws Error with what git said
 */
export async function tagWithDist(folder: string, parent: string, tag: string, message: string): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), "records-release-"));
	try {
		const index = { GIT_INDEX_FILE: join(scratch, "index") };
		await git(folder, ["read-tree", parent], index);
		await git(folder, ["add", "--force", "dist"], index);
		const tree = await git(folder, ["write-tree"], index);
		const commit = await git(folder, ["commit-tree", tree, "-p", parent, "-m", `${message}, with dist/`]);
		await git(folder, ["tag", "--annotate", "--message", message, tag, commit]);
	}
	finally {
		await rm(scratch, { recursive: true, force: true });
	}
}
