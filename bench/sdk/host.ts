/** The Moddable SDK's own engine and modules under measurement: one app, run by a loader that gives it memory and main module. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type App, build } from "../../tools/moddable/build.js";
import { run } from "../../tools/moddable/command.js";
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

/**
 * Builds for the simulator, with slots of 16 bytes where the compiler makes programs of 32 bits and the kernel runs them, else of 32.
 * @throws Error with a tool's output
 */
export async function prepareDeviceHost(tools: ToolChain): Promise<DeviceHost> {
	const pointer = await has32Bits(join(projectRoot(), "build", "device")) ? 4 : 8;
	const compiler = `cc ${pointer === 4 ? "-m32 " : ""}${counting}`;
	const out = join(projectRoot(), "build", "device", `bench-${pointer * 8}`);
	await mkdir(out, { recursive: true });
	// The libraries that an app is linked with are the loader's: there may be none for 32 bits.
	const environment = { ...tools.environment, CC: compiler, MAKEFLAGS: "-- LINK_LIBRARIES=-lm" };
	const apps = { ...tools, environment, out };
	const loader = await buildLoader(tools, compiler, join(out, "loader"));
	const [bare, app, pocketbase] = [await buildApp(apps, "bare"), await buildApp(apps, "app"), await buildApp(apps, "pocketbase")];
	return { host: hostOf(loader, app, pointer), app, bare, pocketbase: { host: hostOf(loader, pocketbase, pointer), app: pocketbase } };
}

/** Whether programs of 32 bits can be made and run: a kernel without them would end each measurement, with a status that says nothing of it. */
async function has32Bits(folder: string): Promise<boolean> {
	const source = join(folder, "bits.c");
	const program = join(folder, "bits");
	await mkdir(folder, { recursive: true });
	await writeFile(source, "int main(void) { return 0; }\n");
	const made = await run("cc", ["-m32", source, "-o", program], { deadline: compileDeadline });
	return made.code === 0 && (await run(program, [], { deadline: compileDeadline })).code === 0;
}

function buildApp(tools: ToolChain, name: string): Promise<App> {
	return build(tools, join(projectRoot(), "bench", "sdk", name, "manifest.json"), {});
}

function hostOf(loader: string, app: App, pointer: 4 | 8): Host {
	const environment = ({ settings = "{}", authority = "" }: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, BENCH_SETTINGS: settings, BENCH_AUTHORITY: authority });
	return {
		pointer,
		run: (script, globals, memory = {}) => runProgram(loader, [...memoryParameters(pointer, memory), app.object, `bench/${script}`], environment(globals)),
		instructions: (script, globals) => countInstructions(loader, [app.object, `bench/${script}`], environment(globals))
	};
}

async function buildLoader({ moddable }: ToolChain, compiler: string, loader: string): Promise<string> {
	const folder = join(projectRoot(), "bench", "sdk", "loader");
	const headers = ["build/simulators/modules", "xs/includes", "xs/platforms", "xs/sources"].flatMap((path) => ["-isystem", join(moddable, path)]);
	const glib = await run("pkg-config", ["--cflags", "gio-2.0"], { deadline: compileDeadline });
	const [cc, ...flags] = compiler.split(" ");
	const { code, output } = await run(cc, [
		...flags, "-std=gnu17", "-O2", "-Wall", "-Wextra", "-DINCLUDE_XSPLATFORM=1", '-DXSPLATFORM="lin_xs.h"', ...headers, ...glib.output.trim().split(/\s+/),
		"-rdynamic", ...["main.c", "glib.c", "resolver.c"].map((name) => join(folder, name)), "-o", loader, "-ldl", "-lm"
	], { deadline: compileDeadline });
	if (code !== 0)
		throw new Error(`the loader does not compile:\n${output}`);
	return loader;
}
