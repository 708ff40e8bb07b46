import { type Arguments, readArguments } from "./arguments.mjs";
import { askLogin } from "./ask-login.js";
import { DeviceFile } from "./device-file.js";
import { type ActiveDevice, Fleet } from "./fleet.js";
import { provision } from "./provision.js";
import { writeReadings } from "./readings.js";
import { shutOut } from "./shut-out.js";
import { counted, durationText, messageOf, tableText } from "./texts.js";

async function main(given: Arguments): Promise<void> {
	if (given.command === "provision")
		return provision(DeviceFile.existing(given.csv).row(given.names[0]), given.out, say);
	if (given.command === "forward")
		return (await import("../forward/forward.js")).forward(given, say); // the others do without PostgreSQL's client
	const { RECORDS_SUPERUSER: identity = "", RECORDS_SUPERUSER_PASSWORD: password = "" } = process.env;
	if (given.command === "lock")
		return shutOut("lock", given, { identity, password }, (name, where) => console.log(`${name} is locked out on ${where}: its password is one that nobody knows, and its tokens have ended`), sayFault);
	if (given.command === "remove")
		return shutOut("remove", given, { identity, password }, (name, where) => console.log(`${name} is out of service on ${where}. Its readings stay`), sayFault);
	const fleet = await Fleet.of(given.services, { identity, password }, askLogin);
	try {
		await run(fleet, given);
	}
	finally {
		fleet.faults.forEach(sayFault);
	}
}

async function run(fleet: Fleet, given: Arguments): Promise<void> {
	const { baseUrl, command, count, csv, names, prefix } = given;
	switch (command) {
		case "add":
			return fleet.add(DeviceFile.opened(csv), prefix, count, baseUrl, say);
		case "rotate": {
			const devices = names.length > 0 ? await fleet.named(names) : await fleet.devices(prefix);
			if (devices.length === 0)
				throw new Error(`the service has no device whose name begins with ${prefix}`);
			return fleet.rotate(DeviceFile.opened(csv), devices, baseUrl, say);
		}
		case "copy":
			return fleet.copy(DeviceFile.existing(csv), say);
		case "list":
			return list(fleet, given);
		case "export":
			return writeReadings(fleet, given, say);
	}
}

async function list(fleet: Fleet, { prefix, services, silent }: Arguments): Promise<void> {
	const { silent: devices, unknown } = silent === "interval" ? await fleet.silentByInterval(prefix) : { silent: await fleet.silent(silent, prefix), unknown: 0 };
	const rows = devices.map((device) => rowOf(fleet, device));
	const lines = [["device", "service", "last reading", "silent for", "readings", "late"], ...rows];
	console.log(tableText(services.length === 1 ? lines.map((line) => line.toSpliced(1, 1)) : lines, 2));
	console.log(counted(devices.length));
	if (unknown > 0)
		say(`${unknown} ${unknown === 1 ? "device reports" : "devices report"} no interval: only a time, such as --silent 24h, finds them silent`);
}

/** A row of the table of devices. */
function rowOf(fleet: Fleet, device: ActiveDevice): string[] {
	const { last, late, name, readings, service } = device;
	const state = fleet.stateOf(device);
	const times = service === undefined ? ["never", ""] : [new Date(last).toISOString().slice(0, 19) + "Z", durationText(fleet.now() - last)];
	return [state === "" ? name : `${name} (${state})`, service?.name ?? "", ...times, String(readings), String(late)];
}

/** Progress is for people: what is written to standard output may be data. */
function say(text: string): void {
	console.error(text);
}

function sayFault(text: string): void {
	say(text);
	process.exitCode = 1;
}

try {
	await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	sayFault(messageOf(error));
}
