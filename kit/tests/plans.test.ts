/** Asks SQLite how it goes about each query that the service really makes: none reads all of a table that grows. */
import test, { type ExecutionContext } from "ava";
import { deviceId, fleetSql } from "../bench/scale/fill.js";
import { superuser } from "../../service/login.js";
import { Service } from "../fleet/service.js";
import { guest, KitService, secret } from "./kit-service.js";

const collections = "/api/collections";
const growing = ["readings", "readings_hourly", "commands", "users", "device_activity", "records_series"];

const service = await KitService.start({}, { printsQueries: true });
await service.device("device-first", secret);
const operator = await service.operator("operator@example.test", secret);
await service.sql(
	...fleetSql({ devices: 3000, readings: 8, passwordOf: "device-first" }),
	"INSERT INTO readings_hourly (device, sensor, hour, count) SELECT device, sensor, substr(created, 1, 13) || ':00:00.000Z', COUNT(*) FROM readings GROUP BY 1, 2, 3",
	"INSERT INTO commands (device, seq, what, expires, state, created, updated) SELECT device, 1, 'on', created, 'done', created, created FROM readings"
);
const device = await service.login("device-7", secret);
test.after.always(() => service.remove());

/**
 * The tables that a statement reads from the beginning to the end. What ends with the LIMIT, in the order of an index, reads a
 * page; one that looks in no order for what few rows have may read all.
 */
async function scannedBy(statement: string): Promise<string[]> {
	const steps = await service.details(`EXPLAIN QUERY PLAN ${statement}`);
	const isPage = /LIMIT \d+$/.test(statement) && !steps.some((step) => /TEMP B-TREE FOR (?:ORDER|GROUP|DISTINCT)/.test(step));
	const names = new Map([...statement.matchAll(/(?:FROM|JOIN)\s+`?(\w+)`?(?:\s+(?:AS\s+)?(\w+))?/gi)].map(([, table, alias]) => [alias ?? table, table]));
	return steps.flatMap((step) => {
		const [, name] = isPage && (step.includes(" USING ") || !/ WHERE /i.test(statement)) ? [] : /^SCAN (\w+)/.exec(step) ?? [];
		const table = name === undefined ? "" : names.get(name) ?? name;
		return growing.includes(table) ? [`${table}: ${step}: ${statement}`] : [];
	});
}

async function expectNoScan(t: ExecutionContext, action: () => Promise<unknown>, ofTables = growing): Promise<void> {
	const statements = await service.statementsOf(action);
	t.true(statements.length > 0);
	const scanned = (await Promise.all(statements.map(scannedBy))).flat();
	t.deepEqual(scanned.filter((text) => ofTables.includes(text.split(":")[0])), []);
}

const filter = encodeURIComponent;
const key = "created>='2026-01-01 00:00:00.000Z'&&(created>'2026-01-01 00:00:00.000Z'||id>'x')";
const lists = [
	"readings/records?perPage=10", "readings/records?perPage=10&skipTotal=1&sort=-created,-id", "readings/records?skipTotal=1&sort=id", "readings/records",
	`readings/records?sort=created,id&filter=${filter(key)}`, `readings/records?skipTotal=1&sort=created,id&filter=${filter(`(sensor='temperature' // of all\n)&&${key}`)}`,
	"readings/records?sort=-value", `readings/records?filter=${filter("sensor='a' || value > 3")}`, `readings/records/r${"0".repeat(14)}`,
	"readings_hourly/records", "readings_hourly/records?sort=hour", `commands/records?skipTotal=1&sort=updated,id&filter=${filter("(state='new'\n)&&updated>='2026-01-01'")}`, "commands/records?perPage=1&skipTotal=1&fields=id&sort=updated",
	"users/records", `users/records?filter=${filter("created > '2026-01-01'")}`
];

for (const optimized of [false, true]) {
	const state = optimized ? ", after the service has counted its rows" : "";
	test.serial(`what is known of the tables${state}`, async (t) => {
		if (optimized)
			await service.sql("ANALYZE");
		t.pass();
	});

	for (const [who, account] of [["device", device], ["guest", guest]] as const) {
		for (const path of lists) {
			test.serial(`a ${who} reads no table to its end for ${decodeURIComponent(path)}${state}`, (t) =>
				expectNoScan(t, () => service.ask("GET", `${collections}/${path}`, account)));
		}
	}
	test.serial(`nor does a device for a HEAD, for a list by the collection's id, nor to post and change a reading${state}`, async (t) => {
		const { id } = await service.manage("GET", `${collections}/readings`);
		await expectNoScan(t, () => fetch(`${service.url}${collections}/readings/records?sort=-created`, { method: "HEAD", headers: { authorization: device.token } }));
		await expectNoScan(t, () => service.ask("GET", `${collections}/${id}/records`, device));
		let own = "";
		await expectNoScan(t, async () => own = (await service.ask("POST", `${collections}/readings/records`, device, { sensor: "a", value: 1 })).body.id);
		await expectNoScan(t, () => service.ask("PATCH", `${collections}/readings/records/${own}`, device, { value: 2 }));
	});
	for (const path of [
		`${collections}/readings/records?perPage=100&sort=-created,-id&expand=device&skipTotal=1`,
		`${collections}/readings/records?perPage=100&sort=-created,-id&skipTotal=1&filter=${filter(`device='${deviceId(7)}'`)}`,
		`${collections}/readings_hourly/records?perPage=100&skipTotal=1&filter=${filter(`device='${deviceId(7)}'`)}`,
		`${collections}/device_activity/records?perPage=100&skipTotal=1&sort=-last`,
		`/api/records/devices/${deviceId(7)}?sensor=temperature`, `/api/records/devices/${deviceId(7)}/readings?sensor=temperature&from=0&to=1999999999999&late=90000`
	]) {
		test.serial(`nor does the page of an operator for ${decodeURIComponent(path)}${state}`, (t) => expectNoScan(t, () => service.ask("GET", path, operator)));
	}
	for (const path of ["/api/records/sensors", "/api/records/devices", "/api/records/devices?order=newest&sensor=temperature&search=7", `${collections}/device_status/records`, `${collections}/device_status/records?filter=${filter("silent = true")}`]) {
		test.serial(`an overview of all devices reads each device once, and no table of readings, for ${path}${state}`, (t) =>
			expectNoScan(t, () => service.ask("GET", path, operator), ["readings", "readings_hourly", "commands"]));
	}
	test.serial(`nor does a log-in, nor the command that locks devices out, which has no answer with all of them${state}`, async (t) => {
		await expectNoScan(t, () => service.login("device-7", secret));
		await expectNoScan(t, () => service.login("device-7@devices.invalid", secret));
		const { password, url } = service.plain;
		const fleet = await Service.of({ name: "one", url }, { identity: superuser, password }, () => Promise.resolve({ identity: superuser, password }));
		const names = ["device-7", "device-8", "device-first@example.test", deviceId(9), "nobody's", "nobody\\"];
		await expectNoScan(t, () => fleet.accountsOf(names));
		// By its name alone: device-first has a username, and so has the device with the id.
		t.deepEqual([...(await fleet.accountsOf(names)).keys()].filter((name) => names.includes(name)), ["device-7", "device-8"]);
		const statements = await service.statementsOf(() => fleet.accountsOf(["device-7"]));
		t.is(statements.filter((text) => text.includes("FROM `users`")).length, 1);
	});
	test.serial(`nor does the fleet's list of all devices${state}`, (t) => expectNoScan(t, () => service.manage("GET", "/api/records/rows?limit=50000"), ["readings"]));
	test.serial(`nor do the triggers of the database, for each reading${state}`, async (t) => {
		const triggers = await service.details("SELECT sql AS detail FROM sqlite_master WHERE type = 'trigger'");
		t.true(triggers.length > 0);
		for (const sql of triggers) {
			const [, when = "TRUE", body] = /^CREATE TRIGGER[^]*? ON \w+(?:\s+WHEN ([^]*?))?\s+BEGIN([^]*)END$/.exec(sql.trim())!;
			const steps = [`SELECT ${when}`, ...body.split(";")].map((text) => text.replaceAll(/\b(?:NEW|OLD)\.\w+/g, "'x'").replaceAll(/RAISE\([^)]*\)/g, "0").trim());
			t.deepEqual((await Promise.all(steps.filter((text) => text !== "").map(scannedBy))).flat(), []);
		}
	});
	for (const path of ["feed?after=10&limit=100", `feed/place?at=${filter("2026-01-01 00:00:00.000Z")}`, "feed/devices?limit=100"]) {
		test.serial(`nor do the forwarder and the export for ${path}${state}`, (t) =>
			expectNoScan(t, () => fetch(`${service.url}/api/records/${path}`, { headers: { authorization: service.superuser.token } })));
	}
}

test.serial("a device's filter stays as it is: comments, an end of the parenthesis, and as long as PocketBase takes one", async (t) => {
	const ask = (expression: string) => service.ask("GET", `${collections}/readings/records?filter=${filter(expression)}`, device);
	t.is((await ask("sensor = 'temperature' // all of them")).body.totalItems, 3);
	t.is((await ask("sensor = 'temperature' && unit != ')' && unit != \"'(\"")).body.totalItems, 3);
	for (const wrong of ["value >", "(value > 1", "value > 1)", "device = 'x') || (value >= 0"])
		t.is((await ask(wrong)).status, 400, wrong);
	for (const whole of [`sensor = 'temperature'${"&&value>=0".repeat(199)}`, `sensor != '${"ä".repeat(1743)}'`])
		t.true((await ask(whole)).body.totalItems > 0, whole.slice(0, 50));
});

test.serial("of lists whose filter leaves no room for the device, one is made at a time; a guest's reads no table", async (t) => {
	const parts = `sensor = 'temperature'${"&&value>=0".repeat(199)}`;
	const path = `${collections}/readings/records?filter=${filter(parts)}`;
	const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(service.url + path, { headers: { authorization: device.token } })));
	const statuses = answers.map(({ status }) => status);
	t.true(statuses.includes(200) && statuses.includes(429), String(statuses));
	t.true(answers.every(({ headers, status }) => status === 200 || (status === 429 && headers.get("retry-after") === "1")), String(statuses));
	t.is((await service.ask("GET", path, device)).body.totalItems, 3);
	await expectNoScan(t, () => service.ask("GET", path, guest));
});
