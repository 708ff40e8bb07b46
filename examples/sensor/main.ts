import config from "mc/config";
import { RecordsClient } from "records-client";
import Timer from "timer";
import { Thermometer } from "./sensor";
import type { Summary } from "./summary";

/** A record of the collection "readings", as far as it is shown here. */
interface Reading {
	readonly id: string;
	readonly value: number;
	readonly unit: string;
	readonly created: string;
}

/** Values on the mcconfig command line arrive as text. */
const { baseUrl, identity, devicePassword } = config as unknown as Record<string, string>;
const count = Number(config.count);
const interval = Number(config.interval);

const records = new RecordsClient({ baseUrl });

/** Restores the token and renews it, or logs in. Returns whether the device is known to the service. */
async function authenticate(): Promise<boolean> {
	records.collection("users");
	if (records.restoreAuthToken()) {
		const renewed = await records.authRefresh();
		if (renewed.ok) {
			trace("token    restored from preferences and renewed\n");
			return true;
		}
		trace(`token    restored from preferences, but: ${renewed.error}\n`);
	}
	const login = await records.authWithPassword(identity, devicePassword);
	trace(login.ok ? `login    as ${identity}, token stored in preferences\n` : `login    failed: ${login.error}\n`);
	return login.ok;
}

/** Posts one reading. Returns the record, undefined when it failed. */
async function post(number: number, value: number): Promise<Reading | undefined> {
	const made = await records.collection("readings").createEx({ sensor: "temperature", value, unit: "°C" });
	if (!made.ok) {
		trace(`reading  ${number}: ${value} °C failed (${made.kind}): ${made.error}\n`);
		return undefined;
	}
	const reading = JSON.parse(made.body) as Reading;
	trace(`reading  ${number}: ${value} °C  ${reading.id}  ${reading.created}\n`);
	return reading;
}

/** Reads the readings since `first` back, the newest ten of them with their values. Returns how many there are. */
async function readBack(first: Reading): Promise<number> {
	const filter = `sensor = 'temperature' && created >= '${first.created}'`;
	const list = await records.collection("readings").getListEx(1, 10, "-created", filter, null, null, "id,value,unit,created");
	if (!list.ok) {
		trace(`read     failed (${list.kind}): ${list.error}\n`);
		return 0;
	}
	const page = JSON.parse(list.body) as { totalItems: number; items: Reading[] };
	for (const { id, value, unit, created } of page.items)
		trace(`read     ${value} ${unit}  ${id}  ${created}\n`);
	return page.totalItems;
}

/** Posts `count` readings, or readings for ever when that is 0. */
export default async function main(): Promise<Summary> {
	trace(`service  ${baseUrl}\n`);
	const thermometer = new Thermometer();
	let first: Reading | undefined;
	let posted = 0, failed = 0, found = 0;
	if (await authenticate()) {
		for (let number = 1; count === 0 || number <= count; number++) {
			const reading = await post(number, thermometer.sample());
			first ??= reading;
			if (reading === undefined)
				failed++;
			else
				posted++;
			if (number !== count)
				await new Promise((resolve) => Timer.set(() => resolve(undefined), interval));
		}
		if (first !== undefined)
			found = await readBack(first);
	}
	else
		failed = count;
	const { connections } = records.stats();
	records.close();
	trace(`summary  posted ${posted}, failed ${failed}, connections used ${connections}, read back ${found}\n`);
	return { posted, failed, connections, readBack: found };
}
