import config from "mc/config";
import Preference from "preference";
import { RecordsClient } from "records-client";
import { LiveRecords } from "records-client/live";
import Relay from "relay";
import { Commands } from "./commands";

const positions = ["off", "on"];

/** Does what the service's collection `commands` says: "on" or "off". */
function start() {
	const { baseUrl, identity, devicePassword: password, every } = config;
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	const relay = new Relay();
	const commands = new Commands({
		client,
		preferences: Preference,
		act(what) {
			if (!positions.includes(what))
				throw new Error(`unknown command ${what}`);
			relay.set(what === "on");
			trace(`relay  ${what}\n`);
			return what;
		}
	});
	// All commands of this device: one that is done must not leave the filter.
	new LiveRecords({
		client,
		collection: "commands",
		fields: "what,state,expires",
		every: Number(every),
		stream: true,
		onRecord: (command) => commands.take(command),
		onState: (part, { error }) => trace(`relay  ${part}: ${error || "ok"}\n`)
	});
}

/** What is wrong with the configuration is said on the console. */
export default function main() {
	try {
		start();
	}
	catch (error) {
		trace(`relay  failed: ${error.message}\n`);
	}
}
