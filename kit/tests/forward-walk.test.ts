/** What docs/fleets.md tells an operator who has readings in PostgreSQL, done with three services, a fourth, and two disks that are lost. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test from "ava";
import { ask } from "../../host-tests/runner/asking.js";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import type { PlainService } from "../../service/plain-service.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { programOf } from "../../tools/installed.js";
import { findPrograms, PostgreSQL } from "../bench/forward/postgresql.js";
import { fleetProgram } from "./fleet-program.js";
import { dashboard, feedToken, Forwarder } from "./forwarding.js";
import { KitService, postAll } from "./kit-service.js";

const run = promisify(execFile);
const page = readFileSync(join(projectRoot(), "docs", "fleets.md"), "utf8");

const programs = programOf("psql") === undefined ? undefined : await findPrograms();
if (programs === undefined)
	console.log("not run: the walk of an operator with the real PostgreSQL: it is not installed (Debian's package postgresql)");
const withPostgreSQL = programs === undefined ? test.skip : test;

/** The commands of the page that have this. */
function commands(text: string): string {
	const found = [...page.matchAll(/```sh\n([^]*?)\n```/g)].map(([, block]) => block).find((block) => block.includes(text));
	if (found === undefined)
		throw new Error(`docs/fleets.md has no commands with ${text}`);
	return found;
}

withPostgreSQL("three services, a standby, a service's disk that is lost, PostgreSQL's, and a fourth service: all readings are there once", async (t) => {
	const folder = await folderOf(t);
	const environment = { RECORDS_FEED_TOKEN: feedToken };

	// All services from one copy of the data folder.
	const first = await KitService.of(t, environment);
	const device = await first.device("device-one", "a-device-password");
	await first.plain.stop();
	const { folders } = first;
	const services: PlainService[] = [];
	const start = async (service: Promise<PlainService>, index = services.length): Promise<void> => {
		services[index] = await service;
		t.teardown(() => services[index].remove());
	};
	await start(first.plain.copied(folders, environment));
	await start(first.plain.copied(folders, environment));
	await start(first.plain.restarted(folders, environment));
	const portOf = ({ url }: PlainService): number => Number(new URL(url).port);

	// A role and a database of its own, and the tables, by the page's commands.
	let server = await PostgreSQL.start(programs!);
	t.teardown(() => server.remove());
	const schema = commands("createdb").replace(" --pwprompt", "").replaceAll("npm run --silent fleet --", `"${process.execPath}" "${fleetProgram}"`).replaceAll("127.0.0.1", `127.0.0.1:${server.port}`);
	await run("sh", ["-c", schema], { env: { ...process.env, PGHOST: "127.0.0.1", PGPORT: String(server.port), PGUSER: "postgres" } });

	const table = join(folder, "services.txt");
	const command = commands("--metrics").replace(/^.* -- /, "").split(" ");
	let forwarder!: Forwarder;
	const forward = async (): Promise<void> => {
		await writeFile(table, [...services.map(({ url }, index) => `service-${index}=${url}`), "devices=http://127.0.0.1/{name}", ""].join("\n"));
		const metrics = `127.0.0.1:${await freePort()}`;
		const parameters = command.map((word) => word.startsWith("postgres:") ? word.replace("127.0.0.1", `127.0.0.1:${server.port}`) : word.startsWith("127.0.0.1:") ? metrics : word);
		forwarder = new Forwarder([fleetProgram, ...parameters, "--services", table], feedToken, metrics, t);
	};

	const posted: string[] = [];
	let value = 0;
	/** Posts readings, every second one without a time, and with an id of its own. */
	const post = async ({ url }: PlainService, count: number): Promise<void> => {
		const items = Array.from({ length: count }, () => ({ id: `r${String(++value).padStart(14, "0")}`, sensor: "a", value, taken: value % 2 === 0 ? new Date().toISOString() : "" }));
		posted.push(...await postAll({ ask: (method, path, { token }, body) => ask(url, method, path, token, body) }, device, items));
	};
	const query = (sql: string): Promise<Record<string, any>[]> => server.query(sql, "records");
	/** All readings are asked in one query, when the forwarder says that it has them. */
	const compare = async (what: string): Promise<void> => {
		const round = forwarder.round();
		let state = await round();
		while (state === "working") {
			await sleep(50);
			state = await round();
		}
		t.is(state, "done", `${what}: ${forwarder.errors}`);
		t.deepEqual((await query("SELECT id FROM readings ORDER BY id")).map(({ id }) => id as string), posted.toSorted(), what);
	};

	await forward();
	for (const service of services)
		await post(service, 100);
	await compare("three services");
	const standby = await server.standby();
	t.teardown(() => standby.remove());

	// The backup of a service is older than what was forwarded since.
	const { data } = services[1];
	const port = portOf(services[1]);
	await services[1].stop();
	await cp(data, join(folder, "backup"), { recursive: true });
	await start(services[1].restarted(folders, environment, port), 1);
	await post(services[1], 60);
	await compare("before a service's disk is lost");
	await services[1].stop();
	await rm(data, { recursive: true });
	await cp(join(folder, "backup"), data, { recursive: true });
	await start(services[1].restarted(folders, environment, port), 1);
	await post(services[1], 80);
	await compare("after a service's disk was lost");
	await forwarder.said(/service-1: the service has not the reading that was its place 160: forwarding again from the beginning\n/);

	// PostgreSQL's disk is lost when the standby has not the last readings.
	const [{ lsn }] = await query("SELECT pg_current_wal_lsn() AS lsn");
	while (!(await standby.query(`SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS has`, "records"))[0].has)
		await sleep(50);
	await standby.query("ALTER SYSTEM SET primary_conninfo = ''", "postgres");
	await standby.query("SELECT pg_reload_conf()", "postgres");
	while ((await server.query("SELECT pid FROM pg_stat_replication", "postgres")).length > 0)
		await sleep(50);
	for (const service of services)
		await post(service, 50);
	await compare("before PostgreSQL's disk is lost");
	await server.remove();
	await standby.query("SELECT pg_promote()", "postgres");
	server = standby;
	t.is((await query("SELECT id FROM readings")).length, posted.length - 150);
	await forwarder.kill();
	await forward();
	await compare("after PostgreSQL's disk was lost");
	await forwarder.said(/service-0: forwarding from place 100\n/);

	// A service is divided: its copy has its readings, too.
	const before = await query("SELECT id, at, service FROM readings ORDER BY id");
	const third = services[2];
	await third.stop();
	await start(third.copied(folders, environment));
	await start(third.restarted(folders, environment, portOf(third)), 2);
	await forwarder.kill();
	await forward();
	await compare("after a service was divided");
	t.deepEqual(await query("SELECT id, at, service FROM readings ORDER BY id"), before);
	for (const service of services)
		await post(service, 30);
	await compare("four services");

	const { choices, panels } = await dashboard(first.kit, device.id, "a");
	for (const sql of choices)
		t.is((await query(sql)).length, 1);
	t.like(await query(panels["$sensor of all devices"]), [{ minimum: 1, maximum: value }]);
	t.deepEqual((await query(panels.Services)).map(({ service }) => service as string), services.map((_, index) => `service-${index}`));
	t.deepEqual(await query("SELECT id FROM records_refused"), []);
});
