// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run bench -- [options]
  --budgets   take the figures reached as the budgets that the tests hold the library to (bench/budgets.json)
  --fleet     run 5,000 devices on one service and on three, and nothing else
  --service   measure how many devices one service carries, and nothing else
  --seed N    what the dice of --fleet come of. Default: 1
  --help      this text

What the library takes of a device is measured by npm run bench:device.`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { values } = parseArgs({
		args: given,
		options: {
			budgets: { type: "boolean", default: false },
			fleet: { type: "boolean", default: false },
			service: { type: "boolean", default: false },
			seed: { type: "string", default: "1" },
			help: { type: "boolean", default: false }
		}
	});
	if (!/^\d{1,9}$/.test(values.seed))
		throw new TypeError(`--seed must be a whole number, not ${values.seed}`);
	return values;
}
