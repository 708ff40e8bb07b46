import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "./build.js";

/** The folder that an app is started in. */
const own = "./";

/**
 * Sees that an app for the simulator keeps preferences and files in the folder that it is started in. The SDK's default
 * is one file of preferences for all apps, with the tokens of the machine's user.
 * @throws Error that names the app and the setting
 */
export async function checkOwnFiles({ name, made }: App): Promise<void> {
	const { config } = JSON.parse(await readFile(join(made, "manifest_flat.json"), "utf8")) as { config: { file?: { root?: string }; files?: string } };
	const places = { "file.root": config.file?.root, files: config.files };
	for (const [setting, place] of Object.entries(places)) {
		if (place !== undefined && place !== own)
			throw new Error(`${name} would leave things in ${place}: its manifest's config must have ${setting} as "${own}"`);
	}
}
