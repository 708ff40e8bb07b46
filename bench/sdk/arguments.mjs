// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run bench:device -- [options]
  --help      this text

Needs the Moddable SDK in $MODDABLE, a C compiler and glib.`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	return parseArgs({ args: given, options: { help: { type: "boolean", default: false } } }).values;
}
