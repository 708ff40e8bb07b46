import Button from "button";
import config from "mc/config";
import { RecordsClient } from "records-client";

function start() {
	const { baseUrl, identity, devicePassword: password } = config;
	const records = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	new Button({
		async onPush() {
			const { error, ok } = await records.collection("readings").createEx({ sensor: "button", value: 1 });
			trace(ok ? "button   posted\n" : `button   failed: ${error}\n`);
		}
	});
}

/** What is wrong with the configuration is said on the console. */
export default function main() {
	try {
		start();
	}
	catch (error) {
		trace(`button   failed: ${error.message}\n`);
	}
}
