import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { git, packTag, tagWithDist } from "./git.js";
import { addressOf, type Package, refusalsOf, treeFault } from "./refusals.js";

/** Something that a release must pass. */
export interface Check {
	readonly name: string;
	/** Resolves with what is wrong, each one line; with none when it passes. */
	run(folder: string): Promise<readonly string[]>;
}

export interface ReleaseOptions {
	/** The project's folder, in git. */
	readonly folder: string;
	readonly version: string;
	/** In this order, when nothing speaks against it; the first that fails is the last. The first makes `dist/`. */
	readonly checks: readonly Check[];
	/** Whether to leave the tag and the tarball out. */
	readonly dryRun: boolean;
	/** Gets each line of progress. */
	readonly tell: (line: string) => void;
}

/**
 * Releases what is committed: checks it, puts the tag v<version> on a commit of its own that has `dist/`, and packs that
 * into `build/`.
 * @returns why it is refused, each reason one line; none when it is released
 * @throws Error with what git said
 */
export async function release({ checks, dryRun, folder, tell, version }: ReleaseOptions): Promise<readonly string[]> {
	const refusals = await refusalsOf(folder, version);
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
	const tag = `v${version}`;
	if (dryRun) {
		tell(`all is green; without --dry-run this would make the tag ${tag}`);
		return [];
	}
	const found = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Package;
	await tagWithDist(folder, head, tag, `${found.name ?? ""} ${version}`, addressOf(found) ?? "");
	const tarball = await packTag(folder, tag, join(folder, "build"));
	tell(`made the tag ${tag} and build/${tarball}; git push origin ${tag} publishes it`);
	return [];
}
