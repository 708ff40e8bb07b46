// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm run service:export -- [options] DIR

  writes what PocketBase 0.39 needs for devices into the new folder DIR:

  pb_migrations/     collections, rules, indexes, batches, rate limits
  pb_hooks/          hooks: readings' devices and bounds, lists, retention, metrics, the stream's ping
  pb_public/         the live page, as /live.html
  collections.json   the collections and rules alone, for the dashboard's "Import collections"
  prometheus/        what to scrape, and alert rules
  haproxy/           a load balancer for several services
  grafana/           a dashboard for readings in PostgreSQL
  systemd/           a unit with a user of its own, and one for the forwarder

  --help             print this text

environment:
  RECORDS_SERVICE_BIN   a PocketBase binary to use instead of the installed one`;

/**
 * Throws an Error that names the fault.
 * @param {string[]} given
 * @returns {{ folder: string, help: boolean }}
 */
export function readArguments(given) {
	const { values, positionals } = parseArgs({ args: given, allowPositionals: true, options: { help: { type: "boolean", default: false } } });
	const [folder = "", ...others] = positionals;
	if (!values.help && (folder === "" || others.length > 0))
		throw new Error(`exactly one folder is needed, not ${positionals.length}`);
	return { folder, help: values.help };
}
