import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { buildCopy } from "../../tools/moddable/build.js";
import { run } from "../../tools/moddable/command.js";
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

/**
 * Builds the test app with a configuration and runs it to its end. A case that ends the app, or that holds its only
 * thread, fails; the app is started anew behind it.
 * @param place name of the folder that the app runs in; its preferences stay there
 */
export async function runCases(simulator: Simulator, manifest: string, config: Readonly<Record<string, string>>, place: string): Promise<void> {
	const { results, show, scratch } = simulator;
	const home = join(scratch.folder, place);
	await mkdir(home, { recursive: true });
	let after = "";
	for (let ends = 0; ends < endsMaximum; ends++) {
		const object = join(home, "mc.so");
		await buildCopy(object, simulator.tools, manifest, { ...config, after });
		let begun = "";
		let closed = false;
		const { code, how, output } = await start(simulator, object, home, (traced) => {
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
export async function runApp(simulator: Simulator, object: string, place: string): Promise<void> {
	const home = join(simulator.scratch.folder, place);
	await mkdir(home, { recursive: true });
	const { code, how, output } = await start(simulator, object, home, (line) => void simulator.results.take(line));
	if (code !== 0)
		simulator.results.fail(`${place}: ended with ${how}: ${output.trim()}`);
}

function start(simulator: Simulator, object: string, home: string, onLine: (line: string) => void): ReturnType<typeof run> {
	return run(simulator.loader, [object], { folder: home, deadline: runDeadline, onLine });
}
