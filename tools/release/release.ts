import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { git, tagWithDist } from "./git.js";

/** Something that a release must pass. */
export interface Check {
	readonly name: string;
	/** Resolves with what is wrong, each one line; with none when it passes. */
	run(folder: string): Promise<readonly string[]>;
}

/** package.json, as far as a release looks at it. */
export interface Package {
	readonly name: string;
	readonly version: string;
	readonly repository: { readonly url: string };
	readonly bugs: string;
	readonly homepage: string;
}

export async function packageOf(folder: string): Promise<Package> {
	return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Package;
}

/**
 * Releases what is committed: checks it, puts the tag v<version> on a commit of its own that has `dist/`, and packs that
 * into `build/`.
 * @param folder the project's, in git
 * @param checks in this order, when nothing speaks against it; the first that fails is the last. One makes `dist/`
 * @param isDryRun whether to leave the tag and the tarball out
 * @param tell gets each line of progress
 * @returns why it is refused, each reason one line; none when it is released
 * @throws Error with what git said
 */
export async function release(folder: string, checks: readonly Check[], isDryRun: boolean, tell: (line: string) => void): Promise<readonly string[]> {
	const found = await packageOf(folder);
	const tag = `v${found.version}`;
	const refusals = [
		await treeFault(folder),
		await git(folder, ["ls-files", "dist"]) === "" ? "" : "dist/ is in git: it belongs to releases only",
		await git(folder, ["tag", "--list", tag]) === "" ? "" : `there is a tag ${tag} already`,
		changelogFault(await readFile(join(folder, "CHANGELOG.md"), "utf8"), found.version),
		addressFault(found)
	].filter((fault) => fault !== "");
	if (refusals.length > 0)
		return refusals;
	const head = await git(folder, ["rev-parse", "HEAD"]);
	for (const check of checks) {
		tell(`${check.name} …`);
		const faults = await check.run(folder);
		if (faults.length > 0)
			return faults.map((fault) => `${check.name}: ${fault}`);
	}
	// A check may write into the project, and it takes an hour.
	const fault = await treeFault(folder);
	if (fault !== "")
		return [`after the checks ${fault}`];
	if (await git(folder, ["rev-parse", "HEAD"]) !== head)
		return ["another commit was made or checked out during the checks"];
	if (isDryRun) {
		tell(`all is green; without --dry-run this would make the tag ${tag}`);
		return [];
	}
	const tarball = await tagWithDist(folder, head, tag, `${found.name} ${found.version}`, addressOf(found), join(folder, "build"));
	tell(`made the tag ${tag} and build/${tarball}; git push origin ${tag} publishes it`);
	return [];
}

/** "" when all is committed. */
async function treeFault(folder: string): Promise<string> {
	const changed = await git(folder, ["status", "--porcelain"]);
	return changed === "" ? "" : `not all is committed: ${changed.split("\n").map((line) => line.slice(3)).join(", ")}`;
}

/** "" when the first section is the version's, and has text. */
function changelogFault(text: string, version: string): string {
	const [heading = "", ...lines] = (text.split(/^## /m)[1] ?? "").split("\n");
	if (heading.split(" ")[0] !== version)
		return `CHANGELOG.md begins with section "${heading}", not with "${version}"`;
	return lines.some((line) => line.trim() !== "") ? "" : `CHANGELOG.md has nothing in its section "${version}"`;
}

function addressOf({ repository: { url } }: Package): string {
	return url.replace(/^git\+|\.git$/g, "");
}

/** "" when package.json has a real address, and what follows from it agrees. Names that end in ".invalid" are nobody's (RFC 2606, section 2). */
export function addressFault(found: Package): string {
	const { bugs, homepage } = found;
	const address = addressOf(found);
	if (bugs !== `${address}/issues` || homepage !== `${address}#readme`)
		return `package.json's bugs and homepage are not ${address}/issues and ${address}#readme`;
	return new URL(address).hostname.endsWith(".invalid") ? `package.json's address ${address} is a placeholder: write the repository's own` : "";
}
