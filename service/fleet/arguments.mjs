// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { URL } from "node:url";
import { parseArgs } from "node:util";

export const usage = `usage: npm run fleet -- [options] COMMAND [NAME ...]

commands:
  add              makes the devices PREFIX1 to PREFIXn, and writes their passwords into a file.
                   After an interruption the same command goes on; a larger --count adds devices
  list             shows the devices, the longest silent first
  lock NAME ...    locks devices out: a new password that nobody knows; their tokens end
  rotate NAME ...  gives devices new passwords, into a new file; with --prefix all that begin so
  remove NAME ...  takes devices out of service: they can't log in. Their readings stay
  copy [NAME ...]  another of several services: makes the devices of a file that it lacks, with their passwords;
                   NAME ... get those of the file where they are there, too
  provision NAME   writes provision.json of the example "provision" from the device's row in a file
  export           writes readings by the time when they were received

options:
  --url URL        the service (http://127.0.0.1:8090)
  --base-url URL   add, rotate: the address that devices use (as --url)
  --count N        add: how many devices there shall be, 1 to 1,000,000
  --prefix TEXT    add, rotate, list: how their names begin, such as greenhouse-
  --csv FILE       add, copy, rotate, provision: the file of passwords. It is made for this user of the machine alone
  --list FILE      lock, remove: names that are added to this file, one a line, before it is done; then those of the file, too.
                   Without names all of the file, such as after a backup was restored that knows nothing of them
  --silent [TIME]  list: only those that posted nothing for so long: 90s, 30m, 24h, 7d; without a time, for more than two
                   intervals of their own health records
  --from TIME      export: from this time on, such as 2026-11-01 or 2026-11-01T12:00:00Z (the first reading)
  --to TIME        export: up to before this time (10 seconds ago)
  --format FORMAT  export: csv or ndjson (csv)
  --out FILE       export, provision: a new file (standard output)
  --help           print this text

environment:
  RECORDS_SUPERUSER, RECORDS_SUPERUSER_PASSWORD   the superuser's email and password. They are asked for where
                   they are missing; for a service that npm run service has started here they are not needed.
                   A log-in is good for an hour of commands: its token is in .data/fleet, for this user of the machine alone`;

/** Milliseconds by unit. */
const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * By command: its options besides --url and --help, those of them that it needs, and how many names it takes.
 * @satisfies {Record<string, { options: string[], needs: string[], least: number, most: number }>}
 */
const commands = {
	add: { options: ["base-url", "count", "csv", "prefix"], needs: ["count", "csv", "prefix"], least: 0, most: 0 },
	list: { options: ["prefix", "silent"], needs: [], least: 0, most: 0 },
	lock: { options: ["list"], needs: [], least: 1, most: Infinity },
	rotate: { options: ["base-url", "csv", "prefix"], needs: ["csv"], least: 0, most: Infinity },
	remove: { options: ["list"], needs: [], least: 1, most: Infinity },
	copy: { options: ["csv"], needs: ["csv"], least: 0, most: Infinity },
	provision: { options: ["csv", "out"], needs: ["csv"], least: 1, most: 1 },
	export: { options: ["format", "from", "out", "to"], needs: [], least: 0, most: 0 }
};

/**
 * `silent` in milliseconds, 0 for all, "interval" for two intervals of each device's own; `from` and `to` in milliseconds since
 * 1970, undefined where they are not given. URLs have no slash at the end.
 * @typedef {{ command: keyof typeof commands, names: string[], url: string, baseUrl: string, count: number, prefix: string, csv: string, list: string,
 *   silent: number | "interval", from: number | undefined, to: number | undefined, format: "csv" | "ndjson", out: string, help: boolean }} Arguments
 */

/**
 * Throws an Error that names the fault.
 * @param {string[]} given
 * @returns {Arguments}
 */
export function readArguments(given) {
	const text = /** @type {const} */ ({ type: "string" });
	const { values, positionals } = parseArgs({
		// A time may be left out, which parseArgs knows of no option.
		args: given.map((argument, index) => argument === "--silent" && /^(-|$)/.test(given[index + 1] ?? "") ? "--silent=" : argument),
		allowPositionals: true,
		options: {
			url: { type: "string", default: "http://127.0.0.1:8090" }, "base-url": text, count: text, prefix: text, csv: text, list: text, silent: text,
			from: text, to: text, format: text, out: text, help: { type: "boolean", default: false }
		}
	});
	const [command = "", ...names] = positionals;
	const url = urlOf("url", values.url);
	const from = timeOf("from", values.from), to = timeOf("to", values.to);
	if (!values.help)
		checkCommand(command, names, values);
	if (from !== undefined && to !== undefined && from >= to)
		throw new Error(`--from ${values.from} is not before --to ${values.to}`);
	return {
		command: /** @type {Arguments["command"]} */ (command),
		names,
		url,
		baseUrl: values["base-url"] === undefined ? url : urlOf("base-url", values["base-url"]),
		count: countOf(values.count),
		prefix: prefixOf(values.prefix),
		csv: values.csv ?? "",
		list: values.list ?? "",
		silent: durationOf(values.silent),
		from,
		to,
		format: formatOf(values.format),
		out: values.out ?? "",
		help: values.help
	};
}

/**
 * @param {string} command
 * @param {string[]} names
 * @param {Record<string, unknown>} values
 */
function checkCommand(command, names, values) {
	if (command === "")
		throw new Error(`a command is needed: ${Object.keys(commands).join(", ")}`);
	if (!Object.hasOwn(commands, command))
		throw new Error(`there is no command ${command}`);
	const { options, needs, least, most } = commands[/** @type {keyof typeof commands} */ (command)];
	for (const [name, value] of Object.entries(values)) {
		if (value !== undefined && !["url", "help", ...options].includes(name))
			throw new Error(`${command} has no option --${name}`);
	}
	for (const name of needs) {
		if (values[name] === undefined || values[name] === "")
			throw new Error(`${command} needs --${name}`);
	}
	if (values.list === "")
		throw new Error("--list is empty");
	if (names.length < (values.list === undefined ? least : 0) || names.length > most)
		throw new Error(most === 0 ? `${command} takes no names` : `${command} needs ${most === 1 ? "the name of one device" : "names of devices"}`);
	if (command === "rotate" && (names.length > 0) === (values.prefix !== undefined))
		throw new Error("rotate needs either names or --prefix");
}

/**
 * @param {string} name
 * @param {string} text
 */
function urlOf(name, text) {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "" || /[\s,"]/.test(text))
		throw new Error(`--${name} ${text} is not the http or https URL of a service`);
	return text.replace(/\/+$/, "");
}

/** @param {string | undefined} text */
function countOf(text) {
	if (text === undefined)
		return 0;
	const count = /^\d+$/.test(text) ? Number(text) : 0;
	if (count < 1 || count > 1_000_000)
		throw new Error(`--count ${text} is not a whole number from 1 to 1,000,000`);
	return count;
}

/** As the kit's users may be named. @param {string | undefined} text */
function prefixOf(text) {
	if (text === undefined)
		return "";
	if (!/^\w[\w.-]{0,99}$/.test(text))
		throw new Error(`--prefix ${text} is not 1 to 100 letters, digits, "_", "." and "-", of which the first is neither "." nor "-"`);
	return text;
}

/**
 * @param {string | undefined} text
 * @returns {number | "interval"}
 */
function durationOf(text) {
	if (text === undefined)
		return 0;
	if (text === "")
		return "interval";
	const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
	if (count === undefined)
		throw new Error(`--silent ${text} is not a whole number with s, m, h or d, such as 24h`);
	return Number(count) * units[/** @type {keyof typeof units} */ (unit)];
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function timeOf(name, text) {
	if (text === undefined)
		return undefined;
	const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : NaN;
	if (Number.isNaN(time))
		throw new Error(`--${name} ${text} is not a day or a time with its zone, such as 2026-11-01 or 2026-11-01T12:00:00Z`);
	return time;
}

/**
 * @param {string | undefined} text
 * @returns {"csv" | "ndjson"}
 */
function formatOf(text = "csv") {
	if (text !== "csv" && text !== "ndjson")
		throw new Error(`--format ${text} is neither csv nor ndjson`);
	return text;
}
