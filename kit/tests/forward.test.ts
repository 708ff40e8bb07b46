/** `npm run fleet -- forward` with the real PostgreSQL. */
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import { Program } from "../../host-tests/runner/program.js";
import { programOf } from "../../tools/installed.js";
import { certificates, type IdentityName } from "../../tools/tls/certificates.js";
import { findPrograms, PostgreSQL } from "../bench/forward/postgresql.js";
import { runForward } from "../bench/forward/run.js";
import { schemaKinds, schemaOf } from "../forward/schema.js";
import { fleetProgram } from "./fleet-program.js";
import { dashboard, feedToken, Forwarding } from "./forwarding.js";
import { checkMetrics, Prometheus } from "./prometheus.js";
import { type Account, type KitService, postAll, readings, secret } from "./kit-service.js";

const programs = await findPrograms();
if (programs === undefined)
	console.log("not run: readings forwarded to the real PostgreSQL: PostgreSQL is not installed (Debian's package postgresql)");
let server: PostgreSQL;

test.before(async () => {
	if (programs !== undefined)
		server = await PostgreSQL.start(programs);
});
test.after.always(() => server?.remove());

const whereThereIs = programs === undefined ? test.serial.skip : test.serial;

/** A test where there is PostgreSQL, with a service that has device-one. */
function withPostgreSQL(title: string, body: (t: ExecutionContext, forwarding: Forwarding, service: KitService, device: Account) => Promise<void>, declare = whereThereIs): void {
	declare(title, async (t) => {
		const forwarding = await Forwarding.start(t, server);
		const { services: [service] } = forwarding;
		await body(t, forwarding, service, await service.device("device-one", secret));
	});
}

const idOf = (number: number): string => `r${String(number).padStart(14, "0")}`;

test("--schema prints the SQL of each kind, and says which was not tried", async (t) => {
	for (const kind of schemaKinds) {
		const { code, errors, output } = await new Program([fleetProgram, "forward", "--schema", kind]).ended;
		t.like({ code, errors }, { code: 0, errors: "" });
		t.is(output.includes("was not tried"), kind !== "plain");
		t.regex(output, /CREATE TABLE IF NOT EXISTS records_places/);
	}
	t.is((await new Program([fleetProgram, "forward", "--schema"]).ended).output, (await new Program([fleetProgram, "forward", "--schema", "plain"]).ended).output);
});

test("without the services' token it ends with a word that names it", async (t) => {
	t.like(await new Program([fleetProgram, "forward", "--to", "postgres://a/b"], { RECORDS_FEED_TOKEN: "" }).ended, { code: 1, errors: "the services' token is needed: set RECORDS_FEED_TOKEN to what it is there\n" });
});

withPostgreSQL("all readings of a service arrive once with all that they have, then new ones; a repeat changes nothing", async (t, forwarding, service, device) => {
	const taken = "2026-01-02 03:04:05.678Z";
	const ids = await postAll(service, device, Array.from({ length: 2500 }, (_, value) => ({ sensor: "a", value, unit: "°C", taken, extra: { value } })));
	const forwarder = await forwarding.forward();
	await forwarding.arrived(2500);
	await forwarder.said(/^one: forwarding from the beginning\n$/);
	const [first] = await forwarding.query(`SELECT * FROM readings WHERE id = '${ids[0]}'`);
	t.like(first, { device: device.id, id: ids[0], service: "one", sensor: "a", value: 0, unit: "°C", extra: { value: 0 } });
	t.is(first.at.toISOString(), "2026-01-02T03:04:05.678Z");
	t.is(first.created.toISOString().replace("T", " "), (await service.manage("GET", `${readings}/${ids[0]}`)).created);
	const [{ id: untaken, created }] = [(await service.ask("POST", readings, device, { sensor: "b", value: 1 })).body];
	await forwarding.arrived(2501);
	const [second] = await forwarding.query(`SELECT * FROM readings WHERE id = '${untaken}'`);
	t.is(second.at.toISOString().replace("T", " "), created);
	t.is(second.extra, null);
	const parts = await forwarding.query("SELECT tableoid::regclass::text AS part, count(*)::int FROM readings GROUP BY part ORDER BY part");
	t.deepEqual(parts, [{ part: "readings_2026_01", count: 2500 }, { part: `readings_${new Date().toISOString().slice(0, 7).replace("-", "_")}`, count: 1 }]);
	await forwarding.until(() => forwarder.metrics(), (metrics) => metrics["readings_total one"] === 2501);
	t.like(await forwarder.metrics(), { "active one": 1, "behind_readings one": 0, "refused_readings_total one": 0 });
	await forwarder.kill();
	const before = await forwarding.query("SELECT * FROM readings ORDER BY id");
	await forwarding.query("DELETE FROM records_places");
	const again = await forwarding.forward();
	await forwarding.until(() => again.metrics(), (metrics) => metrics["readings_total one"] === 2501);
	t.deepEqual(await forwarding.query("SELECT * FROM readings ORDER BY id"), before);
	t.deepEqual(await forwarding.query("SELECT service, block::int, place::int, id FROM records_places"), [{ service: "one", block: 0, place: 2501, id: untaken }]);
});

withPostgreSQL("devices have their names, what was removed stays, and each has its last health record", async (t, forwarding, service, one) => {
	const two = await service.device("device-two", secret);
	await service.ask("POST", readings, two, { sensor: "a", value: 1 });
	await service.manage("PATCH", `/api/collections/users/records/${two.id}`, { removed: "2026-02-03 00:00:00.000Z" });
	for (const pending of [1, 2])
		await service.ask("POST", readings, one, { sensor: "health", value: pending, extra: { pending } });
	await forwarding.forward();
	await forwarding.arrived(3);
	await forwarding.until(() => forwarding.query("SELECT id FROM devices WHERE name <> ''"), ({ length }) => length === 2);
	const rows = await forwarding.query("SELECT id, name, made IS NOT NULL AS made, removed, health FROM devices ORDER BY name");
	t.deepEqual(rows, [
		{ id: one.id, name: "device-one", made: true, removed: null, health: { pending: 2 } }, { id: two.id, name: "device-two", made: true, removed: new Date("2026-02-03T00:00:00Z"), health: null }
	]);
});

whereThereIs("a reading that two services have is one row, with a time of its own and without", async (t) => {
	const forwarding = await Forwarding.start(t, server, 2);
	const items = [{ id: idOf(1), sensor: "a", value: 1, taken: "2026-01-02 03:04:05.678Z" }, { id: idOf(2), sensor: "a", value: 2 }];
	const user = { id: "device000000001", username: "device-one", email: "a@example.test", password: secret, passwordConfirm: secret };
	for (const service of forwarding.services) {
		await service.manage("POST", "/api/collections/users/records", user);
		await postAll(service, await service.login("device-one", secret), items);
	}
	const forwarder = await forwarding.forward();
	await forwarding.until(() => forwarder.metrics(), (metrics) => metrics["readings_total one"] === 2 && metrics["readings_total two"] === 2);
	t.deepEqual(await forwarding.query("SELECT id, value FROM readings ORDER BY id"), items.map(({ id, value }) => ({ id, value })));
});

withPostgreSQL("readings that PostgreSQL refuses are kept as texts, counted and passed; all others arrive", async (t, forwarding, service, device) => {
	const ids = await postAll(service, device, Array.from({ length: 300 }, (_, value) => ({ sensor: "a", value })));
	const odd = [[10, "sensor", "a\u0000"], [11, "taken", "0000-01-01 00:00:00.000Z"], [150, "extra", "NaN"], [151, "value", "NaN"], [200, "value", "many"], [201, "extra", '{"a":"\\u0000"}'], [299, "extra", '"\\ud800"']] as const;
	for (const [index, column, value] of odd)
		await service.stored(ids[index], column, value);
	const forwarder = await forwarding.forward();
	await forwarding.arrived(293);
	const refused = await forwarding.until(() => forwarding.query("SELECT id, service, reason, reading, place::int FROM records_refused ORDER BY place"), ({ length }) => length === 7);
	t.deepEqual(refused.map(({ id, place }) => [id, place]), odd.map(([index]) => [ids[index], index + 1]));
	t.true(refused.every(({ service: name, reason }) => name === "one" && reason !== ""));
	t.is(JSON.parse(refused[0].reading).sensor, "a\u0000");
	t.is(await forwarding.count(), 293);
	t.like(await forwarder.metrics(), { "refused_readings_total one": 7, "readings_total one": 293, "behind_readings one": 0 });
	t.regex(forwarder.errors, new RegExp(`^one: the reading "${ids[11]}" was refused, and is in records_refused: .*0000-01-01`, "m"));
	t.deepEqual(await forwarding.query("SELECT place::int FROM records_places"), [{ place: 300 }]);
	await forwarder.kill();
	await forwarding.query("DELETE FROM records_places");
	const again = await forwarding.forward();
	await forwarding.until(() => again.metrics(), (metrics) => metrics["refused_readings_total one"] === 7 && metrics["readings_total one"] === 293);
	t.is((await forwarding.query("SELECT id FROM records_refused")).length, 7);
});

for (const table of ["readings", "records_places"]) {
	withPostgreSQL(`where PostgreSQL's disk is full at ${table}, a page is stored neither in part nor passed, and arrives when there is room`, async (t, forwarding, service, device) => {
		await postAll(service, device, Array.from({ length: 100 }, (_, value) => ({ sensor: "a", value })));
		// PostgreSQL's own error, after the others of the page.
		await forwarding.query(`
			CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
			CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH ROW ${table === "readings" ? "WHEN (NEW.value = 99)" : ""} EXECUTE FUNCTION full_disk()
		`);
		const forwarder = await forwarding.forward();
		await forwarder.said(/^one: PostgreSQL says: No space left on device\n/);
		const { "faults_total one": faults } = await forwarding.until(() => forwarder.metrics(), (metrics) => metrics["faults_total one"] > 0);
		// Neither is it said again, nor is it forwarding in between.
		t.like(await forwarding.until(() => forwarder.metrics(), (metrics) => metrics["faults_total one"] > faults), { "active one": 0 });
		t.is(forwarder.errors, "one: PostgreSQL says: No space left on device\n");
		t.is(await forwarding.count(), 0);
		t.deepEqual(await forwarding.query("SELECT place FROM records_places"), []);
		await forwarding.query(`DROP TRIGGER full_disk ON ${table}`);
		await forwarding.arrived(100);
		t.is(await forwarding.count(), 100);
		t.deepEqual(await forwarding.query("SELECT id FROM records_refused"), []);
	});
}

withPostgreSQL("readings of clocks that are years off are in the default partition; a month gets what was there before", async (t, forwarding, service, device) => {
	await forwarding.query("INSERT INTO readings (at, created, value, device, id, service, sensor, unit) VALUES ('2026-03-04', now(), 1, 'other', 'other', 'one', 'a', '')");
	const ids = await postAll(service, device, ["1970-01-01 00:00:00.000Z", "2106-02-07 06:28:15.000Z", "2026-03-05 00:00:00.000Z"].map((taken) => ({ sensor: "a", value: 1, taken })));
	await forwarding.forward();
	await forwarding.arrived(4);
	const parts = await forwarding.query("SELECT tableoid::regclass::text AS part, id FROM readings ORDER BY at");
	t.deepEqual(parts.map(({ id, part }) => [part, id]), [["readings_default", ids[0]], ["readings_2026_03", "other"], ["readings_2026_03", ids[2]], ["readings_default", ids[1]]]);
});

withPostgreSQL("the dashboard's queries answer", async (t, forwarding, service, device) => {
	const ago = (seconds: number): string => new Date(Date.now() - 1000 * seconds).toISOString();
	await postAll(service, device, [
		{ sensor: "a", value: 1, taken: ago(200) }, { sensor: "a", value: 3, taken: ago(0) }, { sensor: "b", value: 10 }, { sensor: "a", value: 100, taken: ago(172_800) },
		{ sensor: "health", value: 1, extra: { firmware: "b/1", pending: 2, dropped: 0 } }
	]);
	await postAll(service, await service.device("device-two", secret), [{ sensor: "a", value: 5 }]);
	const { id: removed } = await service.device("device-removed", secret);
	await service.manage("PATCH", `/api/collections/users/records/${removed}`, { removed: ago(0) });
	await forwarding.forward();
	await forwarding.arrived(6);
	await forwarding.query("INSERT INTO records_refused VALUES ('one', 'a', 7, now(), '', '')");
	const { choices, panels } = await dashboard(service.kit, device.id, "a");
	const chosen = await Promise.all(choices.map(async (sql) => (await forwarding.query(sql)).map((row) => Object.values(row as object))));
	t.deepEqual(chosen.map((rows) => rows.map(([text]) => text)), [["device-one", "device-two"], ["a", "b"]]);
	t.is(chosen[0][0][1], device.id);
	const answers: Record<string, any[]> = {};
	for (const [title, sql] of Object.entries(panels))
		answers[title] = await forwarding.query(sql);
	t.deepEqual(answers["Device: $device"].map(({ metric, value }) => [metric, value]).sort(), [["a", 2], ["b", 10]]);
	t.like(answers["$sensor of all devices"], [{ minimum: 1, mean: 3, maximum: 5 }]);
	t.like(answers["Late readings"], [{ readings: "5", late: "1" }]);
	t.like(answers["Devices with late readings"], [{ device: "device-one", late: "1" }]);
	t.like(answers["Devices by their last health record"], [{ device: "device-two", reported: null }, { device: "device-one", firmware: "b/1", pending: "2", dropped: "0" }]);
	t.like(answers.Services, [{ service: "one", place: "6", refused: "1" }]);
});

const lacksPrometheus = programs === undefined || ["prometheus", "promtool"].some((name) => programOf(name) === undefined);
if (lacksPrometheus)
	console.log("not run: the forwarder's metrics with the real Prometheus: it or PostgreSQL is not installed (Debian's packages prometheus, postgresql)");

withPostgreSQL("Prometheus scrapes the forwarder with the kit's configuration", async (t, forwarding, service, device) => {
	await postAll(service, device, [{ sensor: "a", value: 1 }, { sensor: "a", value: 2 }]);
	const forwarder = await forwarding.forward();
	await forwarding.until(() => forwarder.metrics(), (metrics) => metrics["readings_total one"] === 2);
	const folder = await folderOf(t);
	await checkMetrics(folder, await (await fetch(`http://${forwarder.address}/metrics`)).text());
	const [, job] = (await readFile(join(service.kit, "prometheus", "prometheus.yml"), "utf8")).split(/# Where .*\n/);
	const configuration = `global: { scrape_interval: 1s }\nscrape_configs:\n${job.replaceAll("# ", "").replace("127.0.0.1:9464", forwarder.address)}`;
	const prometheus = await Prometheus.start(t, folder, configuration);
	for (const [metric, value] of [["readings_total", "2"], ["active", "1"], ["behind_readings", "0"], ["refused_readings_total", "0"], ["faults_total", "0"]]) {
		const query = encodeURIComponent(`records_forward_${metric}{job="records-forward", service="one"}`);
		const { result: [{ value: found }] } = await prometheus.until(`query?query=${query}`, ({ result }) => result.length > 0);
		t.is(found[1], value, metric);
	}
}, lacksPrometheus ? test.serial.skip : whereThereIs);

withPostgreSQL("of two forwarders one stands by, and goes on when the other is killed", async (t, forwarding, service, device) => {
	const first = await forwarding.forward();
	await first.said(/one: forwarding/);
	const second = await forwarding.forward();
	await second.said(/^one: another process forwards it, and this one stands by\n$/);
	t.like(await second.metrics(), { "active one": 0 });
	t.false("behind_seconds one" in await second.metrics());
	await postAll(service, device, [{ sensor: "a", value: 1 }]);
	await forwarding.arrived(1);
	t.like(await second.metrics(), { "readings_total one": 0 });
	await first.kill();
	await postAll(service, device, [{ sensor: "a", value: 2 }]);
	await forwarding.arrived(2);
	t.like(await forwarding.until(() => second.metrics(), (metrics) => metrics["readings_total one"] === 1), { "active one": 1 });
	await second.said(/one: forwarding from place 1\n/);
});

withPostgreSQL("a token that was withdrawn, a service that is gone and one without the feed are named once; with the token it goes on", async (t, forwarding, service, device) => {
	const wrong = await forwarding.forward({ token: "another" });
	await wrong.said(/^one: the service refuses the token: it has another RECORDS_FEED_TOKEN\n$/);
	t.like(await wrong.metrics(), { "active one": 0 });
	const forwarder = await forwarding.forward();
	await forwarder.said(/one: forwarding/);
	await postAll(service, device, [{ sensor: "a", value: 1 }]);
	await forwarding.arrived(1);
	t.is(wrong.errors.match(/refuses the token/g)?.length, 1);
	await service.restart();
	await forwarder.said(/one: the service has no feed: install the service kit/);
	await service.plain.stop();
	await forwarder.said(/one: the service does not answer at http/);
	await service.restart({ RECORDS_FEED_TOKEN: feedToken });
	await postAll(service, device, [{ sensor: "a", value: 2 }]);
	await forwarding.arrived(2);
	t.is(forwarder.errors.match(/has no feed/g)?.length, 1);
});

withPostgreSQL("missing tables, a server that can't be reached and one that ends are named", async (t, forwarding, service, device) => {
	const missing = await forwarding.forward({ to: server.url("postgres") });
	await missing.said(/^one: PostgreSQL says: relation "records_places" does not exist\. Its tables are missing: npm run fleet -- forward --schema prints the SQL that makes them\n$/);
	const gone = await forwarding.forward({ to: "postgres://records@127.0.0.1:1/records" });
	await gone.said(/^one: PostgreSQL can't be reached: .*ECONNREFUSED.*\n$/);
	const forwarder = await forwarding.forward();
	await forwarder.said(/^one: forwarding from the beginning\n$/);
	await server.kill();
	await postAll(service, device, [{ sensor: "a", value: 1 }]);
	await forwarder.said(/^one: the connection to PostgreSQL is broken: .*\none: PostgreSQL can't be reached: /m);
	await server.serve();
	await forwarding.arrived(1);
	t.is(await forwarding.count(), 1);
});

withPostgreSQL("a service forwards into one database: a second one is refused until the service is started again", async (t, forwarding, service, device) => {
	await postAll(service, device, [{ sensor: "a", value: 1 }]);
	const first = await forwarding.forward();
	await forwarding.arrived(1);
	await server.query("CREATE DATABASE another", "postgres");
	await server.query(schemaOf("plain"), "another");
	const second = await forwarding.forward({ to: server.url("another") });
	await second.said(/^one: the service's readings are forwarded into another database, and only there: end the process that does it and restart PocketBase to change that\n$/);
	t.like(await second.metrics(), { "active one": 0 });
	t.deepEqual(await server.query("SELECT id FROM readings", "another"), []);
	await first.kill();
	await service.restart({ RECORDS_FEED_TOKEN: feedToken });
	await second.said(/^one: forwarding from the beginning\n/m);
	t.is((await server.query("SELECT id FROM readings", "another")).length, 1);
});

withPostgreSQL("with sslmode=verify-full PostgreSQL's certificate has to be of the CA that is given, and of its host", async (t, forwarding, service, device) => {
	await postAll(service, device, [{ sensor: "a", value: 1 }]);
	const { authority, identities } = await certificates();
	const authorityFile = await server.file("authority.pem", authority.pem);
	const serve = async (name: IdentityName): Promise<void> => {
		const certificate = await server.file("server.pem", identities[name].chain.map(({ pem }) => pem).join("\n"));
		const key = await server.file("server.key", identities[name].key);
		await server.kill();
		await server.serve("-c", "ssl=on", "-c", `ssl_cert_file=${certificate}`, "-c", `ssl_key_file=${key}`);
	};
	const refused = async (query: string, reason: RegExp): Promise<void> => {
		const forwarder = await forwarding.forward({ to: `${forwarding.to}?${query}` });
		await forwarder.said(reason);
		await forwarder.kill();
	};
	const verified = `sslmode=verify-full&sslrootcert=${authorityFile}`;
	await refused(verified, /^one: PostgreSQL can't be reached: The server does not support SSL connections\n/);
	await serve("wrong-host");
	await refused(verified, /^one: PostgreSQL's certificate is refused: Hostname\/IP does not match certificate's altnames.*its host in the certificate\n/);
	await serve("unknown-ca");
	await refused(verified, /^one: PostgreSQL's certificate is refused: .*Its CA has to be in the file that the address names as sslrootcert/);
	await serve("good");
	await refused("sslmode=verify-full", /^one: PostgreSQL's certificate is refused: /);
	await refused("sslmode=verify-full&sslrootcert=/none.pem", /^one: PostgreSQL can't be reached: ENOENT.*none\.pem/);
	t.is(await forwarding.count(), 0);
	const forwarder = await forwarding.forward({ to: `${forwarding.to}?${verified}` });
	await forwarding.arrived(1);
	t.deepEqual(await forwarding.query("SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'records-forward one'"), [{ ssl: true }]);
	await forwarder.kill();
	await server.kill();
	await server.serve();
});

withPostgreSQL("an old backup that was restored: readings since then arrive, too, from the newest place that both know", async (t, forwarding, service, device) => {
	const ids = await postAll(service, device, Array.from({ length: 60 }, (_, index) => ({ id: idOf(index), sensor: "a", value: index })));
	await service.plain.stop();
	const backup = `${service.plain.data}-backup`;
	await cp(service.plain.data, backup, { recursive: true });
	await service.restart({ RECORDS_FEED_TOKEN: feedToken });
	const forwarder = await forwarding.forward();
	ids.push(...await postAll(service, device, Array.from({ length: 60 }, (_, index) => ({ id: idOf(100 + index), sensor: "a", value: index }))));
	await forwarding.arrived(120);
	// As if the first 50 had been a block of their own.
	await forwarding.query(`UPDATE records_places SET block = 1; INSERT INTO records_places VALUES ('one', 0, 50, '${ids[49]}', now())`);
	await service.plain.stop();
	await rm(service.plain.data, { recursive: true });
	await cp(backup, service.plain.data, { recursive: true });
	await service.restart({ RECORDS_FEED_TOKEN: feedToken });
	ids.push(...await postAll(service, device, Array.from({ length: 70 }, (_, index) => ({ id: idOf(200 + index), sensor: "a", value: index }))));
	await forwarding.arrived(190);
	t.deepEqual((await forwarding.query("SELECT id FROM readings ORDER BY id")).map(({ id }) => id), ids.sort());
	await forwarder.said(/one: the service has not the reading that was its place 120: forwarding again from place 50\n/);
	await forwarding.until(() => forwarding.query("SELECT place::int FROM records_places"), (places) => places.length === 1 && places[0].place === 130);
});

whereThereIs("kills in the middle, of the forwarder, of PostgreSQL and of a service: each reading is there once", async (t) => {
	const { findings, kills, readings: count } = await runForward({ services: 2, kills: 9, seed: 1 }, programs!);
	t.deepEqual(findings, []);
	console.log(`faults injected: ${Object.values(kills).reduce((a, b) => a + b)} kills while ${count} readings were forwarded`);
});
