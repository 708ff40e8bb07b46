// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run release -- [options]

  --dry-run   check all, make no tag and no tarball
  --help      print this text

Releases the version of package.json, which npm version writes. Refuses unless all is committed, CHANGELOG.md
begins with that version, package.json has the repository's address, and npm run test:all, npm run
test:device and the checks of the package pass; that takes an hour and needs the Moddable SDK. Then it
puts the tag vVERSION on a commit of its own, which has dist/, and the package's tarball into build/.
It pushes nothing.`;

/**
 * @param {readonly string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const flag = /** @type {const} */ ({ type: "boolean", default: false });
	return parseArgs({ args: [...given], options: { "dry-run": flag, help: flag } }).values;
}
