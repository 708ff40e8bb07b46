// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run fuzz -- [options]
  --seed NUMBER    the same inputs again; otherwise another seed each time
  --count NUMBER   how many inputs, 1,000,000 unless told
  --path PATH      that one input of the seed, as a failure names it
  --help           this text`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { count, help, path, seed } = parseArgs({
		args: given,
		options: { seed: { type: "string" }, count: { type: "string", default: "1000000" }, path: { type: "string", default: "" }, help: { type: "boolean", default: false } }
	}).values;
	if (!/^(\d+(:\d+)*)?$/.test(path))
		throw new TypeError(`--path is none: ${path}`);
	return { count: number(count, "count"), help, path, seed: seed === undefined ? Date.now() % 0x7fffffff : number(seed, "seed") };
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
