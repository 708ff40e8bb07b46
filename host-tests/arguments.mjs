// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm test -- [options] [file …]
  file                a part of a test file's path, such as unit/http; only the tests of those that have it are run, whole, without ESLint
  --part PART         "fast", what answers an edit; "rest", all else, ESLint among it; "all". npm test: fast; npm run test:rest; npm run test:all
  --within FOLDER     only files in this folder, whole, without ESLint
  --match TITLE       only tests with that title ("*" stands for anything), without ESLint
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
			part: { type: "string", default: "fast" },
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
	if (values.part !== "fast" && values.part !== "rest" && values.part !== "all")
		throw new TypeError(`--part must be fast, rest or all, not "${values.part}"`);
	/** @type {("serial" | "fail-fast" | "update-snapshots")[]} */
	const switches = ["serial", "fail-fast", "update-snapshots"];
	/** @type {string[]} */
	const forAva = switches.filter((name) => values[name]).map((name) => `--${name}`);
	for (const title of values.match)
		forAva.push("--match", title);
	if (values.timeout !== undefined)
		forAva.push("--timeout", values.timeout);
	/** Files that are named run whole, whatever part they are of. */
	const isNamed = values.within !== "" || positionals.length > 0;
	/** @type {"fast" | "rest" | "all"} */
	const part = isNamed ? "all" : values.part;
	return { ...values, part, isNamed, positionals, forAva };
}
