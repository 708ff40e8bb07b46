import { parseArgs } from "node:util";
import { addressOf, loopback } from "./network.js";
import { isPort } from "./port.js";

export const usage = `usage: npm run service -- [options]

  --host IP    the address of this machine to listen on (127.0.0.1, which only this machine reaches);
               0.0.0.0 for all of them, so that boards reach it: the passwords of the devices and of
               the superuser are then random, and printed when the data is first served so
  --port N     the port, 1 to 65535 (8090)
  --data DIR   the folder of the database (.data/service, or .data/network-service for a network)
  --help       print this text

environment:
  RECORDS_SERVICE_BIN       a PocketBase binary to run instead of the installed one
  RECORDS_DEVICE_PASSWORD   both devices' password when the data is first made (device-pass-1234), or first
                            served to a network (random)`;

export interface Arguments {
	/** An IP address. */
	host: string;
	port: number;
	data: string | undefined;
	help: boolean;
}

/** Throws an Error that names the fault. */
export function readArguments(given: string[]): Arguments {
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
