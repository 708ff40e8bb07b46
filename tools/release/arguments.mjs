// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run release -- [options] VERSION

  VERSION     as in package.json and CHANGELOG.md, such as 1.2.3
  --dry-run   check all, make no tag and no tarball
  --help      print this text

Refuses unless all is committed, the version, CHANGELOG.md and the addresses in package.json
agree, and npm run test:all, npm run test:device and the checks of the package pass; that takes an
hour and needs the Moddable SDK. Then it puts the tag vVERSION on a commit of its own, which
has dist/, and the package's tarball into build/. It pushes nothing.`;

/**
 * @typedef {{ readonly version: string, readonly dryRun: boolean, readonly help: boolean }} Arguments
 */

/**
 * @param {readonly string[]} given
 * @returns {Arguments}
 * @throws Error that names the fault
 */
export function readArguments(given) {
	const { positionals, values } = parseArgs({
		args: [...given],
		allowPositionals: true,
		options: { "dry-run": { type: "boolean", default: false }, help: { type: "boolean", default: false } }
	});
	if (!values.help && positionals.length !== 1)
		throw new Error(positionals.length === 0 ? "the version is missing" : "more than one version is given");
	return { version: positionals[0] ?? "", dryRun: values["dry-run"], help: values.help };
}
