import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json: compiled code runs from build/, the service's migrations and hooks stay with the sources. */
export function projectRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, "package.json"))) {
		const parent = dirname(folder);
		if (parent === folder)
			throw new Error("no package.json above " + fileURLToPath(import.meta.url));
		folder = parent;
	}
	return folder;
}
