import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
 * Puts a tag on a new commit: what a commit has, `dist/` as it lies in the folder, and README.md with links that lead to the
 * repository. No branch, no index and no file is touched.
 * @param parent the commit
 * @param address the repository's
 * @throws Error with what git said
 */
export async function tagWithDist(folder: string, parent: string, tag: string, message: string, address: string): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), "records-release-"));
	try {
		const index = { GIT_INDEX_FILE: join(scratch, "index") };
		await git(folder, ["read-tree", parent], index);
		await git(folder, ["add", "--force", "dist"], index);
		if (existsSync(join(folder, "README.md"))) {
			const page = join(scratch, "README.md");
			await writeFile(page, absoluteLinks(await readFile(join(folder, "README.md"), "utf8"), address, tag));
			const blob = await git(folder, ["hash-object", "-w", "--no-filters", page]);
			await git(folder, ["update-index", "--cacheinfo", `100644,${blob},README.md`], index);
		}
		const tree = await git(folder, ["write-tree"], index);
		const commit = await git(folder, ["commit-tree", tree, "-p", parent, "-m", `${message}, with dist/`]);
		await git(folder, ["tag", "--annotate", "--message", message, tag, commit]);
	}
	finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

/**
 * Packs a tag as npm publishes it, from its files alone.
 * @param into folder of the tarball, made where it is not there
 * @returns the tarball's name
 * @throws Error with what git or npm said
 */
export async function packTag(folder: string, tag: string, into: string): Promise<string> {
	const scratch = await mkdtemp(join(tmpdir(), "records-tarball-"));
	try {
		const files = join(scratch, "files");
		await mkdir(files);
		await mkdir(into, { recursive: true });
		await git(folder, ["archive", "--output", join(scratch, "files.tar"), tag]);
		await run("tar", ["-xf", join(scratch, "files.tar"), "-C", files]);
		const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", into], { cwd: files, shell: process.platform === "win32" });
		return stdout.trim();
	}
	finally {
		await rm(scratch, { recursive: true, force: true });
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
