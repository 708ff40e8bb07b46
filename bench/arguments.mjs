// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run bench -- [options]
  --budgets   take the figures reached as the budgets that the tests hold the library to (bench/budgets.json)
  --help      this text

What the library takes of a device is measured by npm run bench:device.`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const flag = /** @type {const} */ ({ type: "boolean", default: false });
	return parseArgs({ args: given, options: { budgets: flag, help: flag } }).values;
}
