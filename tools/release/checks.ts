import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { packageFaults } from "./package-faults.js";
import type { Check } from "./release.js";

/** A check that runs a command and shows what it writes. */
function command(name: string, program: string, parameters: readonly string[]): Check {
	return {
		name,
		run: (folder) => new Promise((resolve, reject) => {
			const child = spawn(program, parameters, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
			child.once("error", reject);
			child.once("close", (code, signal) => resolve(code === 0 ? [] : [`ended with ${signal ?? code}`]));
		})
	};
}

const build = command("build", "node", ["rollup/build.mjs", "library"]);

/** All that a release of this project must pass. */
export const checks: readonly Check[] = [
	{
		name: "what a device keeps over updates",
		async run(folder) {
			const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
			const path = `host-tests/outbox/released/${version}.json`;
			return existsSync(join(folder, path)) ? [] : [`${path} is not there: node build/host-tests/outbox/write-released-form.js ${version} writes it`];
		}
	},
	{
		name: build.name,
		// From nothing, so that all of it is of this commit.
		async run(folder) {
			await rm(join(folder, "dist"), { recursive: true, force: true });
			return build.run(folder);
		}
	},
	// Ends with an error at a public name without documentation and at a dead link.
	command("npm run docs", "npm", ["run", "docs"]),
	command("npm run test:all", "npm", ["run", "test:all"]),
	command("npm run test:device", "npm", ["run", "test:device"]),
	{ name: "package", run: packageFaults }
];
