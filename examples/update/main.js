import config from "mc/config";
import partition from "partition";
import Preference from "preference";
import { RecordsClient } from "records-client";
import Timer from "timer";
import { Installer } from "./installer";

/** A value of the configuration that is a number; those of the command line are text. */
function numberOf(name) {
	const value = Number(config[name]);
	if (!(value >= 0 && value <= 0x7fffffff))
		throw new RangeError(`${name} must be a number of 0 or more, not ${config[name]}`);
	return value;
}

/** Installs newer firmware. Returns whether there was one. */
async function install(installer) {
	try {
		const version = await installer.install();
		if (version > 0)
			trace(`update   version ${version} is installed\n`);
		return version > 0;
	}
	catch (error) {
		trace(`update   not installed: ${error.message}\n`);
		return false;
	}
}

async function start() {
	const { baseUrl, identity, devicePassword: password, publicKey, target } = config;
	// Milliseconds: from one look for firmware to the next, and in which new firmware has to prove itself.
	const interval = numberOf("interval"), patience = numberOf("patience");
	const version = numberOf("version");
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	const installer = new Installer({ client, partition, preferences: Preference, publicKey, target, version });
	let trial = Timer.set(() => partition.revert(), patience);
	for (;;) {
		// What the app does. New firmware stays once it has done that.
		const { error, ok } = await client.collection("readings").createEx({ sensor: "firmware", value: version });
		trace(ok ? `update   version ${version} has posted\n` : `update   not posted: ${error}\n`);
		if (ok && trial !== undefined) {
			Timer.clear(trial);
			trial = undefined;
			partition.confirm();
		}
		// The app says when: here nothing is lost by a restart. Firmware on trial installs no other.
		if (trial === undefined && await install(installer))
			break;
		await new Promise((resolve) => Timer.set(resolve, interval));
	}
	client.close();
	partition.restart();
}

/** What is wrong is said on the console. */
export default async function main() {
	try {
		await start();
	}
	catch (error) {
		trace(`update   failed: ${error.message}\n`);
	}
}
