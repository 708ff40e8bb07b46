/** Runs one script on the measuring host and reads what it says. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { type Host, installed } from "./engine.js";
import type { Line } from "./figures.js";

/** The script in bench/xs that is run. */
export type Script = "ours" | "pocketbase" | "ours-creates" | "pocketbase-creates" | "bytecode";

/** Sizes of the machine's memory in bytes. A part that doesn't grow ends the run when it is full. */
export interface Memory {
	readonly chunks?: readonly [size: number, growth: number];
	readonly slots?: readonly [size: number, growth: number];
	readonly stack?: number;
}

/** Exit statuses of a machine that ran out of memory or stack (xsCommon.h). */
const outOfMemory: readonly number[] = [1, 2];

const root = projectRoot();
const scripts = join(root, "build", "bench", "xs");

/** Modules of the SDK, as the host has them natively; the rest is thin. */
const modules: Readonly<Record<string, string>> = {
	timer: "=export default Timer;",
	preference: "=export default Preference;",
	"text/encoder": "=export default TextEncoder;",
	net: "=export default { get() {} };",
	time: "=export default { get ticks() { return host.now() | 0; } };",
	"embedded:io/socket/tcp": "=export default TCP;",
	"embedded:io/socket/udp": "=export default class {}",
	"embedded:network/dns/resolver/udp": join(scripts, "resolver.js"),
	// The host has no TLS.
	ber: "=export default class {}",
	"ssl/alert": "=export default {};",
	"ssl/session": "=export default class {}",
	x509: "=export default {};",
	"records-client": join(root, "dist", "records-client.js"),
	pocketbase: join(installed, "pocketbase", "dist", "pocketbase.es.mjs")
};

/**
 * Runs a script with the library, or the PocketBase SDK, where a device has its preloaded modules.
 * @param globals texts that the script finds as globals
 * @returns the lines that it printed; undefined when the machine's memory did not do
 * @throws Error with the script's output when it ended in another way
 */
export async function runScript(host: Host, script: Script, globals: Readonly<Record<string, string>>, memory: Memory = {}): Promise<Line[] | undefined> {
	const { status, output, errors } = await start(host.path, [
		...memoryParameters(host, memory),
		...Object.entries(modules).flatMap(([name, source]) => ["--module", `${name}=${source}`]),
		...script.startsWith("ours") ? ["--preload", "records-client"] : [],
		...script.startsWith("pocketbase") ? ["--preload", "pocketbase"] : [],
		...Object.entries(globals).flatMap(([name, text]) => ["--global", `${name}=${text}`]),
		join(scripts, `${script}.js`)
	]);
	if (outOfMemory.includes(status))
		return undefined;
	if (status !== 0)
		throw new Error(`${script} ended with status ${status}:\n${output}${errors}`);
	// A line that goes on begins with a comma.
	return output.trimEnd().replaceAll("\n,", ",").split("\n").map((line) => JSON.parse(line) as Line);
}

function memoryParameters(host: Host, { chunks, slots, stack }: Memory): string[] {
	const slotSize = 4 * host.pointer;
	return [
		...chunks === undefined ? [] : ["--chunks", chunks.join(",")],
		...slots === undefined ? [] : ["--slots", slots.map((bytes) => Math.floor(bytes / slotSize)).join(",")],
		...stack === undefined ? [] : ["--stack", String(Math.floor(stack / slotSize))]
	];
}

function start(path: string, parameters: string[]): Promise<{ status: number; output: string; errors: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(path, parameters, { stdio: ["ignore", "pipe", "pipe"], timeout: 300_000 });
		let output = "";
		let errors = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			errors += text;
		});
		child.once("error", reject);
		child.once("close", (code, signal) => resolve({ status: code ?? -1, output, errors: errors + (signal ?? "") }));
	});
}
