import flash from "embedded:storage/flash";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import Timer from "timer";

function start() {
	const { baseUrl, identity, devicePassword: password } = config;
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	const outbox = new Outbox({ client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }) });
	Timer.repeat(() => {
		const { error, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C" });
		if (!stored)
			trace(`not stored: ${error}\n`);
	}, 60_000);
}

/** What is wrong with the configuration, or a partition that is not there, is said on the console. */
export default function main() {
	try {
		start();
	}
	catch (error) {
		trace(`failed: ${error.message}\n`);
	}
}
