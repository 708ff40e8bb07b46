/** The Moddable SDK's own engine and modules under measurement: one app, run by a loader that gives it memory and main module. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type App, build, buildLoader } from "../../tools/moddable/build.js";
import { run } from "../../tools/moddable/command.js";
import { addedTo } from "../../tools/moddable/sizes.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";
import { projectRoot } from "../../service/project.js";
import { countInstructions, type Host, memoryParameters, runProgram } from "../runner.js";

/** The counters of the engine; a release has them left out. */
const counting = "-DmxMetering=1 -DmxInstrument=1 -DMODINSTRUMENTATION=1";

const compileDeadline = 120_000;

export interface DeviceHost {
	readonly host: Host;
	readonly app: App;
	/** The same app without the library and the scripts. */
	readonly bare: App;
	/** The PocketBase SDK with what it needs, in an app of its own. */
	readonly pocketbase: { readonly host: Host; readonly app: App };
}

/** Runs programs of 32 bits where the kernel does not (Debian's qemu-user). */
export const emulator = "qemu-i386";

/**
 * Builds for the simulator, with slots of 16 bytes where the compiler makes programs of 32 bits and the kernel or the emulator runs them, else of 32.
 * @param glib flags of the compiler for it
 * @throws Error with a tool's output
 */
export async function prepareDeviceHost(tools: ToolChain, glib: readonly string[]): Promise<DeviceHost> {
	const words = await wordsFor32Bits(join(projectRoot(), "build", "device"));
	const pointer = words === undefined ? 8 : 4;
	const compiler = `cc ${pointer === 4 ? "-m32 " : ""}${counting}`;
	const out = join(projectRoot(), "build", "device", `bench-${pointer * 8}`);
	await mkdir(out, { recursive: true });
	// The libraries that an app is linked with are the loader's: there may be none for 32 bits.
	const environment = { ...tools.environment, CC: compiler, MAKEFLAGS: "-- LINK_LIBRARIES=-lm" };
	const apps = { ...tools, environment, out };
	const loader = [...words ?? [], await buildLoader(tools, glib, out, compiler.split(" "))];
	const [bare, app, pocketbase] = [await buildApp(apps, "bare"), await buildApp(apps, "app"), await buildApp(apps, "pocketbase")];
	const sizes = new Map(await addedTo(bare.made, app.made));
	return { host: hostOf(loader, app, pointer, sizes), app, bare, pocketbase: { host: hostOf(loader, pocketbase, pointer, sizes), app: pocketbase } };
}

/** What stands before a program of 32 bits on a command line: nothing, or the emulator; undefined where none can be made or run. */
async function wordsFor32Bits(folder: string): Promise<readonly string[] | undefined> {
	const source = join(folder, "bits.c");
	const program = join(folder, "bits");
	await mkdir(folder, { recursive: true });
	await writeFile(source, "int main(void) { return 0; }\n");
	const runs = async (command: string, parameters: readonly string[]): Promise<boolean> => (await run(command, parameters, { deadline: compileDeadline })).code === 0;
	if (!await runs("cc", ["-m32", source, "-o", program]))
		return undefined;
	if (await runs(program, []))
		return [];
	return await runs(emulator, [program]) ? [emulator] : undefined;
}

function buildApp(tools: ToolChain, name: string): Promise<App> {
	return build(tools, join(projectRoot(), "bench", "sdk", name, "manifest.json"), {});
}

/** @param loader what runs an app, as words of a command line @param sizes bytes of bytecode by module */
function hostOf([command, ...first]: readonly string[], app: App, pointer: 4 | 8, sizes: ReadonlyMap<string, number>): Host {
	const environment = ({ settings = "{}", authority = "" }: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, BENCH_SETTINGS: settings, BENCH_AUTHORITY: authority });
	return {
		pointer,
		run: (script, globals, memory = {}) => runProgram(command, [...first, "--main", `bench/${script}`, ...memoryParameters(pointer, memory), app.object], environment(globals)),
		bytecode: (bundle) => Promise.resolve(sizes.get(`records-client/${bundle.replace("-", "/")}`) ?? NaN),
		// valgrind would count the emulator's.
		instructions: async (script, globals) => command === emulator ? undefined : countInstructions(command, ["--main", `bench/${script}`, app.object], environment(globals))
	};
}
