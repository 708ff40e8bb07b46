// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

/** What can be chosen. */
const parts = ["every-byte", "files", "outbox-faults", "outbox-model", "outbox-unread", "live", "relay", "fleet", "moved", "service", "forward", "catch-up", "hostile", "answers", "json-texts", "soak"];

export const usage = `usage: npm run test:reliability -- [options] [part …]
  part             only these: ${parts.join(", ")}
  --seed NUMBER    the same random numbers again; otherwise another seed each time
  --readings N     catch-up: readings that the service has (1,000,000)
  --help           this text`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { positionals, values: { help, readings, seed } } = parseArgs({
		args: given, allowPositionals: true, options: { seed: { type: "string" }, readings: { type: "string", default: "1000000" }, help: { type: "boolean", default: false } }
	});
	const unknown = positionals.find((name) => !parts.includes(name));
	if (unknown !== undefined)
		throw new TypeError(`no part is named ${unknown}`);
	if (!/^[1-9]\d{0,8}$/.test(readings))
		throw new TypeError(`--readings must be a whole number from 1 to 999,999,999: ${readings}`);
	return { help, chosen: positionals.length === 0 ? parts : positionals, readings: Number(readings), seed: seed === undefined ? Date.now() % 0x7fffffff : seedFrom(seed) };
}

/** @param {string} text */
function seedFrom(text) {
	const seed = Number(text);
	if (!Number.isSafeInteger(seed) || seed < 0 || seed > 0x7fffffff || text.trim() === "")
		throw new TypeError(`--seed must be a whole number from 0 to 2147483647: ${text}`);
	return seed;
}
