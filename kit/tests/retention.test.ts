/** The first retention of many readings: what one step does, and who waits for it. */
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { fleetSql } from "../bench/scale/fill.js";
import { KitService } from "./kit-service.js";

test("each step of the retention looks at few readings, and the output says how far it has come", async (t) => {
	const service = await KitService.of(t, { RECORDS_KEEP_DAYS: "30" }, { printsQueries: true });
	const [devices, readings] = [500, 12];
	await service.device("device-first", "a-device-password");
	await service.sql(
		...fleetSql({ devices, readings, passwordOf: "device-first" }),
		// Many of one moment, as of a restored outage or of an import.
		"UPDATE readings SET created = strftime('%Y-%m-%d %H:00:00.000Z', created, '-100 days'), taken = ''",
		"CREATE TABLE before AS SELECT created, rowid FROM readings"
	);
	await service.job("records_retention");
	// The last health record of each device stays.
	while ((await service.manage("GET", "/api/collections/readings/records?perPage=1")).totalItems > devices)
		await sleep(100);
	const { output } = service.plain;
	const deletions = [...output.matchAll(/DELETE FROM readings WHERE (.*)/g)].map(([, where]) => where);
	t.true(deletions.length > 0);
	for (const where of deletions) {
		// What the index is asked for; the rest is looked at one by one.
		const bounds = where.split(" AND ").filter((part) => /^\(created, rowid\) [<>]=? \('[^']*', \d+\)$/.test(part));
		t.is(bounds.length, 2, where);
		const [visited] = await service.details(`SELECT COUNT(*) AS detail FROM before WHERE ${bounds.join(" AND ")}`);
		t.true(Number(visited) <= 100, `${visited}: ${where}`);
	}
	const said = `the retention has put ${devices * (readings - 1)} old readings together`;
	while (!service.plain.output.includes(said))
		await sleep(100);
});
