import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { projectRoot } from "../../service/project.js";
import { run } from "./command.js";
import type { ToolChain } from "./tool-chain.js";

/** Bytes of the atom CODE in a compiled module (.xsb): its bytecode. */
async function bytecode(file: string): Promise<number> {
	const bytes = await readFile(file);
	for (let at = 8; at + 8 <= bytes.length;) {
		const size = bytes.readUInt32BE(at);
		if (bytes.toString("latin1", at + 4, at + 8) === "CODE")
			return size - 8;
		at += Math.max(size, 8);
	}
	return 0;
}

async function modulesOf(made: string): Promise<Map<string, number>> {
	const folder = join(made, "modules");
	const sizes = new Map<string, number>();
	for (const file of await readdir(folder, { recursive: true })) {
		if (file.endsWith(".xsb"))
			sizes.set(file.slice(0, -4).replace("~.embedded/", "embedded:"), await bytecode(join(folder, file)));
	}
	return sizes;
}

/** Bytes of bytecode by module: what one app has and another has not, the largest first. @param made folders of what the builds made on their way */
export async function addedTo(without: string, made: string): Promise<readonly (readonly [module: string, bytes: number])[]> {
	const base = await modulesOf(without);
	return [...await modulesOf(made)].filter(([name]) => !base.has(name)).sort(([, one], [, other]) => other - one);
}

/** Names of the library's modules in an app. @param made folder of what its build made on its way */
export async function libraryModules(made: string): Promise<readonly string[]> {
	return [...(await modulesOf(made)).keys()].filter((name) => name.startsWith("records-client")).sort();
}

/** Lines of a table: bytecode by module of what one app has and another has not, and the sum. */
export async function addedModules(made: string, without: string): Promise<readonly string[]> {
	const added = await addedTo(without, made);
	const sum = added.reduce((total, [, size]) => total + size, 0);
	return [...added, ["together", sum] as const].map(([name, size]) => `${String(size).padStart(8)}  ${name}`);
}

/** Lines of a table: bytecode of the library by source file, each compiled by itself. */
export async function sourceSizes(tools: ToolChain, folder: string): Promise<readonly string[]> {
	const lib = join(projectRoot(), "build", "lib");
	const lines: [string, number][] = [];
	for (const file of await readdir(lib, { recursive: true })) {
		if (!file.endsWith(".js"))
			continue;
		const name = basename(file, ".js");
		const { code } = await run("xsc", [join(lib, file), "-c", "-e", "-o", folder, "-r", name], { environment: tools.environment, deadline: 30_000 });
		if (code === 0)
			lines.push([relative(lib, join(lib, file)), await bytecode(join(folder, `${name}.xsb`))]);
	}
	return lines.sort(([, one], [, other]) => other - one).map(([name, size]) => `${String(size).padStart(8)}  lib/${name.replace(/js$/, "ts")}`);
}
