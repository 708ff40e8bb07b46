import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { buildCopy } from "../../tools/moddable/build.js";
import { run } from "../../tools/moddable/command.js";
import type { Simulator } from "./simulator.js";
import { isInPath } from "../../tools/moddable/tool-chain.js";

/** Milliseconds for a start of the SDK's program. */
const deadline = 120_000;

/** Starts an app twice in the SDK's own simulator, mcsim, which seeds nothing: what keys of TLS are made of must differ. */
export async function checkSimulatorKeys({ results, scratch, tools }: Simulator): Promise<void> {
	const missing = ["xvfb-run", "stdbuf", "mcsim"].filter((tool) => !isInPath(tool, tools.environment.PATH));
	if (missing.length > 0) {
		results.skip(`not run: random numbers in the SDK's simulator: ${missing.join(" and ")} not in PATH`);
		return;
	}
	const home = join(scratch.folder, "simulator-keys");
	// The program keeps a copy of the app there, and does not make the folder.
	await mkdir(join(home, ".config", "tech.moddable.mcsim"), { recursive: true });
	const object = join(home, "mc.so");
	await buildCopy(object, tools, join(projectRoot(), "device-tests", "simulator-keys", "manifest.json"), {});
	const simulators = join(tools.moddable, "build", "simulators");
	const starts: string[] = [];
	for (let start = 0; start < 2; start++) {
		const end = new AbortController();
		const { output } = await run("xvfb-run", ["-a", "stdbuf", "-oL", "mcsim", simulators, object], {
			folder: home, environment: { ...tools.environment, HOME: home }, deadline,
			signal: end.signal,
			onLine: (line) => {
				if (!line.startsWith("keys "))
					return;
				starts.push(line);
				end.abort();
			}
		});
		if (starts.length === start) {
			results.fail(`the SDK's simulator does not start the app:\n${output}`);
			return;
		}
	}
	const [first, second] = starts.map((line) => line.split(" ").slice(1));
	for (const [at, what] of ["keys of TLS", "Math.random"].entries())
		results.take(`${first[at] !== second[at] ? "ok" : "not ok"} in the SDK's simulator ${what} differ from start to start`);
}
