// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm test -- [options] [file …]
  file                a part of a test file's path, such as unit/http; only the tests of those that have it are run, without the checks
  --within FOLDER     only files in this folder, without the checks
  --match TITLE       only tests with that title ("*" stands for anything), without the checks
  --serial            one after the other, files and tests
  --fail-fast         end at the first failure
  --timeout TIME      without progress, such as 30s
  --update-snapshots
  --verbose           all that passes, too
  --help              this text`;

/**
 * `forAva`: options that are handed to ava.
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { values, positionals } = parseArgs({
		args: given,
		allowPositionals: true,
		options: {
			within: { type: "string", default: "" },
			match: { type: "string", short: "m", multiple: true, default: [] },
			serial: { type: "boolean", short: "s", default: false },
			"fail-fast": { type: "boolean", default: false },
			timeout: { type: "string", short: "T" },
			"update-snapshots": { type: "boolean", short: "u", default: false },
			verbose: { type: "boolean", short: "v", default: false },
			help: { type: "boolean", default: false }
		}
	});
	/** @type {("serial" | "fail-fast" | "update-snapshots")[]} */
	const switches = ["serial", "fail-fast", "update-snapshots"];
	/** @type {string[]} */
	const forAva = switches.filter((name) => values[name]).map((name) => `--${name}`);
	for (const title of values.match)
		forAva.push("--match", title);
	if (values.timeout !== undefined)
		forAva.push("--timeout", values.timeout);
	return { ...values, positionals, forAva };
}
