// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run soak -- [options]
  --seed NUMBER    the same faults again; otherwise another seed each time
  --count NUMBER   how many requests, in whole thousands, from 20,000 on in tens of thousands; 100,000 unless told
  --help           this text`;

/**
 * `every`: requests between two lines of progress.
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { count, help, seed } = parseArgs({
		args: given,
		options: { seed: { type: "string" }, count: { type: "string", default: "100000" }, help: { type: "boolean", default: false } }
	}).values;
	const every = Number(count) < 20_000 ? 1000 : 10_000;
	return { help, every, requests: number(count, "count", every, every), seed: seed === undefined ? Date.now() % 0x7fffffff : number(seed, "seed", 0, 1) };
}

/**
 * @param {string} text
 * @param {string} name
 * @param {number} least
 * @param {number} unit
 */
function number(text, name, least, unit) {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < least || value > 0x7fffffff || text.trim() === "" || value % unit !== 0)
		throw new TypeError(`--${name} must be a multiple of ${unit}, at least ${least}: ${text}`);
	return value;
}
