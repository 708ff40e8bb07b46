import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Compiles a TypeScript project, and of that what has changed. TypeScript 7 takes a fifth of the time of TypeScript 6, which is there
 * for those that call it as a library: ESLint's rules, the bundles of declarations, tests.
 * @param {string} project path of its tsconfig.json
 * @param {string} out folder for what is made
 * @param {string} known name in that folder of what the compiler knows of its last run
 * @returns {Promise<void>}
 * @throws Error on a type error, which the compiler has printed
 */
export function compile(project, out, known) {
	const options = ["--project", project, "--noEmit", "false", "--outDir", out, "--incremental", "--tsBuildInfoFile", join(out, known)];
	return ended(spawn(process.execPath, [join(root, "node_modules/typescript-7/bin/tsc"), ...options], { cwd: root, stdio: "inherit" }), `tsc --project ${project}`);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} what for the error
 * @returns {Promise<void>}
 */
export function ended(child, what) {
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => code === 0 ? resolve() : reject(new Error(`${what} ended with ${code}`)));
	});
}
