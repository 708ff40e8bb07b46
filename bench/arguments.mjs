// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run bench -- [options]
  --budgets   take the figures reached as the budgets that the tests hold the library to (bench/budgets.json)
  --fronts    measure behind the nginx, HAProxy and Caddy that are installed, and nothing else
  --outbox    measure the outbox only
  --service   measure how many devices one service carries, which nothing else does
  --help      this text`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { values } = parseArgs({
		args: given,
		options: {
			budgets: { type: "boolean", default: false },
			fronts: { type: "boolean", default: false },
			outbox: { type: "boolean", default: false },
			service: { type: "boolean", default: false },
			help: { type: "boolean", default: false }
		}
	});
	return values;
}
