import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageApps } from "./package-app.js";
import { makeApp, type Simulator } from "./simulator.js";

/** Milliseconds for the app, which does nothing but throw. */
const deadline = 60_000;
/** The last line that the app traces. */
const end = "traced";

const main = `import { RecordsClient } from "records-client";
import { filter } from "records-client/filter";

function traceOf(call) {
	try {
		call();
	}
	catch (error) {
		trace(error.stack, "\\n");
	}
}

export default function main() {
	traceOf(() => new RecordsClient({ baseUrl: "192.168.1.20:8090" }));
	traceOf(() => filter("sensor = {:name}", {}));
	trace("${end}\\n");
}
`;

/** Sees that a trace of a debug build names the line of the bundle that throws: the engineer opens it. */
export async function checkTraces(simulator: Simulator, apps: PackageApps): Promise<void> {
	const { results } = simulator;
	const folder = await apps.folder("traces");
	await writeFile(join(folder, "main.js"), main);
	const library = "./node_modules/records-client";
	const include = ["$(MODDABLE)/examples/manifest_base.json", "$(MODDABLE)/examples/manifest_net.json", `${library}/manifest.json`, `${library}/manifests/filter.json`];
	const manifest = join(folder, "manifest.json");
	await writeFile(manifest, JSON.stringify({ include, modules: { "*": "./main" }, config: { file: { root: "./" } } }));
	const app = await makeApp(simulator, "traces", manifest, {}, { goal: "debug" });
	const done = new AbortController();
	const { output } = await app.run({ deadline, signal: done.signal, onLine: (line) => line === end && done.abort() });
	const throws = [...output.matchAll(/^TypeError: (.+)\n at .+ \((.+):(\d+)\)$/gm)];
	for (const [, message, file, line] of throws) {
		const text = (await readFile(file, "utf8")).split("\n")[Number(line) - 1] ?? "";
		results.take(`${/\bthrow new TypeError\(/.test(text) ? "ok" : "not ok"} a trace leads to what throws "${message}": ${file}:${line}: ${text.trim()}`);
	}
	results.take(`${throws.length === 2 ? "ok" : "not ok"} two exceptions have a trace: ${throws.length === 2 ? "" : output}`);
}
