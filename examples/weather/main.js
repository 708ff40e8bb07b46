import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import Timer from "timer";
import { sensors } from "./sensors";

const { baseUrl, identity, devicePassword: password } = config;
/** Milliseconds between two wakes; milliseconds that a wake waits for the service; wakes, 0 for ever. Those of the command line are text. */
const interval = Number(config.interval), patience = Number(config.patience), count = Number(config.count);

const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
const outbox = new Outbox({ client, collection: "readings", storage: new FileStorage({ directory: files }), stamp: "taken" });

/** Reads each sensor, and delivers what there is. What the service does not get now it gets at a later wake. */
async function wake() {
	for (const { sensor, unit, read } of sensors) {
		const { error, stored } = outbox.put({ sensor, value: read(), unit });
		if (!stored)
			trace(`weather  ${sensor} not stored: ${error}\n`);
	}
	const { error, left } = await outbox.flush({ deadline: patience });
	trace(left === 0 ? "weather  delivered\n" : `weather  ${left} readings wait: ${error}\n`);
}

/** A pause here is a timer. A board that sleeps deeply starts anew at each wake: it calls `wake` once, closes, and sleeps. */
export default async function main() {
	for (let wakes = 1; ; wakes++) {
		await wake();
		if (wakes === count)
			break;
		await new Promise((resolve) => Timer.set(resolve, interval));
	}
	outbox.close();
	client.close();
}
