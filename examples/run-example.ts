/** `npm start -- --example NAME`: one of the smaller examples on the host, until its readings are in the service. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runFirmware } from "../host/firmware/run.js";
import { RecordsClient } from "../host/node.js";
import type { OutboxLimits } from "../lib/outbox/outbox-limits.js";
import { freePort } from "../service/port.js";
import { projectRoot } from "../service/project.js";
import { shownText, waiting, writeError } from "./output.js";
import { Superuser } from "./superuser.js";
import type { ExampleName } from "./arguments.mjs";
import type { Login } from "../service/login.js";

/** Milliseconds for the last readings to arrive, and between two looks at the service. */
const patience = 20_000, lookInterval = 200;
/** Milliseconds after which a datagram without an answer is sent again. */
const answerPatience = 500;
/** Days that the history goes back. */
const historyDays = 7;
/** Sensors of the weather station. */
const weatherSensors = 3;
/** What the example's firmware is made for. */
const target = "example";
/** What to do when the service refuses the device's log-in. */
export const CHECK_LOGIN = "check the device's name and password, --identity and RECORDS_DEVICE_PASSWORD";

/** What an example is told on the host. */
export interface ExampleSettings {
	readonly url: string;
	readonly identity: string;
	readonly password: string;
	/** Presses, wakes, or readings that others send. */
	readonly count: number;
	/** Milliseconds between two of them. */
	readonly interval: number;
	/** Of the outbox. */
	readonly limits: Partial<OutboxLimits>;
	/** The superuser's, who makes commands and firmware. @throws Error where nobody tells it */
	readonly superuser: () => Promise<Login>;
}

interface Reading {
	readonly sensor: string;
	readonly value: number;
	readonly unit: string;
	readonly created: string;
}

/** @returns whether as many readings arrived as the example has posted; if not, why not was written */
export async function runExample(name: ExampleName, settings: ExampleSettings): Promise<boolean> {
	const { count, identity, interval, limits, password, url } = settings;
	if (name === "relay" || name === "update")
		return runManaged(name, settings);
	const records = new RecordsClient({ baseUrl: url, preferences: null, credentials: { collection: "users", identity, password } });
	const before = (await readings(records, ""))[0]?.created ?? "";
	const port = await freePort();
	const progress = waiting(name === "button" && process.stdin.isTTY ? "press Enter" : "waiting");
	process.env.RECORDS_PRESSES = String(count);
	if (name === "history")
		await postReadings(records, count);
	const config = { baseUrl: url, identity, devicePassword: password, count, interval, patience, port, limits, days: historyDays };
	await runFirmware(join(projectRoot(), "build", "firmware", `${name}.js`), config, (text) => progress.print(shownText(text)));
	if (name === "gateway")
		await sendReadings(port, count, interval);
	const wanted = name === "provision" ? 1 : name === "weather" ? count * weatherSensors : count;
	// Somebody at a terminal presses the button when they like.
	const end = name === "button" && process.stdin.isTTY ? Infinity : Date.now() + count * interval + patience;
	let found = await readings(records, before);
	for (; found.length < wanted && Date.now() < end; found = await readings(records, before))
		await sleep(lookInterval);
	for (const { sensor, value, unit, created } of found.reverse())
		progress.print(`read     ${sensor.padEnd(12)} ${value.toFixed(1).padStart(7)} ${unit.padEnd(4)} arrived ${created}\n`);
	progress.end(true);
	records.close();
	if (found.length < wanted)
		writeError(`error    ${found.length} of ${wanted} readings arrived in time\n`);
	return found.length >= wanted;
}

/** Runs an example for which a superuser does something. Returns whether the device has done what it was told, or has the new firmware. */
async function runManaged(name: "relay" | "update", { count, identity, interval, password, superuser, url }: ExampleSettings): Promise<boolean> {
	const manager = await Superuser.logIn(url, await superuser());
	const progress = waiting("waiting");
	let isInstalled = false;
	const run = (config: object): Promise<unknown> => runFirmware(join(projectRoot(), "build", "firmware", `${name}.js`), { baseUrl: url, identity, devicePassword: password, ...config }, (text) => {
		isInstalled ||= text.includes("here a board starts");
		progress.print(shownText(text));
	});
	try {
		if (name === "update") {
			await Promise.race([run({ ...await manager.makeFirmware(target), target, interval: Math.max(interval, lookInterval), patience: 0x7fffffff }), sleep(patience)]);
			return isInstalled;
		}
		const ids = await manager.command(identity, count);
		await run({ every: 1000 });
		let left = ids;
		for (const end = Date.now() + patience; left.length > 0 && Date.now() < end;) {
			await sleep(lookInterval);
			const states = await Promise.all(left.map((id) => manager.stateOf(id)));
			for (const { result, state, what } of states) {
				if (state !== "new")
					progress.print(`read     ${what.padEnd(12)} ${state} ${result}\n`);
			}
			left = left.filter((_id, index) => states[index].state === "new");
		}
		return left.length === 0;
	}
	finally {
		progress.end(true);
	}
}

/** The device's readings that were made after a time as PocketBase writes it, the newest first. @throws Error of the service */
async function readings(records: RecordsClient, after: string): Promise<Reading[]> {
	const filter = after === "" ? null : `created > '${after}'`;
	const { body, error, ok } = await records.collection("readings").getListEx(1, 100, "-created", filter, "1", null, "sensor,value,unit,created");
	if (!ok)
		throw new Error(error.startsWith("Failed to authenticate.") ? `Failed to authenticate: ${CHECK_LOGIN}` : error);
	return (JSON.parse(body) as { items: Reading[] }).items;
}

/** What a device has measured before it is asked for its history. @throws Error of the service */
async function postReadings(records: RecordsClient, count: number): Promise<void> {
	for (let number = 1; number <= count; number++) {
		const { error, ok } = await records.collection("readings").createEx({ sensor: "temperature", value: 20 + number, unit: "°C" });
		if (!ok)
			throw new Error(error);
	}
}

/** What devices do that leave the way to the service to the gateway: each reading is sent until it is answered. */
async function sendReadings(port: number, count: number, interval: number): Promise<void> {
	const socket = createSocket("udp4");
	for (let number = 1; number <= count; number++) {
		const reading = JSON.stringify({ sensor: `soil-${1 + number % 2}`, value: 30 + number, unit: "%" });
		let answer: string | undefined;
		for (const end = Date.now() + patience; answer === undefined && Date.now() < end;) {
			socket.send(reading, port, "127.0.0.1");
			answer = await once(socket, "message", { signal: AbortSignal.timeout(answerPatience) }).then(([bytes]) => String(bytes), () => undefined);
		}
		if (answer !== "stored")
			writeError(`error    the gateway answered ${answer ?? "nothing"}\n`);
		await sleep(interval);
	}
	socket.close();
}
