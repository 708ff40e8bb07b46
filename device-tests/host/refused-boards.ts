import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { run } from "../../tools/moddable/command.js";
import type { Simulator } from "./simulator.js";

/**
 * Builds an app for boards on which the library does not run: the manifests must say why before anything is built. Folders
 * that are empty stand for the boards' tools. Not for Pico, of which the SDK's manifests name files of its tools.
 * @throws Error when the SDK has no such boards
 */
export async function checkRefusedBoards({ results, scratch, tools }: Simulator): Promise<void> {
	const folder = join(scratch.folder, "refused");
	const home = join(folder, "tools");
	await mkdir(join(home, "esp"), { recursive: true });
	const [zephyr] = await readdir(join(tools.moddable, "build", "devices", "zephyr", "targets"));
	await writeFile(join(folder, "main.js"), "");
	for (const manifest of ["manifest.json", "manifests/http.json"]) {
		const path = join(folder, basename(manifest));
		await writeFile(path, JSON.stringify({ include: ["$(MODDABLE)/examples/manifest_base.json", join(projectRoot(), manifest)], modules: { "*": "./main" } }));
		for (const [platform, name] of [["esp", "ESP8266"], [`zephyr/${zephyr}`, "Zephyr"]]) {
			const environment = { ...tools.environment, HOME: home, ESP_BASE: join(home, "esp"), ZEPHYR_BASE: home };
			const { code, output } = await run("mcconfig", ["-m", "-p", platform, "-t", "build", "-o", folder, path], { environment, deadline: 60_000 });
			const isRefused = code !== 0 && output.includes(`records-client does not run on ${name}: `);
			results.take(`${isRefused ? "ok" : "not ok"} ${manifest} is refused for ${platform}${isRefused ? "" : `:\n${output}`}`);
		}
	}
}
