/** What the service kit does beside its rules (rules.test.ts): activity, retention, the stream's ping, rate limits, the page, the import. */
import { readdirSync, readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { DEFAULT_LIMITS, RecordsClient } from "records-client";
import { DEFAULT_OUTBOX_LIMITS, Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { projectRoot } from "../../service/project.js";
import { PlainService } from "../../service/plain-service.js";
import { EventStream } from "./event-stream.js";
import { type Account, ago, day, hourly, KitService, postAll, readings, secret, users } from "./kit-service.js";
import { type Answer, ask } from "../../host-tests/runner/asking.js";
import { folder } from "../../host-tests/runner/folder.js";

/** Makes a device on a PocketBase without the kit's name for it, and returns its id. @param as a superuser's token */
async function deviceOn({ url }: PlainService, as: string): Promise<string> {
	return (await ask(url, "POST", users, as, { username: "device-one", email: "a@example.test", password: secret, passwordConfirm: secret })).body.id;
}

/** Waits for an answer that holds. */
async function until<Answer>(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
	for (;;) {
		const answer = await ask();
		if (holds(answer))
			return answer;
		await sleep(20);
	}
}

test("the activity of a device counts its readings, late ones and the last, in batches, too, and a repeated upsert once", async (t) => {
	const { service, device } = await KitService.withDevices(t);
	await service.ask("POST", readings, device, { sensor: "a", value: 1 });
	await service.ask("POST", readings, device, { sensor: "a", value: 1, taken: ago(80_000) });
	const requests = [0, 1].map((index) => ({ method: "PUT", url: readings, body: { id: `reading0000000${index}`, sensor: "a", value: 1, taken: ago(100_000) } }));
	for (let time = 0; time < 2; time++) {
		const { body, status } = await service.ask("POST", "/api/batch", device, { requests });
		t.is(status, 200);
		t.is(body[0].body.device, device.id);
	}
	t.is((await service.ask("GET", readings, device)).body.totalItems, 4);
	const { items } = await service.manage("GET", "/api/collections/device_activity/records");
	t.is(items.length, 1);
	t.like(items[0], { id: device.id, device: device.id, readings: 4, late: 2 });
	const { items: [first, , , last] } = await service.manage("GET", `${readings}?sort=created`);
	t.is(items[0].first, first.created);
	t.is(items[0].last, last.created);
	// Deleted readings stay counted.
	await service.manage("DELETE", `${readings}/${first.id}`);
	t.is((await service.manage("GET", `/api/collections/device_activity/records/${device.id}`)).readings, 4);
	t.deepEqual((await service.ask("GET", "/api/collections/device_activity/records", device)).body.items, []);
});

test("readings that were there before the kit are counted, whatever they hold; their series go on, and no new one beyond the bound begins", async (t) => {
	const kit = { migrations: join(projectRoot(), "kit", "pb_migrations"), hooks: join(projectRoot(), "kit", "pb_hooks") };
	const migrations = await folder(t);
	for (const name of readdirSync(kit.migrations).filter((file) => /_(accounts|readings)\.js$/.test(file)))
		await cp(join(kit.migrations, name), join(migrations, name));
	const before = await PlainService.start({ migrations });
	t.teardown(() => before.remove());
	const as = await before.token();
	const device = await deviceOn(before, as);
	const store = ({ url }: PlainService, sensor: string, more: object = {}, path = readings): Promise<Answer> => ask(url, "POST", path, as, { device, sensor, ...more });
	const extra = JSON.parse("[".repeat(1100) + "]".repeat(1100)) as unknown;
	for (const taken of [ago(0), ago(100_000), ""])
		t.is((await store(before, "health", { value: 1e300, taken, extra })).status, 200);
	for (const sensor of ["a", "b"])
		await store(before, sensor);
	t.is((await store(before, "past", { hour: "2026-01-01 08:00:00.000Z" }, hourly)).status, 200);
	const after = await before.restarted(kit, { RECORDS_DEVICE_SERIES: "2" });
	t.teardown(() => after.remove());
	const get = async (path: string): Promise<any> => (await ask(after.url, "GET", path, as)).body;
	const activity = `/api/collections/device_activity/records/${device}`;
	t.like(await get(activity), { device, readings: 5, late: 1 });
	t.deepEqual((await get("/api/collections/device_status/records")).items.map(({ id }: { id: string }) => id), [device]);
	const series = (...sensors: string[]): object => ({ sensors: sensors.map((sensor) => ({ sensor, devices: 1 })) });
	t.deepEqual(await get("/api/records/sensors"), series("a", "b"));
	for (const [sensor, status] of [["a", 200], ["b", 200], ["past", 200], ["c", 400]] as const)
		t.is((await store(after, sensor)).status, status, sensor);
	t.deepEqual(await get("/api/records/sensors"), series("a", "b", "past"));
	t.like(await get(activity), { readings: 8, late: 1 });
});

/** What is somebody's own, by what the log says of it. */
const clashes: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
	["a base collection \"operators\"", { type: "base", name: "operators" }, /another collection "operators"/],
	["a collection \"operators\" of people who sign up by themselves", { type: "auth", name: "operators", createRule: "" }, /another collection "operators"/],
	["a view \"device_activity\"", { type: "view", name: "device_activity", viewQuery: "SELECT id FROM users" }, /another collection "device_activity"/],
	["a view \"readings\"", { type: "view", name: "readings", viewQuery: "SELECT id FROM users" }, /another collection "readings"/],
	["people in \"readings\"", { type: "auth", name: "readings" }, /another collection "readings"/],
	["a collection \"readings\" with other fields", { type: "base", name: "readings", fields: [{ type: "text", name: "taken" }] }, /another collection "readings", whose field "taken"/],
	["a collection \"readings_hourly\" with other fields", { type: "base", name: "readings_hourly", fields: [{ type: "text", name: "hour" }] }, /another collection "readings_hourly"/],
	["a collection \"device_status\"", { type: "base", name: "device_status", fields: [{ type: "text", name: "own" }] }, /another collection "device_status"/],
	["a view \"device_status\"", { type: "view", name: "device_status", viewQuery: "SELECT id FROM users" }, /another collection "device_status"/],
	["a collection \"records_bounds\"", { type: "base", name: "records_bounds" }, /another collection "records_bounds"/],
	["a collection \"records_series\"", { type: "base", name: "records_series" }, /another collection "records_series"/],
	["an index with a name of the kit's", { type: "base", name: "orders", indexes: ["CREATE INDEX idx_commands_device_updated ON orders (id)"] }, /index name is already used in orders collection/]
];
for (const [what, collection, named] of clashes) {
	test(`a PocketBase with ${what} goes on without the kit's collections and says so; with another name there, it gets them`, async (t) => {
		const kit = { migrations: join(projectRoot(), "kit", "pb_migrations"), hooks: join(projectRoot(), "kit", "pb_hooks") };
		const before = await PlainService.start();
		t.teardown(() => before.remove());
		const as = await before.token();
		const make = (url: string, path: string, body: object): Promise<Answer> => ask(url, "POST", path, as, body);
		const own = await make(before.url, "/api/collections", collection);
		t.is(own.status, 200, JSON.stringify(own.body));
		t.is((await make(before.url, "/api/collections", { type: "base", name: "notes", createRule: "", listRule: "" })).status, 200);
		const { body: settings } = await ask(before.url, "GET", "/api/settings", as);

		const without = await before.restarted(kit, { RECORDS_KEEP_DAYS: "30" });
		t.teardown(() => without.remove());
		t.regex(without.output, named);
		t.is((await make(without.url, "/api/collections/notes/records", {})).status, 200);
		t.is((await ask(without.url, "GET", "/api/collections/notes/records?expand=x", "")).body.totalItems, 1);
		t.deepEqual((await ask(without.url, "GET", `/api/collections/${own.body.id}`, as)).body, own.body);
		t.is((await ask(without.url, "GET", "/api/collections/commands", as)).status, 404);
		t.deepEqual((await ask(without.url, "GET", "/api/settings", as)).body, settings);
		t.is((await ask(without.url, "GET", "/api/records/devices", as)).status, 503);
		t.is((await make(without.url, "/api/crons/records_retention", {})).status, 204);

		const change = { name: "another_name", indexes: own.body.indexes.map((index: string) => index.replace("idx_commands", "idx_orders")) as string[] };
		t.is((await ask(without.url, "PATCH", `/api/collections/${own.body.id}`, as, change)).status, 200);
		const after = await without.restarted(kit);
		t.teardown(() => after.remove());
		t.is((await ask(after.url, "GET", "/api/records/devices", as)).status, 200, after.output);
		t.is((await ask(after.url, "GET", "/api/collections/commands", as)).status, 200);
	});
}

test("collections of somebody's own with names of the kit's stay as they are; device_activity gets what counting needs", async (t) => {
	const migrations = await folder(t);
	await cp(join(projectRoot(), "kit", "pb_migrations"), migrations, { recursive: true });
	const own = ["commands", "firmware", "device_activity"];
	await writeFile(join(migrations, "0001_own.js"), `migrate((app) => ${JSON.stringify(own)}.forEach((name) => app.save(new Collection({ type: "base", name, fields: [{ type: "text", name: "own" }] }))));`);
	const service = await PlainService.start({ migrations });
	t.teardown(() => service.remove());
	const as = await service.token();
	for (const name of own) {
		const { body: { fields, listRule } } = await ask(service.url, "GET", `/api/collections/${name}`, as);
		const names = fields.map((field: { name: string }) => field.name) as string[];
		t.deepEqual(names.slice(0, 2), ["id", "own"]);
		t.is(names.length > 2, name === "device_activity");
		if (name !== "device_activity")
			t.is(listRule, null);
	}
	const id = await deviceOn(service, as);
	t.is((await ask(service.url, "POST", readings, as, { device: id, sensor: "a", value: 1 })).status, 200);
	t.is((await ask(service.url, "GET", `/api/collections/device_activity/records/${id}`, as)).body.readings, 1);
});

test("device_status follows a device's last health record when it is posted, changed or deleted", async (t) => {
	const { service, device } = await KitService.withDevices(t);
	const status = async () => {
		const { firmware, interval, pending, reported } = await service.manage("GET", `/api/collections/device_status/records/${device.id}`);
		return { firmware, interval, pending, isReported: reported !== "" };
	};
	const post = async (extra: unknown): Promise<string> => (await service.ask("POST", readings, device, { sensor: "health", value: 1, extra })).body.id;
	t.deepEqual(await status(), { firmware: "", interval: 0, pending: 0, isReported: false });
	const first = await post({ firmware: "green/1", interval: 60, pending: 3 });
	t.deepEqual(await status(), { firmware: "green/1", interval: 60, pending: 3, isReported: true });
	const second = await post({ firmware: "green/2", interval: "soon", pending: -1 });
	t.deepEqual(await status(), { firmware: "green/2", interval: 0, pending: 0, isReported: true });
	await service.ask("PATCH", `${readings}/${second}`, device, { extra: { firmware: "green/3", interval: 90 } });
	t.deepEqual(await status(), { firmware: "green/3", interval: 90, pending: 0, isReported: true });
	await service.manage("DELETE", `${readings}/${second}`);
	t.deepEqual(await status(), { firmware: "green/1", interval: 60, pending: 3, isReported: true });
	await service.ask("PATCH", `${readings}/${first}`, device, { sensor: "other" });
	t.deepEqual(await status(), { firmware: "", interval: 0, pending: 0, isReported: false });
});

test("readings older than RECORDS_KEEP_DAYS are deleted, and stay as minimum, mean and maximum of an hour", async (t) => {
	const { service, device, other } = await KitService.withDevices(t, { RECORDS_KEEP_DAYS: "30" });
	const post = async (created: string, body: object, as = device): Promise<void> => {
		const { id } = await service.manage("POST", readings, { device: as.id, sensor: "a", unit: "C", ...body });
		await service.received(id, created);
	};
	for (const [minute, value] of [["05", 1], ["06", 2], ["59", 6]] as const)
		await post(`2026-01-01 08:${minute}:00.000Z`, { value, taken: `2026-01-01 07:${minute}:00.000Z` });
	await post("2026-01-01 07:30:00.000Z", { value: 11 });
	await post("2026-01-01 08:00:00.000Z", { value: 5 }, other);
	await post(ago(29 * day), { value: 7 });
	await service.job("records_retention");
	const { items } = await until(() => service.manage("GET", readings), ({ totalItems }) => totalItems === 1);
	t.is(items[0].value, 7);
	const hourly = await service.manage("GET", "/api/collections/readings_hourly/records?sort=hour");
	t.deepEqual(hourly.items.map(({ device: id, sensor, unit, hour, count, minimum, mean, maximum }: Record<string, unknown>) => [id, sensor, unit, hour, count, minimum, mean, maximum]), [
		[device.id, "a", "C", "2026-01-01 07:00:00.000Z", 4, 1, 5, 11], [other.id, "a", "C", "2026-01-01 08:00:00.000Z", 1, 5, 5, 5]
	]);
	// More of the same hour.
	await post("2026-01-01 07:31:00.000Z", { value: -5 });
	await service.job("records_retention");
	const [first] = await until(async () => (await service.manage("GET", "/api/collections/readings_hourly/records?sort=hour")).items, ([{ count }]) => count === 5);
	t.like(first, { minimum: -5, mean: 3, maximum: 11 });
	t.is((await service.ask("GET", "/api/collections/readings_hourly/records", other)).body.totalItems, 1);
	t.is((await service.ask("DELETE", `/api/collections/users/records/${other.id}`, service.superuser)).status, 400);
});

test("a device that has died stays silent, with its last report, when its readings are deleted", async (t) => {
	const service = await KitService.of(t, { RECORDS_KEEP_DAYS: "30" });
	const device = await service.device("device-dead", secret);
	const [first, report, last] = ["2020-01-01 08:00:00.000Z", "2020-01-02 08:00:00.000Z", "2020-01-03 08:00:00.000Z"];
	for (const [created, sensor] of [[first, "health"], [report, "health"], [last, "a"]]) {
		const { body } = await service.ask("POST", readings, device, { sensor, value: 1, extra: { interval: 60, firmware: "green/1" } });
		await service.received(body.id, created);
	}
	await service.job("records_retention");
	await until(() => service.manage("GET", readings), ({ totalItems }) => totalItems === 1);
	t.is((await service.manage("GET", "/api/collections/readings_hourly/records")).totalItems, 2);
	const status = { seen: last, silent: true, firmware: "green/1", interval: 60, reported: report };
	t.like(await service.manage("GET", `/api/collections/device_status/records/${device.id}`), status);
	t.is((await service.manage("GET", `/api/collections/device_status/records?filter=${encodeURIComponent("silent=true && age>86400")}`)).totalItems, 1);
	t.like((await service.manage("GET", "/api/records/devices")).items[0], { seen: last, silent: true });
	t.like(await service.manage("GET", `/api/records/devices/${device.id}`), { seen: last, silent: true });
	const metrics = await service.metrics();
	t.true(metrics.includes(`records_device_last_seen_timestamp_seconds{device="device-dead"} ${Date.parse(last) / 1000}.000\n`));
	t.true(metrics.includes('records_device_report_interval_seconds{device="device-dead"} 60\n'));
	// Once it is locked out or removed, everybody knows that it is silent.
	for (const state of ["locked", "removed"]) {
		await service.manage("PATCH", `/api/collections/users/records/${device.id}`, { locked: "", removed: "", [state]: ago(0) });
		t.false((await service.manage("GET", `/api/collections/device_status/records/${device.id}`)).silent);
		t.notRegex(await service.metrics(), /device-dead/);
		await t.throwsAsync(service.login("device-dead", secret), { message: /HTTP 40/ });
	}
});

test("a device that has used its budget of the day is refused with a text and a time; others are not", async (t) => {
	const { service, device, other } = await KitService.withDevices(t, { RECORDS_DEVICE_DAILY_MB: "0.05" });
	const post = (as: { id: string; token: string }, path = readings): Promise<Response> => fetch(service.url + path, {
		method: "POST", headers: { authorization: as.token, "content-type": "application/json" }, body: JSON.stringify({ requests: [], sensor: "a", extra: "x".repeat(30_000) })
	});
	t.is((await post(device)).status, 200);
	t.is((await post(device)).status, 200);
	for (const path of [readings, "/api/batch"]) {
		const refused = await post(device, path);
		t.is(refused.status, 429);
		t.is(refused.headers.get("retry-after"), "60");
		t.is((await refused.json() as { message: string }).message, "This device has used its budget of the day. It grows again by the minute.");
	}
	const { items: [{ id }] } = await service.manage("GET", readings);
	t.is((await service.ask("PATCH", `${readings}/${id}`, device, { value: 2 })).status, 429);
	t.is((await service.ask("GET", readings, device)).body.totalItems, 2);
	t.is((await service.ask("POST", "/api/collections/users/auth-refresh", device)).status, 200);
	t.is((await post(other)).status, 200);
	t.is((await service.ask("POST", readings, service.superuser, { sensor: "a", device: device.id })).status, 200);
	// Refused readings are no way around it.
	t.is((await service.ask("PATCH", `${readings}/${(await service.ask("GET", readings, other)).body.items[0].id}`, other, { extra: "y".repeat(30_000) })).status, 200);
	t.is((await post(other)).status, 429);
});

test("an outbox waits until its device's budget has grown again: no reading is rejected, none lost", async (t) => {
	const { service } = await KitService.withDevices(t, { RECORDS_DEVICE_DAILY_MB: "0.02" });
	const client = new RecordsClient({ baseUrl: service.url, preferences: null, credentials: { collection: "users", identity: "device-one", password: secret }, limits: { retryAfterMaximum: 1 } });
	const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(65_536, 4096), limits: { bootJitter: 0, count: 1000 } });
	t.teardown(() => client.close());
	const total = 200;
	for (let value = 0; value < total; value++)
		t.is(outbox.put({ sensor: "a", value }).error, "");
	const flushed = await outbox.flush();
	t.true(flushed.delivered < total, String(flushed.delivered));
	t.regex(flushed.error, /HTTP 429|budget/i);
	t.like(outbox.stats(), { rejected: 0, dropped: 0 });
	await service.restart();
	while ((await outbox.flush()).error !== "");
	t.like(outbox.stats(), { delivered: total, rejected: 0, dropped: 0 });
	t.is((await service.manage("GET", readings)).totalItems, total);
});

for (const value of ["none", "0"]) {
	test(`with RECORDS_KEEP_DAYS "${value}" nothing is deleted, and the log says so`, async (t) => {
		const { service, device } = await KitService.withDevices(t, { RECORDS_KEEP_DAYS: value });
		const { id } = await service.manage("POST", readings, { device: device.id, sensor: "a", value: 1 });
		await service.received(id, "2020-01-01 07:31:00.000Z");
		await service.job("records_retention");
		await until(() => service.manage("GET", `/api/logs?filter=${encodeURIComponent("message~'RECORDS_KEEP_DAYS'")}`), ({ totalItems }) => totalItems > 0);
		t.is((await service.manage("GET", readings)).totalItems, 1);
	});
}

test("an event stream that nobody has subscribed to ends, and its answer is whole", async (t) => {
	const service = await KitService.of(t);
	const stream = await EventStream.open(t, service.url);
	await service.job("records_ping");
	await sleep(10_500); // longer than a client may take for a message
	await service.job("records_ping");
	await stream.ended();
	t.true(stream.isWhole, stream.text);
});

test("a superuser's, an operator's and a device's password are guessed a few times a minute only; a device that is logged in has no limit", async (t) => {
	const { service, device } = await KitService.withDevices(t);
	const guess = async (collection: string, identity: string): Promise<number> =>
		(await service.ask("POST", `/api/collections/${collection}/auth-with-password`, { id: "", token: "" }, { identity, password: "wrong" })).status;
	const statuses: number[] = [];
	while (statuses.length <= 20 && statuses.at(-1) !== 429)
		statuses.push(await guess("_superusers", "superuser@example.test"));
	// The test has logged in once. A minute may begin in between.
	t.is(statuses.at(-1), 429);
	t.true(statuses.length >= 10, String(statuses.length));
	await service.operator("operator@example.test", secret);
	statuses.length = 0;
	while (statuses.length <= 20 && statuses.at(-1) !== 429)
		statuses.push(await guess("operators", "operator@example.test"));
	t.is(statuses.at(-1), 429);
	t.is(await guess("users", "device-one"), 400);
	for (let count = 0; count < 400; count++)
		t.is((await service.ask("GET", `${readings}?perPage=1`, device)).status, 200);
	const { rateLimits } = await service.manage("GET", "/api/settings");
	t.true(rateLimits.enabled);
});

test("the page comes with its libraries, under a policy that lets it load and call nothing else", async (t) => {
	const service = await KitService.of(t);
	const page = await (await fetch(`${service.url}/live.html`)).text();
	const names = [...page.matchAll(/(?:src|href)="(page\/[^"]+)"/g)].map(([, name]) => name);
	t.true(names.length >= 5);
	const modules = ["page/main.js"];
	for (const name of modules) {
		const text = await (await fetch(`${service.url}/${name}`)).text();
		modules.push(...[...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, found]) => `page/${found}`).filter((found) => !modules.includes(found)));
	}
	t.true(modules.includes("page/pocketbase/pocketbase.es.mjs") && modules.includes("page/uplot/uPlot.esm.js"));
	for (const name of [...names, ...modules])
		t.is((await fetch(`${service.url}/${name}`)).status, 200, name);
	const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)!;
	t.regex(policy, /^default-src 'none'; script-src 'self'; .*require-trusted-types-for 'script'/);
	// A page may not say itself who frames it.
	t.is((await fetch(`${service.url}/live.html`)).headers.get("x-frame-options"), "SAMEORIGIN");
});

// PocketBase starts itself anew for it, which it does not on Windows.
(process.platform === "win32" ? test.skip : test)("a backup, restored into another PocketBase with the kit, has devices, their tokens, readings, and what is counted of them", async (t) => {
	const { service, device } = await KitService.withDevices(t);
	t.is((await service.ask("POST", readings, device, { sensor: "a", value: 1 })).status, 200);
	await service.manage("POST", "/api/backups", { name: "kept.zip" });
	t.is((await service.ask("POST", readings, device, { sensor: "a", value: 2 })).status, 200);
	const { token } = await service.manage("POST", "/api/files/token");
	const zip = await (await fetch(`${service.url}/api/backups/kept.zip?token=${token}`)).blob();

	const other = await KitService.of(t);
	const form = new FormData();
	form.append("file", zip, "kept.zip");
	const headers = { authorization: other.superuser.token };
	t.is((await fetch(`${other.url}/api/backups/upload`, { method: "POST", headers, body: form })).status, 204);
	t.is((await fetch(`${other.url}/api/backups/kept.zip/restore`, { method: "POST", headers })).status, 204);
	const failures = `/api/logs?filter=${encodeURIComponent("message ~ 'Failed to restore'")}`;
	const answer = await until(async () => {
		const { items = [] } = (await other.ask("GET", failures, other.superuser).catch(() => undefined))?.body ?? {};
		if (items.length > 0)
			throw new Error(JSON.stringify(items));
		// It answers from the old data until it has ended, then not at all.
		return other.ask("GET", readings, device).catch(() => undefined);
	}, (found) => found?.body.totalItems > 0);
	t.deepEqual(answer!.body.items.map(({ value }: { value: number }) => value), [1]);
	t.is((await other.ask("POST", readings, device, { sensor: "a", value: 3 })).status, 200);
	t.is((await other.login("device-one", secret)).id, device.id);
	other.superuser = await other.login("superuser@example.test", service.plain.password, "_superusers");
	t.is((await other.manage("GET", `/api/collections/device_activity/records/${device.id}`)).readings, 2);
});

test("collections.json, imported into another PocketBase, makes the same collections and rules; the migrations add what it lacks", async (t) => {
	const { kit } = await KitService.of(t);
	const collections = JSON.parse(readFileSync(join(kit, "collections.json"), "utf8")) as { name: string }[];
	t.deepEqual(collections.map(({ name }) => name).sort(), ["commands", "device_activity", "device_status", "firmware", "operators", "readings", "readings_hourly", "users"]);
	t.notRegex(JSON.stringify(collections), /"secret"/);
	const before = await PlainService.start();
	t.teardown(() => before.remove());
	const as = await before.token();
	t.is((await ask(before.url, "PUT", "/api/collections/import", as, { collections, deleteMissing: false })).status, 204);
	for (const collection of collections) {
		const { created, updated, ...made } = (await ask(before.url, "GET", `/api/collections/${collection.name}`, as)).body;
		t.truthy(created);
		t.truthy(updated);
		// A view's fields get ids by chance.
		const [found, wanted] = [made, collection].map((any) => JSON.parse(JSON.stringify(any).replaceAll(/"_clone_\w+"/g, '"_clone"')) as object);
		t.deepEqual(found, wanted);
	}

	const after = await before.restarted({ migrations: join(projectRoot(), "kit", "pb_migrations") });
	t.teardown(() => after.remove());
	const device = await deviceOn(after, as);
	t.is((await ask(after.url, "POST", readings, as, { device, sensor: "a", value: 1 })).status, 200);
	t.is((await ask(after.url, "GET", `/api/collections/device_activity/records/${device}`, as)).body.readings, 1);
	// Room for what an outbox sends at most, and less time than a client waits for an answer.
	const { batch } = (await ask(after.url, "GET", "/api/settings", as)).body;
	t.true(batch.enabled && batch.maxRequests >= DEFAULT_OUTBOX_LIMITS.batch && batch.timeout * 1000 < DEFAULT_LIMITS.firstByte, JSON.stringify(batch));
});

test("streams whose clients take nothing are ended, and hold up no ping of the others", async (t) => {
	const { service, device, other } = await KitService.withDevices(t);
	const stream = async (account: Account): Promise<EventStream> => {
		const opened = await EventStream.open(t, service.url);
		t.is((await opened.subscribe(["readings/*"], account)).status, 204);
		return opened;
	};
	const good = await Promise.all(Array.from({ length: 3 }, () => stream(other)));
	const stalled = await Promise.all(Array.from({ length: 5 }, () => stream(device)));
	for (const each of stalled)
		each.stall();
	// More than the sockets' buffers hold.
	await postAll(service, device, Array.from({ length: 400 }, () => ({ sensor: "a", value: 1, extra: "x".repeat(30_000) })));
	// A ping is sent once nothing else was for a while.
	await sleep(16_000);
	await service.job("records_ping");
	await Promise.all(good.map((each) => each.until("event:PING")));
	for (const each of stalled)
		await until(async () => (await each.subscribe([], device)).status, (status) => status === 404);
	t.is((await fetch(`${service.url}/api/health`)).status, 200);
});
