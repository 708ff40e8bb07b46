import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../tools/moddable/command.js";
import { makeApp, manifestOf, type Simulator } from "./simulator.js";
import { programOf } from "../../tools/installed.js";

/** Milliseconds for a start of the SDK's program. */
const deadline = 120_000;

/** Starts an app twice in the SDK's own simulator, mcsim, which seeds nothing: what keys of TLS are made of must differ. */
export async function checkSimulatorKeys(simulator: Simulator): Promise<void> {
	const { results, tools } = simulator;
	const missing = ["xvfb-run", "stdbuf", "mcsim"].filter((tool) => programOf(tool, tools.environment.PATH) === undefined);
	if (missing.length > 0) {
		results.skip(`not run: random numbers in the SDK's simulator: ${missing.join(" and ")} not in PATH`);
		return;
	}
	const { home, object } = await makeApp(simulator, "simulator-keys", manifestOf("simulator-keys"));
	// The program keeps a copy of the app there, and does not make the folder.
	await mkdir(join(home, ".config", "tech.moddable.mcsim"), { recursive: true });
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
