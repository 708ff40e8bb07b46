import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../host/make-folder.js";
import { plainFault } from "../../service/faults.js";
import { PlainService } from "../../service/plain-service.js";
import { projectRoot } from "../../service/project.js";

/** The libraries of the live page: npm package, folder, files. */
const libraries = [
	["uplot", ["dist/uPlot.esm.js", "dist/uPlot.min.css", "LICENSE"]],
	["pocketbase", ["dist/pocketbase.es.mjs", "LICENSE.md"]]
] as const;

/**
 * Writes the service kit for a PocketBase of the user's own.
 * @param folder is made; one that is there must be empty
 * @throws Error that names the folder and what is wrong
 */
export async function exportKit(folder: string): Promise<void> {
	const kit = join(projectRoot(), "kit");
	try {
		makeFolder(folder);
	}
	catch (error) {
		throw new Error(`the folder ${folder} can't be made: ${plainFault(error)}`, { cause: error });
	}
	if ((await readdir(folder)).length > 0)
		throw new Error(`the folder ${folder} is not empty: name a new one`);
	try {
		// Before anything is written: it takes longest, and an interruption leaves no part of a kit.
		const collections = await collectionsOf(join(kit, "pb_migrations"));
		for (const name of ["pb_migrations", "pb_hooks", "prometheus", "grafana", "haproxy", "systemd"])
			await cp(join(kit, name), join(folder, name), { recursive: true });
		await exportPage(join(kit, "page"), join(folder, "pb_public"));
		await writeFile(join(folder, "collections.json"), JSON.stringify(collections, undefined, "\t") + "\n");
	}
	catch (error) {
		throw new Error(`the folder ${folder} can't be written: ${plainFault(error)}`, { cause: error });
	}
}

/** The live page as `live.html`: `index.html` may be the user's own. */
async function exportPage(from: string, to: string): Promise<void> {
	const page = join(to, "page");
	await mkdir(page, { recursive: true });
	for (const name of await readdir(from))
		await cp(join(from, name), name === "index.html" ? join(to, "live.html") : join(page, name));
	for (const [name, files] of libraries) {
		await mkdir(join(page, name));
		for (const file of files)
			await cp(join(projectRoot(), "node_modules", name, file), join(page, name, file.replace("dist/", "")));
	}
}

/** The collections that the migrations make, as PocketBase exports them. */
async function collectionsOf(migrations: string): Promise<unknown[]> {
	const service = await PlainService.start({ migrations });
	try {
		const response = await fetch(`${service.url}/api/collections?perPage=200&filter=${encodeURIComponent("system = false")}&sort=created`, { headers: { authorization: await service.token() } });
		const { items } = await response.json() as { items: Record<string, unknown>[] };
		return items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== "created" && name !== "updated")));
	}
	finally {
		await service.remove();
	}
}
