/** A forwarder that begins with a service which has many readings: how fast it catches up, and what it costs. Linux only. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { programOf } from "../../../tools/installed.js";
import type { Part } from "../../../tools/report/part.js";
import { count } from "../../../tools/report/table.js";
import { inFolder } from "../in-folder.js";
import { cpuTime, memoryOf } from "../usage.js";
import { beginDatabase, beginForwarder, beginService, database } from "./begin.js";
import { findPrograms } from "./postgresql.js";

/** Devices, and the days that their readings are spread over. */
const fleet = { devices: 2000, days: 80 };

interface CaughtUp {
	readonly readings: number;
	readonly seconds: number;
	/** Seconds of CPU time of the forwarder and of the service. */
	readonly cpu: { readonly forwarder: number; readonly service: number };
	/** Bytes of the forwarder's memory, at each second. */
	readonly memory: readonly number[];
	/** Bytes of the database. */
	readonly size: number;
}

export const part: Part = {
	name: "catch-up",
	heading: "Readings that PostgreSQL has not yet",
	async run(_seed, say, { readings }) {
		const programs = await findPrograms();
		if (programs === undefined || programOf("sqlite3") === undefined)
			return { notRun: "PostgreSQL or sqlite3 is not installed (Debian: apt-get install postgresql sqlite3)" };
		const run = await catchUp(readings, programs, say);
		return { findings: run.readings === readings ? [] : [`${run.readings} of ${readings} readings are in PostgreSQL`], report: report(run) };
	}
};

function report({ cpu, memory, readings, seconds, size }: CaughtUp): string[] {
	const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
	const each = (total: number): string => (total * 1e6 / readings).toFixed(1);
	return [
		`With \`--readings ${readings}\` a service has ${count(readings)} readings of ${count(fleet.devices)} devices and ${fleet.days} days, and \`npm run fleet -- forward\` takes them to an empty PostgreSQL. All are on one machine of two cores.`,
		`It took ${seconds.toFixed(1)} seconds, ${count(Math.round(readings / seconds))} readings a second. A reading cost ${each(cpu.forwarder)} µs of the forwarder's CPU time, ${each(cpu.service)} µs of PocketBase's, and ${(size / readings).toFixed(0)} bytes of PostgreSQL's disk. `
		+ `The forwarder had ${megabytes(Math.min(...memory))} to ${megabytes(Math.max(...memory))} MB of memory.`
	];
}

function catchUp(readings: number, programs: string, say: (line: string) => void): Promise<CaughtUp> {
	return inFolder(async (data, ends) => {
		await (await beginService(data)).stop();
		await fill(join(data, "data.db"), readings);
		const service = await beginService(data);
		ends.push(() => service.kill());
		const server = await beginDatabase(programs, ends);

		const before = await cpuTime(service.processId);
		const begun = performance.now();
		const forwarder = beginForwarder(server, "--url", service.url);
		ends.push(() => forwarder.kill());
		const memory: number[] = [];
		for (let place = 0; place < readings;) {
			if (forwarder.ended)
				throw new Error(`the forwarder has ended: ${forwarder.output}`);
			await sleep(1000);
			memory.push(await memoryOf(forwarder.id));
			[{ place }] = await server.query("SELECT COALESCE(MAX(place), 0)::int AS place FROM records_places", database) as { place: number }[];
			say(`${count(place)} of ${count(readings)}`);
		}
		const seconds = (performance.now() - begun) / 1000;
		const cpu = { forwarder: await cpuTime(forwarder.id), service: await cpuTime(service.processId) - before };
		const [{ found, size }] = await server.query("SELECT COUNT(*)::int AS found, pg_database_size(current_database())::float8 AS size FROM readings", database) as { found: number; size: number }[];
		return { readings: found, seconds, cpu, memory, size };
	});
}

/** Writes readings into the database of a service that does not run. Nobody counts them for their devices. */
async function fill(file: string, readings: number): Promise<void> {
	const between = fleet.days * 86_400 / readings;
	await promisify(execFile)("sqlite3", [file, `
		PRAGMA synchronous = OFF;
		DROP TRIGGER records_activity;
		WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${readings}),
			times AS (SELECT n, strftime('%Y-%m-%d %H:%M:%S.123Z', 'now', '-${fleet.days} days', (n * ${between}) || ' seconds') AS time FROM numbers)
		INSERT INTO readings (id, device, sensor, value, unit, taken, extra, created, updated)
			SELECT printf('r%014d', n), printf('device%09d', n % ${fleet.devices}), 'temperature', n % 500 / 10.0, '°C', time, 'null', time, time FROM times;
	`]);
}
