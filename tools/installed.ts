import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of an installed program; undefined where there is none. @param folders to look in, as PATH has them */
export function programOf(name: string, folders = process.env.PATH ?? ""): string | undefined {
	return folders.split(delimiter).filter((folder) => folder !== "").map((folder) => join(folder, name)).find((path) => {
		try {
			accessSync(path, constants.X_OK);
			return true;
		}
		catch {
			return false;
		}
	});
}

/** The same; programs of administrators need not be in PATH. */
export function serverOf(name: string): string | undefined {
	return programOf(name, [process.env.PATH ?? "", "/usr/sbin", "/usr/bin"].join(delimiter));
}
