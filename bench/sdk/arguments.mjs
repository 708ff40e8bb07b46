// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run bench:device -- [options]
  --clients   measure the client alone, beside others and over TLS only
  --files     measure files that go up and down only
  --lists     measure streamed lists, filters, batches and signals only
  --live      measure live records only
  --outbox    measure the outbox only
  --help      this text

Needs the Moddable SDK in $MODDABLE, a C compiler and glib.`;

/**
 * @param {string[]} given
 * @throws TypeError that names the fault
 */
export function readArguments(given) {
	const flag = /** @type {const} */ ({ type: "boolean", default: false });
	return parseArgs({ args: given, options: { clients: flag, files: flag, lists: flag, live: flag, outbox: flag, help: flag } }).values;
}
