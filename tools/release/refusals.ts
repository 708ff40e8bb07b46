import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { git } from "./git.js";

/** package.json, as far as a release looks at it. */
export interface Package {
	readonly name?: string;
	readonly version?: string;
	readonly repository?: { readonly url?: string };
	readonly bugs?: string;
	readonly homepage?: string;
}

/** As in semantic versioning, without build metadata. */
const versions = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\da-z]+(?:\.[\da-z]+)*)?$/i;

/** Why a folder can't be released as a version, each reason one line; none when it can be. Only what is known without running anything. */
export async function refusalsOf(folder: string, version: string): Promise<readonly string[]> {
	if (!versions.test(version))
		return [`${version} is no version: 1.2.3 and 1.2.3-beta.1 are`];
	const found = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Package;
	const locked = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as Package;
	return [
		await treeFault(folder),
		await git(folder, ["ls-files", "dist"]) === "" ? "" : "dist/ is in git: it belongs to releases only",
		await git(folder, ["tag", "--list", `v${version}`]) === "" ? "" : `there is a tag v${version} already`,
		found.version === version ? "" : `package.json has version ${found.version}, not ${version}`,
		locked.version === version ? "" : `package-lock.json has version ${locked.version}, not ${version}`,
		changelogFault(await readFile(join(folder, "CHANGELOG.md"), "utf8"), version),
		addressFault(found)
	].filter((fault) => fault !== "");
}

/** "" when all is committed. */
export async function treeFault(folder: string): Promise<string> {
	const changed = await git(folder, ["status", "--porcelain"]);
	return changed === "" ? "" : `not all is committed: ${changed.split("\n").map((line) => line.slice(3)).join(", ")}`;
}

/** "" when the first section is the version's, and has text. */
export function changelogFault(text: string, version: string): string {
	const [, ...sections] = text.split(/^## /m);
	const [heading = "", ...lines] = (sections[0] ?? "").split("\n");
	if (heading.split(" ")[0] !== version)
		return `CHANGELOG.md begins with section "${heading}", not with "${version}"`;
	return lines.some((line) => line.trim() !== "") ? "" : `CHANGELOG.md has nothing in its section "${version}"`;
}

/** The repository's address in package.json, undefined where there is none of its form. */
export function addressOf({ repository }: Package): string | undefined {
	return /^git\+(https:\/\/.+)\.git$/.exec(repository?.url ?? "")?.[1];
}

/**
 * "" when package.json has a real address. `repository.url` is where the address stands; what follows from it must agree.
 * Names that end in ".invalid" are nobody's (RFC 2606, section 2): they stand for an address that is not known yet.
 */
export function addressFault(found: Package): string {
	const { bugs, homepage } = found;
	const address = addressOf(found);
	if (address === undefined)
		return "package.json's repository.url is not git+https://….git";
	if (bugs !== `${address}/issues` || homepage !== `${address}#readme`)
		return `package.json's bugs and homepage are not ${address}/issues and ${address}#readme`;
	return new URL(address).hostname.endsWith(".invalid") ? `package.json's address ${address} is a placeholder: write the repository's own` : "";
}
