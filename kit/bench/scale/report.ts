/** What the kit's answers take with many devices and readings, and how long a create waits while the retention runs for the first time. */
import { setTimeout as sleep } from "node:timers/promises";
import { count, table } from "../../../tools/report/table.js";
import { runFleet, superuserOf } from "../../tests/fleet-program.js";
import { type Account, KitService, secret } from "../../tests/kit-service.js";
import { percentile } from "../fleet/figures.js";
import { fleetSql } from "./fill.js";

const devices = 100_000;
/** Of each device, six hours apart: most are older than a day. */
const readings = 10;
const interval = 21_600;
const collections = "/api/collections";
const filter = (text: string): string => encodeURIComponent(text);

/** Milliseconds that an action takes: the median of five times. */
async function median(action: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	while (times.length < 5)
		times.push(await timed(action));
	return percentile(times, 50);
}

async function timed(action: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await action();
	return performance.now() - begun;
}

/** Fills a service, and measures. Returns a table of Markdown. */
export async function scaleReport(): Promise<string> {
	const service = await KitService.start({ RECORDS_KEEP_DAYS: "1" });
	try {
		await service.device("device-first", secret);
		const filled = await timed(() => service.sql(
			...fleetSql({ devices, interval, readings, passwordOf: "device-first" }),
			"INSERT INTO readings_hourly (device, sensor, hour, count) SELECT device, sensor, substr(created, 1, 13) || ':00:00.000Z', 60 FROM readings WHERE sensor = 'temperature'",
			"INSERT INTO commands (device, seq, what, expires, state, created, updated) SELECT device, 1, 'on', created, 'done', created, created FROM readings WHERE sensor = 'pressure'"
		));
		const rows = [...await answers(service), ...await besideRetention(service)];
		return [
			`${count(devices)} devices with ${count(devices * readings)} readings, which SQL made in ${(filled / 1000).toFixed(0)} s, on one service of the kit.`,
			table(["", "milliseconds"], rows.map(([what, time]) => [what, count(time)]))
		].join("\n\n") + "\n";
	}
	finally {
		await service.remove();
	}
}

async function answers(service: KitService): Promise<[string, number][]> {
	const device = await service.login("device-7", secret);
	const operator = await service.operator("operator@example.test", secret);
	const asked = async (as: Account, path: string): Promise<void> => {
		const answer = await service.ask("GET", path, as);
		if (answer.status !== 200)
			throw new Error(`${path}: ${JSON.stringify(answer)}`);
	};
	const text = await service.metrics();
	const fleet = async (...parameters: string[]): Promise<void> => {
		const { code, errors } = await runFleet([...parameters, "--url", service.url], superuserOf(service.plain));
		if (code !== 0)
			throw new Error(errors);
	};
	await fleet("list", "--prefix", "nobody-");
	return [
		["a device's list of its ten newest readings", await median(() => asked(device, `${collections}/readings/records?perPage=10&sort=-created`))],
		["a device's list of a sensor", await median(() => asked(device, `${collections}/readings/records?filter=${filter("sensor = 'temperature'")}`))],
		["a device's list of its hours", await median(() => asked(device, `${collections}/readings_hourly/records?sort=hour`))],
		["a device's list of its commands", await median(() => asked(device, `${collections}/commands/records?sort=updated`))],
		["the first page of `device_status`", await median(() => asked(operator, `${collections}/device_status/records`))],
		["the overview of all devices", await median(() => asked(operator, "/api/records/devices"))],
		[`a scrape of the metrics, ${count(text.trimEnd().split("\n").length)} lines, ${count(text.length)} bytes`, await median(() => service.metrics())],
		["`npm run fleet -- list`", await timed(() => fleet("list"))],
		["`npm run fleet -- list --silent`", await timed(() => fleet("list", "--silent"))]
	];
}

/** Creates of a device while the retention puts together what is older than a day, for twenty seconds. */
async function besideRetention(service: KitService): Promise<[string, number][]> {
	const device = await service.login("device-7", secret);
	const times: number[] = [];
	await service.job("records_retention");
	for (const end = performance.now() + 20_000; performance.now() < end;) {
		await sleep(10);
		times.push(await timed(async () => {
			const answer = await service.ask("POST", `${collections}/readings/records`, device, { sensor: "temperature", value: 21 });
			if (answer.status !== 200)
				throw new Error(`a create: ${JSON.stringify(answer)}`);
		}));
	}
	return [["a create beside the first retention, median", percentile(times, 50)], ["of 95 in 100", percentile(times, 95)], ["at most", percentile(times, 100)]];
}
