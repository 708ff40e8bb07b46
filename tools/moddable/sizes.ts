import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

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
