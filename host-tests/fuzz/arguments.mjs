// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run fuzz -- [options]
  --seed NUMBER    the same inputs again; otherwise another seed each time
  --count NUMBER   how many inputs, 1,000,000 unless told
  --only INDEX     that one input of the seed
  --help           this text`;

/**
 * Inputs `from` and up to `to`, which is not one of them.
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { count, help, only, seed } = parseArgs({
		args: given,
		options: { seed: { type: "string" }, count: { type: "string", default: "1000000" }, only: { type: "string" }, help: { type: "boolean", default: false } }
	}).values;
	const from = only === undefined ? 0 : number(only, "only");
	return {
		help,
		seed: seed === undefined ? Date.now() % 0x7fffffff : number(seed, "seed"),
		from,
		to: only === undefined ? number(count, "count") : from + 1
	};
}

/**
 * @param {string} text
 * @param {string} name
 */
function number(text, name) {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 0 || value > 0x7fffffff || text.trim() === "")
		throw new TypeError(`--${name} is no whole number: ${text}`);
	return value;
}
