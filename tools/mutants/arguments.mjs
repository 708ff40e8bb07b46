// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run mutants -- [options] [path …]
  path             a part of a source's path, such as lib/url; only mutants of those
  --count NUMBER   mutants in the sample, 200 unless given
  --seed NUMBER    the same sample again; 1 unless given
  --only NUMBER    that one mutant of the sample, from 1; may be repeated
  --all            with the tests that npm test leaves out, too: how many of what all notice npm test does
  --list           show the sample, run nothing
  --help           this text`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { positionals, values } = parseArgs({
		args: given,
		allowPositionals: true,
		options: {
			count: { type: "string", default: "200" },
			seed: { type: "string", default: "1" },
			only: { type: "string", multiple: true, default: [] },
			all: { type: "boolean", default: false },
			list: { type: "boolean", default: false },
			help: { type: "boolean", default: false }
		}
	});
	return { ...values, paths: positionals, count: number(values.count, "count"), seed: number(values.seed, "seed"), only: values.only.map((text) => number(text, "only")) };
}

/**
 * @param {string} text
 * @param {string} name
 */
function number(text, name) {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 1 || value > 0x7fffffff)
		throw new TypeError(`--${name} is not a whole number from 1: ${text}`);
	return value;
}
