import { copyFile, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { run } from "./command.js";
import type { ToolChain } from "./tool-chain.js";

/** The folder that an app is started in. */
const own = "./";

/** Milliseconds, as long as a whole run: the first build compiles the engine, which is half a minute on an idle machine and many on a busy one. */
const buildDeadline = 3_600_000;

/** A warning of the SDK's tools about what is ours: the library, the test app, its folders. */
const ours = /records-client|device-tests|\b(?:main|cases|abort): /;
/** The same for a board, where the cases are preloaded to spare its memory, although they are not frozen. */
const oursOnBoards = /records-client|device-tests/;

/**
 * Preference on Linux keeps its values in a static field; the linker names it by the module of ours that leads to it.
 * On boards it is native.
 */
const preference = "Preference.#cache: not frozen";

/** An app built for the simulator. */
export interface App {
	readonly name: string;
	/** The shared object. */
	readonly object: string;
	/** Folder of what the build made on its way: modules/, mc.xs.c. */
	readonly made: string;
}

export interface BuildOptions {
	/** Default "lin", the simulator. */
	readonly platform?: string;
	/** "mcpack" builds the package that the manifest's folder is. Default "mcconfig". */
	readonly tool?: "mcconfig" | "mcpack";
	/** Default "release". */
	readonly goal?: "debug" | "release";
}

/**
 * Builds an app with mcconfig for the simulator, or for a board.
 * @param manifest path; its folder's name is the app's
 * @param config values for the app, as text
 * @throws Error with the tool's output; also for a warning about a module of ours
 */
export async function build(tools: ToolChain, manifest: string, config: Readonly<Record<string, string>>, options: BuildOptions = {}): Promise<App> {
	const { goal = "release", platform = "lin", tool = "mcconfig" } = options;
	const { out } = tools;
	await mkdir(out, { recursive: true });
	const values = Object.entries(config).map(([name, value]) => `${name}=${value}`);
	const parameters = [...goal === "debug" ? ["-d"] : [], "-m", "-p", platform, "-t", "build", "-o", out];
	const { code, output } = tool === "mcpack"
		? await run("mcpack", ["mcconfig", ...parameters, ...values], { environment: tools.environment, folder: dirname(manifest), deadline: buildDeadline })
		: await run("mcconfig", [...parameters, manifest, ...values], { environment: tools.environment, deadline: buildDeadline });
	if (code !== 0 || /^###? ?error/im.test(output))
		throw new Error(`${tool} failed on ${manifest}:\n${output}`);
	// Tools that run at the same time write into each other's lines.
	const warnings = output.replace(/# (?:xsc|xsl|xsid|tsc|cc) .*$/gm, "").split("\n").filter((line) => /warning/i.test(line) && (platform === "lin" ? ours : oursOnBoards).test(line) && !line.endsWith(preference));
	if (warnings.length > 0)
		throw new Error(`${tool} warns about modules of ours in ${manifest}:\n${warnings.join("\n")}`);
	const name = basename(dirname(manifest));
	return {
		name,
		object: join(out, "bin", platform, "mc", goal, name, "mc.so"),
		made: join(out, "tmp", platform, "mc", goal, name)
	};
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Builds an app to run on the simulator and copies it, so that the next build changes nothing under a running app. One at a
 * time. @throws Error like `build`, and when the app would leave something outside the folder that it is started in
 */
export function buildCopy(object: string, ...parameters: Parameters<typeof build>): Promise<App> {
	const built = last.then(async () => {
		const app = await build(...parameters);
		await checkOwnFiles(app);
		await copyFile(app.object, object);
		return app;
	});
	last = built.catch(() => undefined);
	return built;
}

/** As much of glib as an app calls, where there are no libraries. */
const standIns = ["glib.c", "resolver.c"];

/**
 * Compiles the loader.
 * @param glib flags of the compiler for it, with its libraries
 * @param compiler command and flags of one that may make programs of another size: those have no libraries
 * @returns its path
 * @throws Error with the compiler's output
 */
export async function buildLoader({ moddable }: ToolChain, glib: readonly string[], out = join(projectRoot(), "build", "device"), compiler?: readonly string[]): Promise<string> {
	const loader = join(out, "loader");
	await mkdir(out, { recursive: true });
	const sources = ["loader.c", ...compiler === undefined ? [] : standIns].map((name) => join(projectRoot(), "tools", "moddable", "loader", name));
	const headers = ["build/simulators/modules", "xs/includes", "xs/platforms", "xs/sources"].flatMap((path) => ["-isystem", join(moddable, path)]);
	const [cc, ...flags] = compiler ?? ["cc"];
	const { code, output } = await run(cc, [
		...flags, "-std=gnu17", "-O2", "-Wall", "-Wextra", "-DINCLUDE_XSPLATFORM=1", '-DXSPLATFORM="lin_xs.h"', ...headers, ...sources, "-rdynamic", "-o", loader,
		...compiler === undefined ? glib : glib.filter((flag) => !flag.startsWith("-l")), "-ldl", "-lm"
	], { deadline: 120_000 });
	if (code !== 0)
		throw new Error(`the loader does not compile:\n${output}`);
	return loader;
}

/**
 * Sees that an app for the simulator keeps preferences and files in the folder that it is started in. The SDK's default
 * is one file of preferences for all apps, with the tokens of the machine's user.
 * @throws Error that names the app and the setting
 */
async function checkOwnFiles({ name, made }: App): Promise<void> {
	const { config } = JSON.parse(await readFile(join(made, "manifest_flat.json"), "utf8")) as { config: { file?: { root?: string }; files?: string } };
	const places = { "file.root": config.file?.root, files: config.files };
	for (const [setting, place] of Object.entries(places)) {
		if (place !== undefined && place !== own)
			throw new Error(`${name} would leave things in ${place}: its manifest's config must have ${setting} as "${own}"`);
	}
}
