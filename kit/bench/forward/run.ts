/** Readings of several services on their way to PostgreSQL, while the forwarder, PostgreSQL and services are killed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../../../service/launcher.js";
import { Superuser } from "../../../tools/front/superuser.js";
import { SeededRandom } from "../../../tools/seeded-random.js";
import { inFolder } from "../in-folder.js";
import { beginDatabase, beginForwarder, beginService, database } from "./begin.js";
import type { PostgreSQL } from "./postgresql.js";

/** Seconds for which a device's token is good. */
const tokenLife = 7200;
/** Readings in a request. */
const batch = 10;
/** Milliseconds between two requests to a service, and the longest pause between two kills. */
const pauses = { post: 50, kill: 3000 };
/** Of so many kills those of PostgreSQL and of services; the others are the forwarder's. */
const shares = { of: 26, postgresql: 8, services: 3 };

export interface ForwardSettings {
	readonly services: number;
	readonly kills: number;
	readonly seed: number;
}

export interface ForwardRun {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	readonly kills: { readonly forwarder: number; readonly postgresql: number; readonly services: number };
	/** Readings that were posted. */
	readonly readings: number;
}

/** @param programs the folder of PostgreSQL's programs */
export function runForward(settings: ForwardSettings, programs: string): Promise<ForwardRun> {
	return inFolder(async (folder, ends) => runKills(settings, await beginDatabase(programs, ends), folder, ends));
}

async function runKills({ kills, seed, services: count }: ForwardSettings, server: PostgreSQL, folder: string, ends: (() => unknown)[]): Promise<ForwardRun> {
	const random = new SeededRandom(seed);
	const services = await Promise.all(Array.from({ length: count }, (_, index) => beginService(join(folder, `service-${index}`))));
	ends.push(...services.map((_, index) => () => services[index].kill()));
	const table = join(folder, "services.txt");
	await writeFile(table, [...services.map(({ url }, index) => `service-${index}=${url}`), "devices=http://127.0.0.1/{name}", ""].join("\n"));
	let forwarder = beginForwarder(server, "--services", table);
	ends.push(() => forwarder.kill());

	const posting = { isOver: false };
	const posted = services.map(({ url }, index) => post(url, index, services[index], posting));
	ends.push(() => posting.isOver = true);
	const told = { forwarder: 0, postgresql: 0, services: 0 };
	for (let kill = 0, before = 0; kill < kills; kill++) {
		before = await grown(server, before);
		await sleep(random.below(pauses.kill));
		// Each kind is dealt with its share, in an order of its own.
		const victim = kill * 7 % shares.of;
		if (victim < shares.postgresql) {
			told.postgresql++;
			await server.kill();
			await server.serve();
		}
		else if (victim < shares.postgresql + shares.services) {
			told.services++;
			const index = random.below(count);
			await services[index].kill();
			services[index] = await beginService(join(folder, `service-${index}`), services[index].port);
		}
		else {
			told.forwarder++;
			await forwarder.kill();
			forwarder = beginForwarder(server, "--services", table);
		}
	}
	posting.isOver = true;
	const ids = (await Promise.all(posted)).flat();
	while (await counted(server) < ids.length && !forwarder.ended)
		await sleep(200);
	return { findings: [...await findingsOf(server, ids), ...forwarder.ended ? [`the forwarder has ended: ${forwarder.output}`] : []], kills: told, readings: ids.length };
}

/** Posts readings until it is over, each until it is answered for, as an outbox does; every second one has a time. Returns their ids. */
async function post(url: string, index: number, service: Service, posting: { readonly isOver: boolean }): Promise<string[]> {
	const token = await (await Superuser.of(service)).token("device-one", tokenLife);
	const ids: string[] = [];
	while (!posting.isOver) {
		const fresh = Array.from({ length: batch }, (_, number) => `s${index}${String(ids.length + number).padStart(13, "0")}`);
		const requests = fresh.map((id, number) => ({ method: "PUT", url: "/api/collections/readings/records", body: { id, sensor: "a", value: number, taken: number % 2 === 0 ? new Date().toISOString() : "" } }));
		const isStored = (): Promise<boolean> => fetch(`${url}/api/batch`, { method: "POST", headers: { "content-type": "application/json", authorization: token }, body: JSON.stringify({ requests }) })
			.then(async (response) => (await response.arrayBuffer(), response.ok), () => false);
		while (!await isStored())
			await sleep(pauses.post);
		ids.push(...fresh);
		await sleep(pauses.post);
	}
	return ids;
}

/** Readings in PostgreSQL; -1 where it can't be asked. */
async function counted(server: PostgreSQL): Promise<number> {
	return server.query("SELECT count(*)::int AS count FROM readings", database).then(([{ count }]) => Number(count), () => -1);
}

/** Fulfilled when there are more than before. */
async function grown(server: PostgreSQL, before: number): Promise<number> {
	for (;;) {
		const count = await counted(server);
		if (count > before)
			return count;
		await sleep(50);
	}
}

async function findingsOf(server: PostgreSQL, ids: readonly string[]): Promise<string[]> {
	const rows = await server.query("SELECT id, count(*)::int AS count FROM readings GROUP BY id", database) as { id: string; count: number }[];
	const found = new Map(rows.map(({ count, id }) => [id, count]));
	const missing = ids.filter((id) => !found.has(id));
	const twice = rows.filter(({ count }) => count > 1);
	const known = new Set(ids);
	const foreign = rows.filter(({ id }) => !known.has(id));
	const [{ refused }] = await server.query("SELECT count(*)::int AS refused FROM records_refused", database) as { refused: number }[];
	return [
		...missing.length > 0 ? [`${missing.length} readings are missing in PostgreSQL, such as ${missing[0]}`] : [],
		...twice.length > 0 ? [`${twice.length} readings are there twice, such as ${twice[0].id}`] : [],
		...foreign.length > 0 ? [`${foreign.length} readings were never posted, such as ${foreign[0].id}`] : [],
		...refused > 0 ? [`${refused} readings were refused`] : []
	];
}
