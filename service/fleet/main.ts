import { type Arguments, readArguments } from "./arguments.mjs";
import { askLogin } from "./ask-login.js";
import { DeviceFile } from "./device-file.js";
import { type Device, deviceTable, Fleet } from "./fleet.js";
import { NameList } from "./name-list.js";
import { writeReadings } from "./readings.js";
import { writeText } from "./output.js";

async function main(given: Arguments): Promise<void> {
	const { baseUrl, command, count, csv, names, out, prefix, silent, url } = given;
	if (command === "provision") {
		const { devicePassword, identity, ...row } = DeviceFile.existing(csv).row(names[0]);
		return writeText(out, JSON.stringify({ baseUrl: row.baseUrl, identity, devicePassword }) + "\n");
	}
	const { RECORDS_SUPERUSER: identity = "", RECORDS_SUPERUSER_PASSWORD: password = "" } = process.env;
	const fleet = await Fleet.of(url, { identity, password }, () => askLogin(url));
	switch (command) {
		case "add":
			return fleet.add(DeviceFile.opened(csv), prefix, count, baseUrl, say);
		case "rotate": {
			const devices = names.length > 0 ? await fleet.named(names) : (await fleet.devices()).filter(({ name }) => name.startsWith(prefix));
			if (devices.length === 0)
				throw new Error(`the service has no device whose name begins with ${prefix}`);
			return fleet.rotate(DeviceFile.opened(csv), devices, baseUrl, say);
		}
		case "copy":
			return fleet.copy(DeviceFile.existing(csv), names, say);
		case "lock":
			return each(await devicesOf(fleet, given), (device) => fleet.lock(device), "is locked out: its password is one that nobody knows, and its tokens have ended");
		case "remove":
			return each(await devicesOf(fleet, given), (device) => fleet.remove(device), "is out of service. Its readings stay");
		case "list":
			return list(fleet, silent, prefix);
		case "export":
			return writeReadings(fleet, given, say);
	}
}

/** Devices by name, and those of --list. A name of a list that is nobody's in service is said, and leaves 1 as the exit code. */
async function devicesOf(fleet: Fleet, { list, names }: Arguments): Promise<readonly Device[]> {
	if (list === "")
		return fleet.named(names);
	const file = new NameList(list);
	const fresh = await fleet.named(names);
	file.add(names);
	const known = new Map((await fleet.devices()).map((device) => [device.name, device]));
	const chosen = new Map(fresh.map((device) => [device.name, device]));
	for (const name of file.names) {
		const device = known.get(name);
		if (device !== undefined) {
			chosen.set(name, device);
			continue;
		}
		say(`the service has no device ${name} in service, which is in ${list}`);
		process.exitCode = 1;
	}
	return [...chosen.values()];
}

async function list(fleet: Fleet, silent: number | "interval", prefix: string): Promise<void> {
	if (silent !== "interval") {
		console.log(deviceTable(await fleet.silent(silent, prefix), fleet.now()));
		return;
	}
	const { silent: devices, unknown } = await fleet.silentByInterval(prefix);
	console.log(deviceTable(devices, fleet.now()));
	if (unknown > 0)
		say(`${unknown} ${unknown === 1 ? "device reports" : "devices report"} no interval: only a time, such as --silent 24h, finds them silent`);
}

async function each(devices: readonly Device[], action: (device: Device) => Promise<void>, done: string): Promise<void> {
	for (const device of devices) {
		await action(device);
		console.log(`${device.name} ${done}`);
	}
}

/** Progress is for people: what is written to standard output may be data. */
function say(text: string): void {
	console.error(text);
}

try {
	await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
