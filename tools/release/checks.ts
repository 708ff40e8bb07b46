import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { entries } from "../../lib/entries.mjs";
import { type Check, packageOf } from "./release.js";

/** A check that runs a command and shows what it writes. */
function command(program: string, ...parameters: readonly string[]): Check {
	return {
		name: [program, ...parameters].join(" "),
		run: (folder) => new Promise((resolve, reject) => {
			const child = spawn(program, parameters, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
			child.once("error", reject);
			child.once("close", (code, signal) => resolve(code === 0 ? [] : [`ended with ${signal ?? code}`]));
		})
	};
}

/** Entries for devices alone, whose condition no other tool has, and those without types. */
const excluded = entries.filter(({ device, isUntyped, node }) => isUntyped === true || device !== undefined && node === undefined).map(({ name }) => name.replace("records-client", "."));

/** What looks at the package as npm publishes it. */
export const ofPackage: readonly Check[] = [
	command("npx", "--no", "--", "publint", "--strict"),
	command("npx", "--no", "--", "attw", "--pack", ".", "--profile", "esm-only", "--no-definitely-typed", "--exclude-entrypoints", ...excluded)
];

/** All that a release of this project must pass. */
export const checks: readonly Check[] = [
	{
		name: "what a device keeps over updates",
		async run(folder) {
			const { version } = await packageOf(folder);
			const path = `host-tests/outbox/released/${version}.json`;
			return existsSync(join(folder, path)) ? [] : [`${path} is not there: node build/host-tests/outbox/write-released-form.js ${version} writes it`];
		}
	},
	{
		name: "build",
		// From nothing, so that all of it is of this commit.
		async run(folder) {
			await rm(join(folder, "dist"), { recursive: true, force: true });
			return command("node", "rollup/build.mjs", "library").run(folder);
		}
	},
	// Ends with an error at a public name without documentation and at a dead link.
	command("npm", "run", "docs"),
	command("npm", "run", "test:all"),
	command("npm", "run", "test:device"),
	...ofPackage
];
