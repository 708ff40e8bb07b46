/** Gets XS from the npm registry and compiles it, once for each version: for the tests alone, into this folder. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { access, appendFile, constants, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { programOf } from "../installed.js";
import { install, run, shortened } from "../install.js";

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly why: string };

/** What the engine's makefiles call the systems that it runs on. */
const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: "lin", darwin: "mac" };

const folder = join(projectRoot(), "tools", "xs");
const modules = join(folder, "node_modules");
const engine = join(modules, "@agoric", "xsnap");
const system = systems[process.platform];

/** Valgrind's header, with which the worker tells callgrind what to count. */
const callgrind = "/usr/include/valgrind/callgrind.h";
/** Appended to the engine's platform. */
const meter = join(folder, "meter.c");
/** The library's own, appended to what is compiled as the SDK's modules in C are. */
const native = join(projectRoot(), "lib", "moddable", "json-scan.c");
/** What is written into the worker's source: calls of what is in meter.c; the library's functions in C, as globals; and less memory to begin with, for the engine fills all of it at each start. */
const changes: readonly (readonly [there: string, written: string])[] = [
	["extern xsIntegerValue fxGetCurrentHeapCount(xsMachine* the);", "$& extern xsUnsignedValue fxEndTurn(xsMachine*); extern void fxCount(xsMachine*), records_client_json_levels(xsMachine*), records_client_json_values(xsMachine*);"],
	["fxGetCurrentMeter(_THE))", "fxEndTurn(_THE))"],
	["xsResult = xsInteger(gxCurrentMeter);", "fxCount(the);"],
	// A snapshot knows functions by their places here.
	["#define mxSnapshotCallbackCount 18", "#define mxSnapshotCallbackCount 20"],
	["xs_resetMeter, // 6", "$&\n\trecords_client_json_levels, records_client_json_values,"],
	...["records_client_json_levels", "records_client_json_values"].map((name) => [
		'xsDefine(xsGlobal, xsID("currentMeterLimit"), xsResult, xsDontEnum);', `$& xsResult = xsNewHostFunction(${name}, 1); xsDefine(xsGlobal, xsID("${name}"), xsResult, xsDontEnum);`
	] as const),
	["32 * 1024 * 1024,\t/* initialChunkSize */", "4 * 1024 * 1024,"],
	["256 * 1024,\t\t\t/* initialHeapCount */", "128 * 1024,"]
];

/** The program that XS runs in. */
export function workerPath(): string {
	return join(engine, "xsnap-native", "xsnap", "build", "bin", system ?? "", "release", "xsnap-worker");
}

/** Whether the worker's instructions can be counted: valgrind was there when it was compiled, and is. */
export function canCountInstructions(): boolean {
	return existsSync(callgrind) && programOf("valgrind") !== undefined;
}

/**
 * Sees to it that XS is there: installs and compiles it where it isn't. Several processes may call it at once; one works,
 * the others wait.
 * @returns whether it is there, or in plain words why not
 */
export async function prepareXS(): Promise<Readiness> {
	if (system === undefined)
		return { ready: false, why: `XS from npm runs on Linux and macOS, not on ${process.platform}` };
	const missing: string[] = [];
	for (const [name, what] of [["cc", "C compiler (cc)"], ["make", "make"]]) {
		if (programOf(name) === undefined)
			missing.push(what);
	}
	if (missing.length > 0)
		return { ready: false, why: `no ${missing.join(" and no ")} was found, which compiling XS needs` };
	try {
		await install(folder, await wantedVersion(), compile);
		return { ready: true };
	}
	catch (error) {
		return { ready: false, why: shortened((error as Error).message) };
	}
}

async function compile(): Promise<void> {
	const { version: engineVersion } = JSON.parse(await readFile(join(engine, "package.json"), "utf8")) as { version: string };
	await addMeter(join(engine, "xsnap-native", "xsnap", "sources"));
	await appendFile(join(engine, "moddable", "modules", "data", "text", "encoder", "textencoder.c"), await readFile(native));
	// The rest is what the package's src/build.js does.
	await run("make", [
		"-j", String(availableParallelism()), "-f", "xsnap-worker.mk", "GOAL=release", `MODDABLE=${join(engine, "moddable")}`,
		`XSNAP_VERSION=${engineVersion}`, 'CC=cc "-D__has_builtin(x)=1"'
	], join(engine, "xsnap-native", "xsnap", "makefiles", system!));
	await access(workerPath(), constants.X_OK);
}

/** @param sources of the worker */
async function addMeter(sources: string): Promise<void> {
	await appendFile(join(sources, "xsnapPlatform.c"), await readFile(meter));
	const worker = join(sources, "xsnap-worker.c");
	let text = await readFile(worker, "utf8");
	for (const [there, written] of changes) {
		if (!text.includes(there))
			throw new Error(`the worker's source has no ${there}`);
		text = text.replace(there, written);
	}
	await writeFile(worker, text);
}

/** Changes with what is to be installed, and with how. */
async function wantedVersion(): Promise<string> {
	const hash = createHash("sha256").update(`release 2 ${process.platform} ${process.arch} ${existsSync(callgrind)} ${JSON.stringify(changes)}`);
	return hash.update(await readFile(meter)).update(await readFile(native)).update(await readFile(join(folder, "package-lock.json"))).digest("hex");
}
