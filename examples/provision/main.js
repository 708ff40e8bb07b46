import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import Timer from "timer";
import { Provision } from "./provision";

/** The last line on the console, which is not said twice. */
let said = "";

function say(text) {
	if (text !== said)
		trace(`provision  ${text}\n`);
	said = text;
}

/** Posts a reading. The token is not kept: it would be sent to the next address that the device is told. */
async function post({ baseUrl, devicePassword: password, identity }) {
	const records = new RecordsClient({ baseUrl, preferences: null, credentials: { collection: "users", identity, password } });
	const response = await records.collection("readings").createEx({ sensor: "provision", value: 1 });
	records.close();
	return response;
}

/**
 * Posts with what the device is told now or was told before, and keeps it if that works.
 * @param refused an account that the service has refused: it is not asked again
 * @returns undefined when that worked; else the account that the service has refused, as text
 */
async function attempt(directory, refused) {
	const told = new Provision(config, directory);
	if (told.fault !== "")
		say(`failed: ${told.fault}`);
	const account = JSON.stringify(told.account) ?? "";
	if (account === "" || account === refused)
		return refused;
	const { error, kind, ok } = await post(told.account);
	if (ok) {
		told.keep();
		say(`${told.account.identity} posted to ${told.account.baseUrl}`);
		return undefined;
	}
	say(`failed: ${told.account.baseUrl}: ${error}`);
	return kind === "auth" || kind === "http" ? account : refused;
}

/** Says what is wrong, and waits for something better: another file, or a service that answers. */
async function start() {
	const { folder, pause } = config;
	// All apps of the simulator share one folder: there this one has a folder of its own in it.
	if (folder)
		files.createDirectory(folder);
	const directory = folder ? files.openDirectory({ path: folder }) : files;
	for (let refused = ""; refused !== undefined;) {
		try {
			refused = await attempt(directory, refused);
		}
		catch (error) {
			say(`failed: ${error.message}`);
		}
		if (refused !== undefined)
			await new Promise((resolve) => Timer.set(resolve, Number(pause) || 5000));
	}
}

export default async function main() {
	try {
		await start();
	}
	catch (error) {
		say(`failed: ${error.message}`);
	}
}
