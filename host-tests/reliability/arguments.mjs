// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

/** What can be chosen. */
const parts = ["every-byte", "files", "outbox-faults", "outbox-model", "outbox-unread", "live", "relay", "fleet", "shards", "moved", "service", "forward", "hostile", "http-client", "json-texts", "soak"];

export const usage = `usage: npm run test:reliability -- [options] [part …]
  part             only these: ${parts.join(", ")}
  --seed NUMBER    the same random numbers again; otherwise another seed each time
  --help           this text`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const { positionals, values: { help, seed } } = parseArgs({
		args: given, allowPositionals: true, options: { seed: { type: "string" }, help: { type: "boolean", default: false } }
	});
	const unknown = positionals.find((name) => !parts.includes(name));
	if (unknown !== undefined)
		throw new TypeError(`no part is named ${unknown}`);
	return { help, chosen: positionals.length === 0 ? parts : positionals, seed: seed === undefined ? Date.now() % 0x7fffffff : seedFrom(seed) };
}

/** @param {string} text */
function seedFrom(text) {
	const seed = Number(text);
	if (!Number.isSafeInteger(seed) || seed < 0 || seed > 0x7fffffff || text.trim() === "")
		throw new TypeError(`--seed must be a whole number from 0 to 2147483647: ${text}`);
	return seed;
}
