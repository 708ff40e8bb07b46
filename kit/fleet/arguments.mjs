// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { readFileSync } from "node:fs";
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
  copy             makes the devices of a file where a service lacks them, with their ids and passwords
  provision NAME   writes provision.json of the example "provision" from the device's last row in a file, with which it has
                   logged in at the row's base URL
  export           writes readings by the time when they were received
  forward          takes all readings to PostgreSQL, until it is ended (Ctrl-C, SIGTERM)

options:
  --url URL        the service (http://127.0.0.1:8090)
  --services FILE  several services: a command does all of them. Lines NAME=URL, one for each service, and
                   devices=URL, the address that devices use, with {name} for the device's name
  --base-url URL   add, rotate, with --url: the address that devices use (as --url); {name} stands for the device's name
  --count N        add: how many devices there shall be, 1 to 1,000,000
  --prefix TEXT    add, rotate, list: how their names begin, such as greenhouse-
  --csv FILE       add, copy, rotate, provision: the file of passwords. It is made for this user of the machine alone. A device's
                   last row counts
  --list FILE      lock, remove: names that are added to this file, one a line, before it is done; then those of the file, too.
                   Without names all of the file, such as after a backup was restored that knows nothing of them
  --silent [TIME]  list: only those that posted nothing for so long: 90s, 30m, 24h, 7d; without a time, for more than two
                   intervals of their own health records
  --from TIME      export: from the first reading on that was received then or later, such as 2026-11-01 or 2026-11-01T12:00:00Z;
                   or from where an earlier export says that it has ended (the first reading)
  --to TIME        export: up to before the first reading that was received then or later (the last reading)
  --format FORMAT  export: csv or ndjson (csv)
  --out FILE       export, provision: a new file; - for standard output, which npm begins with lines of its own unless it is
                   given --silent: npm run --silent fleet -- export --out -
  --to URL         forward: the database, such as postgres://records@127.0.0.1/records. PGPASSWORD and .pgpass have the password, too
  --metrics ADDRESS  forward: where it answers Prometheus at /metrics, such as 127.0.0.1:9464
  --schema [KIND]  forward: prints the SQL that makes the tables, and ends: plain, timescaledb or citus (plain)
  --help           print this text

  A service that does not answer is named, and the command ends with 1 after it has done the others.

environment:
  RECORDS_SERVICES   --services, where neither that nor --url is given
  RECORDS_FORWARD_TO   forward: --to, where that is not given
  RECORDS_FEED_TOKEN   forward: the token that each service has in the same variable
  RECORDS_SUPERUSER, RECORDS_SUPERUSER_PASSWORD   the superuser's email and password, on each service the same. They are
                   asked for where they are missing; for a service that npm run service has started here they are not
                   needed. A log-in is good for an hour of commands: its token is in .data/fleet, one for each service, for
                   this user of the machine alone`;

/** Milliseconds by unit. */
const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * By option: what its values are like, and what is said of others.
 * @type {Record<string, [form: RegExp, fault: string]>}
 */
const forms = {
	count: [/^0*([1-9]\d{0,5}|1000000)$/, "is not a whole number from 1 to 1,000,000"],
	// As the kit's users may be named.
	prefix: [/^\w[\w.-]{0,99}$/, 'is not 1 to 100 letters, digits, "_", "." and "-", of which the first is neither "." nor "-"'],
	silent: [/^(\d{1,9}[smhd])?$/, "is not a whole number with s, m, h or d, such as 24h"],
	format: [/^(csv|ndjson)$/, "is neither csv nor ndjson"],
	schema: [/^(plain|timescaledb|citus)?$/, "is neither plain, timescaledb nor citus"]
};

/**
 * By command: its options besides --url, --services and --help, those of them that it needs, and how many names it takes.
 * @satisfies {Record<string, { options: string[], needs: string[], least: number, most: number }>}
 */
const commands = {
	add: { options: ["base-url", "count", "csv", "prefix"], needs: ["count", "csv", "prefix"], least: 0, most: 0 },
	list: { options: ["prefix", "silent"], needs: [], least: 0, most: 0 },
	lock: { options: ["list"], needs: [], least: 1, most: Infinity },
	rotate: { options: ["base-url", "csv", "prefix"], needs: ["csv"], least: 0, most: Infinity },
	remove: { options: ["list"], needs: [], least: 1, most: Infinity },
	copy: { options: ["csv"], needs: ["csv"], least: 0, most: 0 },
	provision: { options: ["csv", "out"], needs: ["csv", "out"], least: 1, most: 1 },
	export: { options: ["format", "from", "out", "to"], needs: ["out"], least: 0, most: 0 },
	forward: { options: ["metrics", "schema", "to"], needs: [], least: 0, most: 0 }
};

/**
 * `silent` in milliseconds, 0 for all, "interval" for two intervals of each device's own; `from` and `to` in milliseconds since
 * 1970, undefined where they are not given. URLs have no slash at the end; `baseUrl` may have `{name}`. A service of --url has
 * the URL as its name. `places`, instead of `from`, are where an export begins, each the last reading before; the name of the only
 * service may be "".
 * @typedef {{ service: string, place: number, id: string }} ServicePlace
 * @typedef {{ name: string, url: string }} ServiceAddress
 * @typedef {{ services: ServiceAddress[], baseUrl: string }} ServiceTable
 * @typedef {ServiceTable & { command: keyof typeof commands, names: string[], count: number, prefix: string, csv: string, list: string,
 *   silent: number | "interval", from: number | undefined, places: ServicePlace[], to: number | undefined, format: "csv" | "ndjson", out: string,
 *   database: string, metrics: { host: string, port: number } | undefined, schema: "plain" | "timescaledb" | "citus" | undefined, help: boolean }} Arguments
 */

/**
 * Throws an Error that names the fault.
 * @param {string[]} given
 * @returns {Arguments}
 */
export function readArguments(given, environment = process.env) {
	const text = /** @type {const} */ ({ type: "string" });
	const { values, positionals } = parseArgs({
		// Their values may be left out, which parseArgs knows of no option.
		args: given.map((argument, index) => ["--silent", "--schema"].includes(argument) && /^(-|$)/.test(given[index + 1] ?? "") ? `${argument}=` : argument),
		allowPositionals: true,
		options: {
			url: text, services: text, "base-url": text, count: text, prefix: text, csv: text, list: text, silent: text,
			from: text, to: text, format: text, out: text, metrics: text, schema: text, help: { type: "boolean", default: false }
		}
	});
	const [command = "", ...names] = positionals;
	const places = placesOf(values.from);
	const from = places.length > 0 ? undefined : timeOf("from", values.from), to = command === "forward" ? undefined : timeOf("to", values.to);
	if (!values.help)
		checkCommand(command, names, values);
	if (from !== undefined && to !== undefined && from >= to)
		throw new Error(`--from ${values.from} is not before --to ${values.to}`);
	const table = values.help ? { services: [], baseUrl: "" } : servicesOf(values, environment.RECORDS_SERVICES);
	const stranger = table.services.length === 1 ? undefined : places.find(({ service }) => !table.services.some(({ name }) => name === service));
	if (stranger !== undefined && !values.help)
		throw new Error(`--from ${values.from} ${stranger.service === "" ? "names no service" : `names ${stranger.service}, which is no service`}`);
	return {
		command: /** @type {Arguments["command"]} */ (command),
		names,
		...table,
		count: Number(values.count ?? 0),
		prefix: values.prefix ?? "",
		csv: values.csv ?? "",
		list: values.list ?? "",
		silent: durationOf(values.silent),
		from,
		places,
		to,
		format: /** @type {Arguments["format"]} */ (values.format ?? "csv"),
		out: values.out ?? "",
		database: values.help || command !== "forward" || values.schema !== undefined ? "" : databaseOf(values.to ?? environment.RECORDS_FORWARD_TO ?? ""),
		metrics: addressOf(values.metrics),
		schema: /** @type {Arguments["schema"]} */ (values.schema === "" ? "plain" : values.schema),
		help: values.help
	};
}

/**
 * @param {string} command
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
function checkCommand(command, names, values) {
	if (command === "")
		throw new Error(`a command is needed: ${Object.keys(commands).join(", ")}`);
	if (!Object.hasOwn(commands, command))
		throw new Error(`there is no command ${command}`);
	const { options, needs, least, most } = commands[/** @type {keyof typeof commands} */ (command)];
	for (const [name, value] of Object.entries(values)) {
		if (value !== undefined && !["url", "services", "help", ...options].includes(name))
			throw new Error(`${command} has no option --${name}`);
	}
	for (const name of needs) {
		if (values[name] === undefined || values[name] === "")
			throw new Error(`${command} needs --${name}`);
	}
	for (const [name, [form, fault]] of Object.entries(forms)) {
		if (values[name] !== undefined && !form.test(values[name]))
			throw new Error(`--${name} ${values[name]} ${fault}`);
	}
	if (values.list === "")
		throw new Error("--list is empty");
	if (names.length < (values.list === undefined ? least : 0) || names.length > most)
		throw new Error(most === 0 ? `${command} takes no names` : `${command} needs ${most === 1 ? "the name of one device" : "names of devices"}`);
	if (command === "rotate" && (names.length > 0) === (values.prefix !== undefined))
		throw new Error("rotate needs either names or --prefix");
}

/**
 * @param {{ url?: string, services?: string, "base-url"?: string }} values
 * @param {string | undefined} standard the file of services where none is given
 * @returns {ServiceTable}
 */
function servicesOf({ url, services, "base-url": baseUrl }, standard = "") {
	if (services !== undefined || (url === undefined && standard !== "")) {
		if (url !== undefined)
			throw new Error("--url is one service, and --services several: give one of them");
		if (baseUrl !== undefined)
			throw new Error("--base-url goes with --url: a file of services has it in its line devices=URL");
		return readServices(services ?? standard);
	}
	const only = urlOf("--url", url ?? "http://127.0.0.1:8090");
	return { services: [{ name: only, url: only }], baseUrl: baseUrl === undefined ? only : urlOf("--base-url", baseUrl) };
}

/**
 * The table of services in a file.
 * @param {string} path
 * @returns {ServiceTable}
 */
function readServices(path) {
	const lines = textOf(path).split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== "");
	const table = new Map(lines.map((line) => {
		const [, name, url] = /^(\w[\w.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
		if (name === undefined)
			throw new Error(`${path} has the line ${line}, which is not NAME=URL`);
		return [name, urlOf(`${path}: ${name}=`, url)];
	}));
	if (table.size < lines.length)
		throw new Error(`${path} has two lines with the same name`);
	const { devices: baseUrl, ...others } = Object.fromEntries(table);
	const services = Object.entries(others).map(([name, url]) => ({ name, url }));
	if (baseUrl === undefined || services.length === 0)
		throw new Error(`${path} has ${services.length === 0 ? "no service" : "no line devices=URL with the address that devices use"}`);
	if (new Set(Object.values(others)).size < services.length)
		throw new Error(`${path} has two services with the same URL`);
	return { services, baseUrl };
}

/** @param {string} path */
function textOf(path) {
	try {
		return readFileSync(path, "utf8");
	}
	catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		throw new Error(`the file of services ${path} can't be read: ${code === "ENOENT" ? "it is not there" : code === "EISDIR" ? "it is a folder, not a file" : code}`, { cause: error });
	}
}

/**
 * @param {string} what
 * @param {string} text
 */
function urlOf(what, text) {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "" || /[\s,"]/.test(text))
		throw new Error(`${what} ${text} is not the http or https URL of a service`);
	return text.replace(/\/+$/, "");
}

/**
 * @param {string | undefined} text
 * @returns {number | "interval"}
 */
function durationOf(text) {
	if (text === undefined)
		return 0;
	return text === "" ? "interval" : Number.parseInt(text, 10) * units[/** @type {keyof typeof units} */ (text.at(-1))];
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
 * Where an export has ended, as it says; none for a time.
 * @param {string | undefined} text
 * @returns {import("./arguments.mjs").ServicePlace[]}
 */
function placesOf(text = "") {
	const parts = text.split(",").map((part) => /^(?:([\w.-]+)=)?(\d{1,15})\.(\w*)$/.exec(part));
	return parts.flatMap((part) => part === null || parts.includes(null) ? [] : [{ service: part[1] ?? "", place: Number(part[2]), id: part[3] }]);
}

/** The URL of a database, which is not shown: it may have a password. @param {string} text */
function databaseOf(text) {
	if (text === "")
		throw new Error("forward needs --to");
	if (!/^postgres(ql)?:\/\/\S+$/.test(text))
		throw new Error("--to is not the URL of a PostgreSQL database, such as postgres://records@127.0.0.1/records");
	return text;
}

/** @param {string | undefined} text */
function addressOf(text) {
	if (text === undefined)
		return undefined;
	const [, host, port] = /^(?:\[([\da-f:]+)\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
	if (port === undefined || Number(port) > 65_535)
		throw new Error(`--metrics ${text} is not an address and a port, such as 127.0.0.1:9464`);
	return { host: host ?? text.slice(0, text.lastIndexOf(":")), port: Number(port) };
}
