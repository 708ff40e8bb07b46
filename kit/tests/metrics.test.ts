/** The metrics of the service kit and its alert rules, with Prometheus and promtool of the system's packages. */
import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { projectRoot } from "../../service/project.js";
import { deviceId, fleetSql } from "../bench/scale/fill.js";
import { programOf } from "../../tools/installed.js";
import { ago, KitService, metricsToken, readings, secret } from "./kit-service.js";
import { checkMetrics, Prometheus } from "./prometheus.js";
import { folder as folderOf } from "../../host-tests/runner/folder.js";

const run = promisify(execFile);
const rules = join(projectRoot(), "kit", "prometheus", "records-alerts.yml");

const missing = ["prometheus", "promtool"].filter((name) => programOf(name) === undefined);
if (missing.length > 0)
	console.log(`not run: metrics and alert rules with the real ${missing.join(" and ")}: not installed (Debian's package prometheus has both)`);
const withPrometheus = missing.length === 0 ? test.serial : test.serial.skip;

const service = await KitService.start();
/** Device one has posted three readings, one of them late, and two reports, with a text in place of a number; device two none; the third is out of service. */
const one = await service.device("device-one", secret);
await service.device("device-two", secret);
const gone = await service.device("device-removed", secret);
for (const taken of ["", "", new Date(Date.now() - 100_000).toISOString()])
	await service.ask("POST", readings, one, { sensor: "a", value: 1, taken });
for (const pending of [9, 7]) {
	const extra = { firmware: 'green"house/1.2', library: "0.1.0", interval: 3600, pending, dropped: 3, refused: 2, rejected: 1, damaged: "4" };
	await service.ask("POST", readings, one, { sensor: "health", value: 1, extra });
}
await service.ask("POST", readings, gone, { sensor: "a", value: 1 });
await service.manage("PATCH", `/api/collections/users/records/${gone.id}`, { removed: new Date().toISOString() });
test.after.always(() => service.remove());

function ask(headers: Record<string, string>, url = service.url, query = ""): Promise<Response> {
	return fetch(`${url}/api/records/metrics${query}`, { headers });
}

test.serial("metrics are for whoever has the token; without RECORDS_METRICS_TOKEN there are none", async (t) => {
	for (const authorization of ["", "Bearer", "Bearer ", "Bearer wrong", `Bearer ${metricsToken}x`, metricsToken, one.token, service.superuser.token])
		t.is((await ask(authorization === "" ? {} : { authorization })).status, 401, authorization);
	const other = await KitService.of(t, { RECORDS_METRICS_TOKEN: "" });
	for (const authorization of ["", "Bearer ", "Bearer undefined"])
		t.is((await ask({ authorization }, other.url)).status, 404);
});

test.serial("OpenMetrics and the older text format say the same of each device with which something is wrong", async (t) => {
	const texts: string[] = [];
	for (const [accept, type] of [["application/openmetrics-text;version=1.0.0", "application/openmetrics-text; version=1.0.0; charset=utf-8"], ["*/*", "text/plain; version=0.0.4; charset=utf-8"]]) {
		const response = await ask({ authorization: `Bearer ${metricsToken}`, accept });
		t.is(response.headers.get("content-type"), type);
		texts.push(await response.text());
	}
	const [open, plain] = texts.map((text) => text.split("\n").filter((line) => !line.startsWith("#")));
	t.deepEqual(open.filter((line) => !line.startsWith("records_database")), plain.filter((line) => !line.startsWith("records_database")));
	t.true(texts[0].endsWith("\n# EOF\n"));
	t.regex(texts[0], /^# TYPE records_device_readings counter$/m);
	t.regex(texts[1], /^# TYPE records_device_readings_total counter$/m);
	t.regex(texts[0], /^# TYPE records_device info$/m);
	t.regex(texts[1], /^# TYPE records_device_info gauge$/m);
	const told = open.filter((line) => /^records_device_(?:info|report|pending|dropped|refused|rejected|damaged)/.test(line));
	t.deepEqual(told, [
		'records_device_info{device="device-one",firmware="green\\"house/1.2",library="0.1.0"} 1', 'records_device_report_interval_seconds{device="device-one"} 3600',
		'records_device_pending_readings{device="device-one"} 7', 'records_device_dropped_readings_total{device="device-one"} 3',
		'records_device_refused_readings_total{device="device-one"} 2', 'records_device_rejected_readings_total{device="device-one"} 1'
	]);
	for (const line of ['records_device_readings_total{device="device-one"} 5', 'records_device_late_readings_total{device="device-one"} 1', "records_devices 2", "records_devices_removed 1", "records_devices_seen 1", "records_devices_posting 1", "records_devices_wrong 1", "records_devices_left_out 0", "records_readings_total 6", "records_late_readings_total 1"])
		t.true(open.includes(line), line);
	t.notRegex(texts[0], /device-removed|device-two/);
	const [, seen] = /^records_device_last_seen_timestamp_seconds\{device="device-one"\} (\d+\.\d{3})$/m.exec(texts[0])!;
	const { last } = await service.manage("GET", `/api/collections/device_activity/records/${one.id}`);
	t.is(Math.round(Number(seen) * 1000), Date.parse(last));
});

test.serial("a device that is called and reports nonsense makes no line that Prometheus refuses, and none that is long", async (t) => {
	// The kit's usernames have no such characters; the users of another service may.
	const { fields } = await service.manage("GET", "/api/collections/users");
	await service.manage("PATCH", "/api/collections/users", { fields: fields.map((field: { name: string }) => field.name === "username" ? { ...field, pattern: "" } : field) });
	const { id: device } = await service.manage("POST", "/api/collections/users/records", { username: 'a"} 1\\\nb', email: "a@example.test", password: secret, passwordConfirm: secret });
	t.teardown(() => service.manage("PATCH", `/api/collections/users/records/${device}`, { removed: new Date().toISOString() }));
	const extra = { firmware: "f".repeat(10_000), library: { a: "\n" }, interval: -1, pending: 1e308, dropped: -5, refused: [1], rejected: null };
	await service.manage("POST", readings, { device, sensor: "health", value: 1, extra });
	const lines = (await service.metrics("?page=1")).split("\n").filter((line) => line.includes('device="a') && /^records_device_(?:readings|info|report|pending|dropped|refused|rejected)/.test(line));
	const label = 'device="a\\"} 1\\\\\\nb"';
	t.deepEqual(lines, [`records_device_readings_total{${label}} 1`, `records_device_info{${label},firmware="${"f".repeat(100)}",library="{\\"a\\":\\"\\\\n\\"}"} 1`]);
});

test.serial("however many devices there are, the lines are bounded: those with which something is wrong, and pages of a thousand", async (t) => {
	const many = await KitService.of(t);
	await many.device("device-first", secret);
	const devices = 2500;
	await many.sql(...fleetSql({ devices, readings: 1, passwordOf: "device-first" }));
	const linesOf = async (query: string): Promise<string[]> => (await many.metrics(query)).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	const named = (lines: readonly string[]): number => new Set(lines.flatMap((line) => /device="([^"]*)"/.exec(line)?.[1] ?? [])).size;
	const silent = async (number: number): Promise<void> => many.sql(`UPDATE device_activity SET last = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-2 hours') WHERE id <= '${deviceId(number)}'`);
	t.is(named(await linesOf("")), 0);
	await silent(3);
	const few = await linesOf("");
	t.is(named(few), 3);
	t.true(few.includes("records_devices_wrong 3") && few.includes("records_devices_posting 2497") && few.includes("records_devices_seen 2500"), few.join("\n"));
	await silent(devices);
	const all = await linesOf("");
	t.is(named(all), 1000);
	t.true(all.length <= 10_050, String(all.length));
	t.true(all.includes("records_devices_left_out 1500"));
	const pages = await Promise.all(["?page=1", "?page=2", "?page=3", "?page=4"].map(linesOf));
	t.deepEqual(pages.map(named), [1000, 1000, 500, 0]);
	t.deepEqual(pages.map((lines) => lines.includes("records_devices 2501")), [true, false, false, false]);
	t.is(named(pages.flat()), devices);
	t.true(pages.every(({ length }) => length <= 10_050));
	for (const page of ["0", "-1", "1e9", "x", "1.5"])
		t.is((await ask({ authorization: `Bearer ${metricsToken}` }, many.url, `?page=${page}`)).status, 400, page);
});

withPrometheus("promtool accepts the metrics, the configuration and the rules", async (t) => {
	const folder = await folderOf(t);
	await checkMetrics(folder, await service.metrics());
	await run("promtool", ["check", "rules", rules]);
	await writeFile(join(folder, "prometheus.yml"), await configurationIn(folder));
	await t.notThrowsAsync(run("promtool", ["check", "config", join(folder, "prometheus.yml")]));
});

withPrometheus("each alert fires when it should, and not before", async (t) => {
	const folder = await folderOf(t);
	for (const path of [rules, join(projectRoot(), "kit", "tests", "records-alerts.test.yml")])
		await cp(path, join(folder, basename(path)));
	await t.notThrowsAsync(run("promtool", ["test", "rules", join(folder, "records-alerts.test.yml")]));
});

/** The kit's configuration, whose other files are put into a folder. */
async function configurationIn(folder: string): Promise<string> {
	await writeFile(join(folder, "token"), metricsToken);
	await cp(rules, join(folder, "records-alerts.yml"));
	return (await readFile(join(service.kit, "prometheus", "prometheus.yml"), "utf8")).replace("/etc/prometheus/records-token", join(folder, "token"));
}

/** Prometheus with the kit's configuration. */
async function startPrometheus(t: ExecutionContext, ...services: readonly KitService[]): Promise<Prometheus> {
	const folder = await folderOf(t);
	const configuration = (await configurationIn(folder)).replace("scheme: https", "scheme: http")
		.replace('"records.example.org"', services.map(({ url }) => `"${new URL(url).host}"`).join(", ")).replace("scrape_interval: 1m", "scrape_interval: 1s");
	return Prometheus.start(t, folder, `global:\n  evaluation_interval: 1s\n${configuration}`);
}

withPrometheus("Prometheus scrapes with the kit's configuration, and reports a silent device", async (t) => {
	await service.manage("PATCH", `/api/collections/device_activity/records/${one.id}`, { last: new Date(Date.now() - 7_300_000).toISOString() });
	const prometheus = await startPrometheus(t, service);
	const { result: [{ value }] } = await prometheus.until(`query?query=${encodeURIComponent('records_device_readings_total{device="device-one"}')}`, ({ result }) => result.length > 0);
	t.is(value[1], "5");
	const { alerts } = await prometheus.until("alerts", (found) => found.alerts.some(({ labels }: any) => labels.alertname === "RecordsDeviceSilent"));
	const named = (wanted: string): string[] => alerts.filter(({ state }: any) => state === wanted).map(({ labels }: any) => `${labels.alertname} ${labels.device}`).sort();
	// Its first sample has losses. Silent devices have a quarter of an hour.
	t.deepEqual(named("firing"), ["RecordsDeviceFull device-one", "RecordsDeviceLosesReadings device-one"]);
	t.deepEqual(named("pending").filter((text) => text.endsWith("device-one")), ["RecordsDeviceSilent device-one", "RecordsDeviceSilentByItsInterval device-one"]);
	const { activeTargets: [{ lastError, health }] } = await prometheus.query("targets");
	t.is(lastError, "");
	t.is(health, "up");
});

withPrometheus("of several services, the one with a device's last reading says it: no alert for one that has moved, one when it dies there", async (t) => {
	const to = await KitService.of(t);
	// One of the addresses is nobody's.
	const from = await KitService.of(t, { RECORDS_PEERS: `http://127.0.0.1:1, ${to.url}/` });
	const make = async (name: string): Promise<string> => {
		const id = name.padEnd(15, "0");
		for (const each of [from, to])
			await each.manage("POST", "/api/collections/users/records", { id, username: name, email: `${name}@example.test`, password: secret, passwordConfirm: secret });
		return id;
	};
	const hours = (count: number): string => ago(count * 3_600_000);
	const post = async (on: KitService, device: string, created: string): Promise<void> => {
		const { id } = await on.manage("POST", readings, { device, sensor: "health", value: 1, extra: { interval: 3600 } });
		await on.received(id, created);
	};
	const isSilent = async (device: string): Promise<boolean> => (await from.manage("GET", `/api/collections/device_status/records/${device}`)).silent;
	const [dead, moved, ahead] = [await make("dead"), await make("moved"), await make("ahead")];
	for (const device of [dead, moved, ahead])
		await post(from, device, hours(3));
	t.deepEqual(await Promise.all([dead, moved, ahead].map(isSilent)), [true, true, true]);
	await post(to, moved, hours(0));
	// What a service says of a time that is still to come is not believed.
	await post(to, ahead, hours(0));
	await to.manage("PATCH", `/api/collections/device_activity/records/${ahead}`, { last: hours(-100) });
	t.is(await from.metric("records_devices_wrong"), 3);
	await from.job("records_peers");
	while (await from.metric("records_devices_wrong") === 3)
		await sleep(50);
	t.is(await from.metric("records_devices_wrong"), 2);
	t.deepEqual(await Promise.all([dead, moved, ahead].map(isSilent)), [true, false, true]);
	t.is(await from.metric("records_devices_seen"), 2);
	t.is(await to.metric("records_devices_seen"), 2);
	await post(from, ahead, hours(0));
	const prometheus = await startPrometheus(t, from, to);
	const silent = async (device: string): Promise<string[]> =>
		(await prometheus.until("alerts", ({ alerts }) => alerts.some(({ labels }: any) => labels.alertname === "RecordsDeviceSilent" && labels.device === device)))
			.alerts.filter(({ labels }: any) => labels.alertname === "RecordsDeviceSilent").map(({ labels }: any) => labels.device).sort();
	t.deepEqual(await silent("dead"), ["dead"]);
	await to.manage("PATCH", `/api/collections/device_activity/records/${moved}`, { last: hours(2) });
	t.deepEqual(await silent("moved"), ["dead", "moved"]);
	// It comes back.
	await post(from, moved, hours(0));
	t.is(await from.metric("records_devices_seen"), 3);
	for (const body of [{}, { ids: "x" }, { ids: [1] }, { ids: Array(501).fill("x") }])
		t.is((await fetch(`${to.url}/api/records/seen`, { method: "POST", headers: { authorization: `Bearer ${metricsToken}`, "content-type": "application/json" }, body: JSON.stringify(body) })).status, 400);
	t.is((await fetch(`${to.url}/api/records/seen`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"ids":[]}' })).status, 401);
});
