// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { parseArgs } from "node:util";

export const usage = `usage: npm start -- [options]
  --example NAME  which of the examples: sensor (default), button, weather, gateway, provision, history,
                  camera, relay, update
  --count N       readings to put (default 20); presses, wakes, commands, or readings that others send (default 3)
  --interval MS   milliseconds between them (default 100)
  --outage S      stop the service in the middle of the run, for so many seconds
  --url URL       a service that runs already, instead of starting one
  --identity NAME the device that logs in (default device-one), with RECORDS_DEVICE_PASSWORD
  --engine NAME   what the firmware runs on: node (default), or xs, the engine of devices
  --emulator      as the image that is flashed, in QEMU's ESP32-C3 (docs/boards.md has what it needs)
  --keep          leave the service running; prints where to look at the readings, and a login
  --help          this text

environment:
  RECORDS_DATA              the folder of the service's database (.data/service)
  RECORDS_PREFERENCES       the file that keeps the device's token (.data/preferences.json)
  RECORDS_FILES             the folder of the device's files, its readings among them (.data/files)
  RECORDS_DEVICE_PASSWORD   the device's password, and the service's when its data is first made (device-pass-1234)
  RECORDS_SERVICE_BIN       a PocketBase binary to run instead of the installed one`;

export const examples = ["sensor", "button", "weather", "gateway", "provision", "history", "camera", "relay", "update"];

/** Seconds; timers go no further. */
const LONGEST_OUTAGE = 2_000_000;

/**
 * Options of the main job. `interval` is in milliseconds; `outage` is in seconds, 0 for none; `engine` is what the
 * firmware runs on.
 * @typedef {"sensor" | "button" | "weather" | "gateway" | "provision" | "history" | "camera" | "relay" | "update"} ExampleName
 * @typedef {{
 *   readonly example: ExampleName,
 *   readonly count: number, readonly interval: number, readonly outage: number, readonly url: string | undefined, readonly identity: string,
 *   readonly engine: "node" | "xs" | "emulator", readonly keep: boolean, readonly help: boolean
 * }} StartArguments
 */

/**
 * Reads the command line.
 * @param {string[]} given
 * @returns {StartArguments}
 * @throws Error that names the option that is unknown or wrong
 */
export function readArguments(given) {
	const { emulator, engine = "node", example, identity, interval, outage, url, keep, help, count = example === "sensor" ? "20" : "3" } = parse(given);
	if (!isExample(example))
		throw new Error(`--example must be one of ${examples.join(", ")}, not "${example}"`);
	if (example !== "sensor" && (engine !== "node" || emulator || outage !== undefined))
		throw new Error(`--engine, --emulator and --outage are for the sensor`);
	if (keep && url !== undefined)
		throw new Error(`--keep is for a service started here, not for --url`);
	if (outage !== undefined && url !== undefined)
		throw new Error(`--outage stops a service started here, not the one of --url`);
	if (identity.trim() === "")
		throw new Error(`--identity must be a device's name or email`);
	if (emulator && (engine !== "node" || outage !== undefined))
		throw new Error(`--emulator stands without --engine and --outage`);
	if (engine !== "node" && engine !== "xs")
		throw new Error(`--engine must be node or xs, not "${engine}"`);
	return {
		example,
		count: wholeNumber("count", count, 1),
		interval: wholeNumber("interval", interval, 0),
		outage: outage === undefined ? 0 : wholeNumber("outage", outage, 1, LONGEST_OUTAGE),
		url,
		identity,
		engine: emulator ? "emulator" : engine,
		keep,
		help
	};
}

/**
 * @param {string} name
 * @returns {name is ExampleName}
 */
function isExample(name) {
	return examples.includes(name);
}

/** @param {string[]} given */
function parse(given) {
	return parseArgs({
		args: given,
		options: {
			example: { type: "string", default: "sensor" },
			count: { type: "string" },
			interval: { type: "string", default: "100" },
			outage: { type: "string" },
			url: { type: "string" },
			identity: { type: "string", default: "device-one" },
			engine: { type: "string" },
			emulator: { type: "boolean", default: false },
			keep: { type: "boolean", default: false },
			help: { type: "boolean", default: false }
		}
	}).values;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
function wholeNumber(name, text, least, most = 0x7fffffff) {
	const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
	if (value < least || value > most)
		throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`);
	return value;
}
