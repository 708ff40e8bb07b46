import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import Timer from "timer";
import { sensors } from "./sensors";

/** Reads a sensor, and hands its reading to the outbox. A sensor that fails costs its own reading and no other's. */
function measure(outbox, { sensor, unit, read }) {
	try {
		const { error, stored } = outbox.put({ sensor, value: read(), unit });
		if (!stored)
			trace(`weather  ${sensor} not stored: ${error}\n`);
	}
	catch (error) {
		trace(`weather  ${sensor} failed: ${error.message}\n`);
	}
}

/** Reads each sensor, and delivers what there is. What the service does not get now it gets at a later wake. */
async function wake(outbox, patience) {
	for (const sensor of sensors)
		measure(outbox, sensor);
	const { error, left } = await outbox.flush({ deadline: patience });
	trace(left === 0 ? "weather  delivered\n" : `weather  ${left} readings wait: ${error}\n`);
}

/** A value of the configuration that is a number; those of the command line are text. */
function numberOf(name) {
	const value = Number(config[name]);
	if (!(value >= 0 && value <= 0x7fffffff))
		throw new RangeError(`${name} must be a number of 0 or more, not ${config[name]}`);
	return value;
}

/** A pause here is a timer. A board that sleeps deeply starts anew at each wake: it calls `wake` once, closes, and sleeps. */
async function start() {
	const { baseUrl, identity, devicePassword: password, folder } = config;
	// Milliseconds between two wakes; milliseconds that a wake waits for the service; wakes, 0 for ever.
	const interval = numberOf("interval"), patience = numberOf("patience"), count = numberOf("count");
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	// All apps of the simulator share one folder: there this one has a folder of its own in it.
	if (folder)
		files.createDirectory(folder);
	const directory = folder ? files.openDirectory({ path: folder }) : files;
	const outbox = new Outbox({ client, collection: "readings", storage: new FileStorage({ directory }), stamp: "taken" });
	for (let wakes = 1; ; wakes++) {
		await wake(outbox, patience);
		if (wakes === count)
			break;
		await new Promise((resolve) => Timer.set(resolve, interval));
	}
	outbox.close();
	client.close();
}

/** What is wrong with the configuration is said on the console. */
export default async function main() {
	try {
		await start();
	}
	catch (error) {
		trace(`weather  failed: ${error.message}\n`);
	}
}
