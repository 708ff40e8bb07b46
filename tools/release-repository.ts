import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { git } from "./release/git.js";
import { release } from "./release/release.js";
import { projectRoot } from "../service/project.js";

const run = promisify(execFile);

/** Of the releases that tests make. */
export const version = "1.2.3";

/** Makes a repository of what is in a folder, with one commit on main. */
export async function commitAll(folder: string): Promise<void> {
	await git(folder, ["init", "--quiet", "--initial-branch", "main"]);
	for (const [name, value] of [["user.name", "a test"], ["user.email", "test@example.test"], ["commit.gpgSign", "false"], ["tag.gpgSign", "false"], ["core.autocrlf", "false"]])
		await git(folder, ["config", name, value]);
	await git(folder, ["add", "--all"]);
	await git(folder, ["commit", "--quiet", "--message", "first"]);
}

/** Writes what a release wants into a project: version, a section of the change log, an address that is no placeholder. */
async function prepare(folder: string): Promise<void> {
	await change(join(folder, "package.json"), (text) => text.replaceAll("repository.invalid", "repository.test").replace(/"version": "[^"]*"/, `"version": "${version}"`));
	await change(join(folder, "CHANGELOG.md"), (text) => text.replace(/^## /m, `## ${version}\n\n- A release.\n\n## `));
}

async function change(path: string, edit: (text: string) => string): Promise<void> {
	await writeFile(path, edit(await readFile(path, "utf8")));
}

/**
 * Makes a repository of this project as it lies here, and releases it: by the release command, but for the checks of a
 * release, in whose place `dist/` is copied.
 * @param folder of the repository, which is made
 * @returns the tag
 */
export async function makeRelease(folder: string): Promise<string> {
	const root = projectRoot();
	const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, maxBuffer: 1e8 });
	for (const path of stdout.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await cp(join(root, path), join(folder, path));
	}
	await prepare(folder);
	await commitAll(folder);
	const copy = {
		name: "copy",
		async run(into: string) {
			await cp(join(root, "dist"), join(into, "dist"), { recursive: true });
			return [];
		}
	};
	const refusals = await release(folder, [copy], false, () => {});
	if (refusals.length > 0)
		throw new Error(refusals.join("\n"));
	return `v${version}`;
}
