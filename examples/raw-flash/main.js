import flash from "embedded:storage/flash";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import Timer from "timer";

const client = new RecordsClient({
	baseUrl: config.baseUrl,
	credentials: { collection: "users", identity: config.identity, password: config.devicePassword }
});
const outbox = new Outbox({ client, collection: "readings", storage: flash.open({ path: "outbox", mode: "r+" }) });

Timer.repeat(() => {
	const { error, stored } = outbox.put({ sensor: "temperature", value: 21.4, unit: "°C" });
	if (!stored)
		trace(`not stored: ${error}\n`);
}, 60_000);
