import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { type App, type BuildOptions, buildCopy } from "../../tools/moddable/build.js";
import { type CommandOptions, type Ended, run } from "../../tools/moddable/command.js";
import type { Results } from "./results.js";
import type { Scratch } from "./scratch.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";

/** Milliseconds for one run of the app. */
const runDeadline = 1_800_000;

/** Cases that may end the app, one after the other, before it is given up. */
const endsMaximum = 10;

export interface Simulator {
	readonly tools: ToolChain;
	readonly loader: string;
	/** For the apps' preferences, files and objects. */
	readonly scratch: Scratch;
	readonly results: Results;
	/** Gets what is worth showing. */
	readonly show: (line: string) => void;
}

/** An app that was built, with a folder of its own. */
export interface SimulatorApp extends App {
	readonly home: string;
	/** Starts it, in its folder where the options say nothing else. */
	run(options: CommandOptions): Promise<Ended>;
}

/** Path of an app's manifest. @param folders its folder in device-tests */
export function manifestOf(...folders: readonly string[]): string {
	return join(projectRoot(), "device-tests", ...folders, "manifest.json");
}

/**
 * Builds an app.
 * @param place name of the folder that it runs in; its preferences and files stay there
 * @throws Error like `buildCopy`
 */
export async function makeApp({ loader, scratch, tools }: Simulator, place: string, manifest: string, config: Readonly<Record<string, string>> = {}, options?: BuildOptions): Promise<SimulatorApp> {
	const home = join(scratch.folder, place);
	await mkdir(home, { recursive: true });
	const object = join(home, "mc.so");
	const app = await buildCopy(object, tools, manifest, config, options);
	return { ...app, object, home, run: (given) => run(loader, [object], { folder: home, ...given }) };
}

/**
 * Builds the test app with a configuration and runs it to its end. A case that ends the app, or that holds its only
 * thread, fails; the app is started anew behind it.
 * @param place name of the folder that the app runs in; its preferences stay there
 */
export async function runCases(simulator: Simulator, manifest: string, config: Readonly<Record<string, string>>, place: string): Promise<void> {
	const { results, show } = simulator;
	let after = "";
	for (let ends = 0; ends < endsMaximum; ends++) {
		const app = await makeApp(simulator, place, manifest, { ...config, after });
		let begun = "";
		let closed = false;
		const { code, how, output } = await app.run({
			deadline: runDeadline,
			onLine(traced) {
				// The SDK's TCP traces this without an end of the line.
				const line = traced.replace(/^ *(?:write failed)+/, "");
				if (line.startsWith("begin "))
					begun = line.slice(6);
				else if (results.take(line)) {
					begun = "";
					if (!line.startsWith("ok "))
						show(line);
				}
				else if (/^[0-9]+ passed, /.test(line))
					closed = true;
				else
					show(`  ${line}`);
			}
		});
		if (closed && (code === 0 || code === 1))
			return;
		if (begun === "") {
			results.fail(`${place}: the app ended between cases (${how}): ${output.split("\n").slice(-4).join(" ")}`);
			return;
		}
		const failure = `${begun}: ended the app in ${place} (${how})`;
		results.fail(failure);
		show(`not ok ${failure}`);
		after = begun;
	}
	results.fail(`the app ended ${endsMaximum} times; the cases behind "${after}" were not run`);
}

/** Runs an app that ends by itself; its exit code is its result. */
export async function runApp({ results }: Simulator, app: SimulatorApp): Promise<void> {
	const { code, how, output } = await app.run({ deadline: runDeadline, onLine: (line) => void results.take(line) });
	if (code !== 0)
		results.fail(`${app.name}: ended with ${how}: ${output.trim()}`);
}
