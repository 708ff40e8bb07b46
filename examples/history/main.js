import config from "mc/config";
import { RecordsClient } from "records-client";
import { filter } from "records-client/filter";
import { eachRecord } from "records-client/lists";
import { Statistics } from "./statistics";

const DAY = 86_400_000;

/** The service's time, which the answer to a request tells. */
async function timeOf(client) {
	client.now();
	const { error, ok } = await client.collection("readings").getListEx({ perPage: 1, fields: "id" });
	const now = client.now(true);
	if (!ok || now < 0)
		throw new Error(error || "the service does not tell the time");
	return now;
}

/** Goes through the readings of the last days, one at a time: as many as there are, in the memory of one. */
async function summarise(client, days) {
	const since = new Date(await timeOf(client) - days * DAY);
	const sensors = new Map();
	const { body, error, ok } = await eachRecord({
		client, collection: "readings", filter: filter("created >= {:since}", { since }), sort: "created", fields: "sensor,value,unit"
	}, ({ sensor, unit, value }) => {
		const name = `${sensor}${unit ? `, ${unit}` : ""}`;
		if (!sensors.has(name))
			sensors.set(name, new Statistics());
		sensors.get(name).add(value);
	});
	if (!ok)
		throw new Error(error);
	sensors.forEach((statistics, name) => trace(`history  ${name}: ${statistics}\n`));
	trace(`history  ${body} readings in ${days} days\n`);
}

async function start() {
	const { baseUrl, identity, devicePassword: password } = config;
	const days = Number(config.days);
	if (!(days > 0 && days <= 36_500))
		throw new RangeError(`days must be a number over 0, up to 36500, not ${config.days}`);
	const client = new RecordsClient({ baseUrl, credentials: { collection: "users", identity, password } });
	try {
		await summarise(client, days);
	}
	finally {
		client.close();
	}
}

/** What is wrong is said on the console. */
export default async function main() {
	try {
		await start();
	}
	catch (error) {
		trace(`history  failed: ${error.message}\n`);
	}
}
