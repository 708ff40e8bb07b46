// JavaScript, so that wrong options and --help are answered before anything is compiled.
import { isIP } from "node:net";
import { parseArgs } from "node:util";

export const usage = `usage: npm run service -- [options]

  --host IP    the address of this machine to listen on (127.0.0.1, which only this machine reaches);
               0.0.0.0 for all of them, so that boards reach it: the passwords of the devices, of the
               operator and of the superuser are then random, and printed when the data is first served so
  --port N     the port, 1 to 65535 (8090)
  --data DIR   the folder of the database (.data/service, or .data/network-service for a network)
  --help       print this text

environment:
  RECORDS_SERVICE_BIN       a PocketBase binary to run instead of the installed one
  RECORDS_DEVICE_PASSWORD   both devices' password when the data is first made (device-pass-1234), or first
                            served to a network (random)`;

export const loopback = "127.0.0.1";

/**
 * Options of the service: `host` is an IP address, `data` a folder.
 * @typedef {{ host: string, port: number, data: string | undefined, help: boolean }} Arguments
 */

/**
 * Throws an Error that names the fault.
 * @param {string[]} given
 * @returns {Arguments}
 */
export function readArguments(given) {
	const { values } = parseArgs({
		args: given,
		options: {
			host: { type: "string", default: loopback },
			port: { type: "string", default: "8090" },
			data: { type: "string" },
			help: { type: "boolean", default: false }
		}
	});
	const port = /^\d+$/.test(values.port) ? Number(values.port) : 0;
	if (!isPort(port))
		throw new Error(`--port ${values.port} is not a whole number from 1 to 65535`);
	if (values.data === "")
		throw new Error("--data is empty");
	return { host: addressOf(values.host), port, data: values.data, help: values.help };
}

/**
 * The address that `--host` means. Throws an Error that names the fault.
 * @param {string} host
 */
export function addressOf(host) {
	if (host === "localhost")
		return loopback;
	if (isIP(host) === 0 || host.includes("%"))
		throw new Error(`--host ${host} is neither an IP address of this machine nor localhost`);
	return host;
}

/** @param {number} port */
export function isPort(port) {
	return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
