import { parseArgs } from "node:util";
import { isPort } from "./port.js";

export const usage = `usage: npm run service -- [options]

  --port N     the port on 127.0.0.1, 1 to 65535 (8090)
  --data DIR   the folder of the database (.data/service)
  --help       print this text

environment:
  RECORDS_SERVICE_BIN       a PocketBase binary to run instead of the installed one
  RECORDS_DEVICE_PASSWORD   both devices' password when the data is first made (device-pass-1234)`;

export interface Arguments {
	port: number;
	data: string | undefined;
	help: boolean;
}

/** Throws an Error that names the fault. */
export function readArguments(given: string[]): Arguments {
	const { values } = parseArgs({
		args: given,
		options: {
			port: { type: "string", default: "8090" },
			data: { type: "string" },
			help: { type: "boolean", default: false },
		},
	});
	const port = /^\d+$/.test(values.port) ? Number(values.port) : 0;
	if (!isPort(port)) throw new Error(`--port ${values.port} is not a whole number from 1 to 65535`);
	if (values.data === "") throw new Error("--data is empty");
	return { port, data: values.data, help: values.help };
}
