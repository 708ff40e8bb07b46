/** The measuring host for XS from npm: compiled on demand, once for each change of its sources. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bundlesFor } from "../lib/entries.mjs";
import { prepareXS } from "../tools/xs/install.js";
import { lock } from "../tools/xs/lock.js";
import { run } from "../tools/xs/run.js";
import { projectRoot } from "../service/project.js";
import { type Host, memoryParameters, runProgram } from "./runner.js";

const root = projectRoot();
const installed = join(root, "tools", "xs", "node_modules");
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
	// The host has no TLS.
	crypt: "=export class Digest {}",
	curve: "=export default class {}",
	modular: "=export default class {}",
	Resource: "=export default class {}",
	mont: "=export default class {}",
	rng: "=export default {};",
	"ssl/alert": "=export default {};",
	"ssl/handshake": "=export default {};",
	"ssl/prf": "=export default {};",
	"ssl/session": "=export default class {}",
	"ssl/stream": "=export default class {}",
	...Object.fromEntries(bundlesFor("device").map(({ file, name }) => [name, join(root, file)])),
	pocketbase: join(installed, "pocketbase", "dist", "pocketbase.es.mjs")
};

const outboxModules = Object.keys(modules).filter((name) => name.startsWith("records-client/outbox"));

/** The library module by module, as it is before it becomes the bundle. */
export const modulesFolder = join(root, "build", "bench", "modules");

export type Prepared = { readonly host: Host } | { readonly host: undefined; readonly why: string };

/**
 * Sees to it that the host is there.
 * @param pointer bytes of a pointer: 8, or 4 for the slots of a microcontroller, where the compiler can make such programs
 * @param checked whether the engine notices when its stack is full; that costs computrons, so others are measured without
 * @returns the host, or in plain words why there is none
 */
export async function prepareHost(pointer: 4 | 8, checked = false): Promise<Prepared> {
	const readiness = await prepareXS();
	if (!readiness.ready)
		return { host: undefined, why: readiness.why };
	const out = join(root, "build", `bench-host-${pointer * 8}${checked ? "-checked" : ""}`);
	const flags = `${pointer === 4 ? "-m32" : ""} ${checked ? "-DmxBoundsCheck=1" : ""}`;
	const parameters = [`XS=${join(installed, "@agoric", "xsnap", "moddable")}`, `OUT=${out}`, `FLAGS=${flags}`];
	const unlock = await lock(`${out}.lock`);
	try {
		await run("make", ["-s", "-j", String(availableParallelism()), ...parameters], join(root, "bench", "host"));
	}
	catch (error) {
		return { host: undefined, why: (error as Error).message };
	}
	finally {
		await unlock();
	}
	const host = hostAt(join(out, "host"), pointer);
	// A compiler may make programs that the kernel does not run.
	return await runs(host) ? { host } : { host: undefined, why: `this machine runs no programs of ${pointer * 8} bits` };
}

function runs(host: Host): Promise<boolean> {
	return host.run("bytecode", { path: join(scripts, "bytecode.js") }).then((lines) => lines !== undefined, () => false);
}

/** Its scripts find the library, or the PocketBase SDK, where a device has its preloaded modules. */
function hostAt(path: string, pointer: 4 | 8): Host {
	return {
		pointer,
		run: (script, globals, memory = {}, patience) => runProgram(path, [
			...memoryParameters(pointer, memory),
			...Object.entries(script === "ours-profile" ? { ...modules, "records-client": join(modulesFolder, "moddable", "index.js") } : modules).flatMap(([name, source]) => ["--module", `${name}=${source}`]),
			...script.startsWith("ours") ? ["--preload", "records-client"] : [],
			...script.startsWith("ours-outbox") ? outboxModules.flatMap((name) => ["--preload", name]) : [],
			...script.startsWith("pocketbase") ? ["--preload", "pocketbase"] : [],
			...Object.entries(globals).flatMap(([name, text]) => ["--global", `${name}=${text}`]),
			join(scripts, `${script}.js`)
		], process.env, patience)
	};
}
