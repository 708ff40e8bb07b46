import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs git in a folder. Returns what it wrote, without the last line's end.
 * @throws Error with what git said
 */
export async function git(folder: string, parameters: readonly string[]): Promise<string> {
	const { stdout } = await run("git", parameters, { cwd: folder, maxBuffer: 1e8 });
	return stdout.replace(/\n$/, "");
}

/**
 * Puts a tag on a new commit, and packs that as npm publishes it: what a commit has, `dist/` as it lies in the folder, and
 * README.md with links that lead to the repository. It is made in a work tree of its own: no branch, no index and no file is touched.
 * @param parent the commit
 * @param address the repository's
 * @param into folder of the tarball, made where it is not there
 * @returns the tarball's name
 * @throws Error with what git or npm said
 */
export async function tagWithDist(folder: string, parent: string, tag: string, message: string, address: string, into: string): Promise<string> {
	const scratch = await mkdtemp(join(tmpdir(), "records-release-"));
	const tree = join(scratch, "tree");
	try {
		await git(folder, ["worktree", "add", "--detach", tree, parent]);
		await cp(join(folder, "dist"), join(tree, "dist"), { recursive: true });
		const page = join(tree, "README.md");
		if (existsSync(page))
			await writeFile(page, absoluteLinks(await readFile(page, "utf8"), address, tag));
		await git(tree, ["add", "--all", "--force"]);
		await git(tree, ["commit", "--no-verify", "--message", `${message}, with dist/`]);
		await git(tree, ["tag", "--annotate", "--message", message, tag]);
		await mkdir(into, { recursive: true });
		const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", into], { cwd: tree, shell: process.platform === "win32" });
		return stdout.trim();
	}
	finally {
		await rm(scratch, { recursive: true, force: true });
		await git(folder, ["worktree", "prune"]);
	}
}

/**
 * A page's links to files of the repository, as addresses of a tag: the page of a registry knows no folder. Links within the page, and to other hosts, stay.
 * @param text Markdown of a page in the repository's folder
 * @param address the repository's, such as https://host/owner/name
 */
export function absoluteLinks(text: string, address: string, tag: string): string {
	return text.replace(/(!?)(\[[^\]]*\]\()([^)\s]+)\)/g, (all, image: string, label: string, link: string) =>
		/^(?:[a-z]+:|#)/.test(link) ? all : `${image}${label}${address}/${image === "" ? "blob" : "raw"}/${tag}/${link})`);
}
