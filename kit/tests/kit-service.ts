import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { exportKit } from "../export/export.js";
import type { GuardedProcess } from "../../service/guarded-process.js";
import { makeDatabase, type PlainDatabase, type PlainFolders, PlainService } from "../../service/plain-service.js";
import { projectRoot } from "../../service/project.js";
import { type Answer, ask } from "../../host-tests/runner/asking.js";

export type { Answer };

export const readings = "/api/collections/readings/records";
export const hourly = "/api/collections/readings_hourly/records";
export const users = "/api/collections/users/records";
export const commands = "/api/collections/commands/records";
/** The password of devices. */
export const secret = "a-device-password";
export const day = 86_400_000; // milliseconds

/** A time as PocketBase writes it. @param time milliseconds since 1970 */
export function dateText(time: number): string {
	return new Date(time).toISOString().replace("T", " ");
}

/** A time so many milliseconds ago, as PocketBase writes it. */
export function ago(length: number): string {
	return dateText(Date.now() - length);
}

/** Who asks. */
export interface Account {
	readonly id: string;
	readonly token: string;
}

export const guest: Account = Object.freeze({ id: "", token: "" });

/** Of the development service: the cheapest hash of passwords, because a safe one takes 50 milliseconds of processor time; and more time for a batch. They run after the kit's. */
const quick = ["0001_quick_passwords.js", "0020_quick_batches.js"];

/** A hook of the tests alone, for superusers: writes into the database what PocketBase would not, and reads from it. */
const received = `routerAdd("POST", "/stored", (event) => {
	const { collection, id, column, value } = event.requestInfo().body;
	// The retention may run between two statements.
	$app.runInTransaction((app) => {
		app.db().newQuery("UPDATE " + collection + " SET " + column + " = {:value} WHERE id = {:id}").bind({ id, value }).execute();
		if (column === "created") {
			const device = app.findRecordById("readings", id).getString("device");
			app.db().newQuery("UPDATE device_activity SET last = (SELECT MAX(created) FROM readings WHERE device = {:device}) WHERE device = {:device}").bind({ device }).execute();
		}
	});
	return event.noContent(204);
}, $apis.requireSuperuserAuth());
routerAdd("POST", "/sql", (event) => {
	for (const statement of event.requestInfo().body.statements) {
		$app.db().newQuery(statement).execute();
	}
	return event.noContent(204);
}, $apis.requireSuperuserAuth());
routerAdd("POST", "/details", (event) => {
	const rows = arrayOf(new DynamicModel({ detail: "" }));
	$app.concurrentDB().newQuery(event.requestInfo().body.statement).all(rows);
	return event.json(200, rows.map(({ detail }) => detail));
}, $apis.requireSuperuserAuth());
`;

/** With which each service answers Prometheus. */
export const metricsToken = "a-token-for-prometheus";
const environment = { RECORDS_SERVICE_QUICK: "1", RECORDS_METRICS_TOKEN: metricsToken };

function foldersOf(kit: string): PlainFolders {
	return { migrations: join(kit, "pb_migrations"), hooks: join(kit, "pb_hooks"), publicFiles: join(kit, "pb_public") };
}

/** What every kit service of this process begins as. */
interface Beginning {
	/** The exported folder. */
	readonly kit: string;
	readonly database: PlainDatabase;
}

/** By PocketBase's binary. Is made when the first asks for it: to export the kit and to run its migrations takes three times as long as a start. */
const beginnings = new Map<string, Promise<Beginning>>();

async function makeBeginning(): Promise<Beginning> {
	const folder = await mkdtemp(join(tmpdir(), "records-kit-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const kit = join(folder, "kit");
	await exportKit(kit);
	await writeFile(join(kit, "pb_hooks", "received.pb.js"), received);
	for (const migration of quick)
		await cp(join(projectRoot(), "service", "migrations", migration), join(kit, "pb_migrations", `9${migration}`));
	const home = join(folder, "database");
	await mkdir(home);
	return { kit, database: await makeDatabase(home, foldersOf(kit), environment) };
}

type ServiceSettings = Pick<PlainFolders, "hooksPool" | "printsQueries">;

/** Fulfilled when there is an answer. @throws Error with what the process has written, when it ends before */
export async function untilAnswered(url: string, child: GuardedProcess): Promise<void> {
	while ((await fetch(url).catch(() => undefined))?.status !== 200) {
		if (child.ended)
			throw new Error(child.output);
		await sleep(50);
	}
}

/** PocketBase on a fresh database with what `npm run service:export` writes, as docs/deployment.md says, and nothing else of this project. */
export class KitService {
	readonly url: string;
	/** The exported folder. */
	readonly kit: string;
	superuser = guest;
	plain: PlainService;

	private constructor(plain: PlainService, kit: string) {
		this.url = plain.url;
		this.plain = plain;
		this.kit = kit;
	}

	/** One that is there until the test has ended. @param more, settings as of `start` */
	static async of(t: ExecutionContext, more?: Readonly<Record<string, string>>, settings?: ServiceSettings): Promise<KitService> {
		const service = await KitService.start(more, settings);
		t.teardown(() => service.remove());
		return service;
	}

	/** The same with two devices, `device-one` and `device-two`. */
	static async withDevices(...given: Parameters<typeof KitService.of>): Promise<{ readonly service: KitService; readonly device: Account; readonly other: Account }> {
		const service = await KitService.of(...given);
		return { service, device: await service.device("device-one", secret), other: await service.device("device-two", secret) };
	}

	/** @param more environment, added to this process's */
	static async start(more: Readonly<Record<string, string>> = {}, settings: ServiceSettings = {}): Promise<KitService> {
		const binary = process.env.RECORDS_SERVICE_BIN ?? "";
		const beginning = beginnings.get(binary) ?? makeBeginning();
		beginnings.set(binary, beginning);
		const { database, kit: exported } = await beginning;
		const kit = await mkdtemp(join(tmpdir(), "records-kit-"));
		await cp(exported, kit, { recursive: true });
		const service = new KitService(await PlainService.start({ ...foldersOf(kit), ...settings }, { ...environment, ...more }, database), kit);
		service.superuser = { id: "", token: await service.plain.token() };
		return service;
	}

	/** Where its files are, for others on its database. */
	get folders(): PlainFolders {
		return foldersOf(this.kit);
	}

	/** Ends it, and starts it on its database, at its port. @param more environment, as of the start */
	async restart(more: Readonly<Record<string, string>> = {}): Promise<void> {
		this.plain = await this.plain.restarted(this.folders, { ...environment, ...more }, Number(new URL(this.url).port));
	}

	ask(method: string, path: string, { token }: Account, body?: unknown): Promise<Answer> {
		return ask(this.url, method, path, token, body);
	}

	/** Says when a reading was received: nobody but the database can. @param created such as "2026-01-01 08:00:00.000Z" */
	async received(id: string, created: string): Promise<void> {
		await this.stored(id, "created", created);
	}

	/** Writes what PocketBase would refuse, as it may have been there before the kit. */
	async stored(id: string, column: string, value: unknown, collection = "readings"): Promise<void> {
		await this.manage("POST", "/stored", { collection, id, column, value });
	}

	/** Has the database do what PocketBase would take long for. */
	async sql(...statements: readonly string[]): Promise<void> {
		await this.manage("POST", "/sql", { statements });
	}

	/** The column "detail" of what the database answers, as texts: of EXPLAIN QUERY PLAN, the steps of a statement. */
	details(statement: string): Promise<string[]> {
		return this.manage("POST", "/details", { statement });
	}

	/** The statements that the service makes of the database meanwhile. It has to print its queries. */
	async statementsOf(action: () => Promise<unknown>): Promise<string[]> {
		const mark = `SELECT 'mark ${process.hrtime.bigint()}'`;
		await this.sql(mark);
		await action();
		for (;;) {
			await this.sql(mark);
			const parts = this.plain.output.replaceAll(/\x1b\[[\d;]*m/g, "").split(mark);
			if (parts.length >= 3)
				return parts[1].split(/^\[\d+\.\d\dms\] /m).map((text) => text.replace(/\n(?:INFO|DEBUG|ERROR|WARN) [^]*/, "").trim()).filter((text) => /^(?:SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text));
		}
	}

	/** Has a job of the service run now; it may still run when this returns. */
	async job(name: string): Promise<void> {
		await this.manage("POST", `/api/crons/${name}`);
	}

	/** What it answers Prometheus. @param query such as "?page=1" @throws Error for a refusal */
	async metrics(query = ""): Promise<string> {
		const response = await fetch(`${this.url}/api/records/metrics${query}`, { headers: { authorization: `Bearer ${metricsToken}` } });
		if (!response.ok)
			throw new Error(`metrics: HTTP ${response.status}`);
		return response.text();
	}

	/** A number among them, NaN for none. */
	async metric(name: string): Promise<number> {
		return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await this.metrics())?.[1]);
	}

	/** As a superuser; throws an Error for a refusal. */
	async manage(method: string, path: string, body?: unknown): Promise<Answer["body"]> {
		const answer = await this.ask(method, path, this.superuser, body);
		if (answer.status > 299)
			throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
		return answer.body;
	}

	async login(identity: string, secret: string, collection = "users"): Promise<Account> {
		const { status, body } = await this.ask("POST", `/api/collections/${collection}/auth-with-password`, guest, { identity, password: secret });
		if (status !== 200)
			throw new Error(`log-in of ${identity}: HTTP ${status}`);
		return { id: body.record.id, token: body.token };
	}

	/** Makes a device's user, as a superuser does in the dashboard, and logs in. */
	async device(username: string, secret: string, name = username): Promise<Account> {
		await this.manage("POST", users, { username, name, email: `${username}@example.test`, password: secret, passwordConfirm: secret });
		return this.login(username, secret);
	}

	/** Makes somebody who looks, as a superuser does in the dashboard, and logs in. */
	async operator(email: string, secret: string): Promise<Account> {
		await this.manage("POST", "/api/collections/operators/records", { email, password: secret, passwordConfirm: secret });
		return this.login(email, secret, "operators");
	}

	/** All readings, users and what is counted of them, as a superuser sees them. */
	async everything(): Promise<string> {
		const lists = ["readings", "users", "operators", "_superusers", "device_activity", "readings_hourly", "commands", "firmware"].map((name) => this.manage("GET", `/api/collections/${name}/records?perPage=500&sort=id`));
		return JSON.stringify(await Promise.all(lists));
	}

	async remove(): Promise<void> {
		await this.plain.remove();
		await rm(this.kit, { recursive: true, force: true });
	}
}

/** Posts readings in batches, and returns their ids. */
export async function postAll(service: Pick<KitService, "ask">, device: Account, items: readonly object[]): Promise<string[]> {
	const ids: string[] = [];
	for (let done = 0; done < items.length; done += 50) {
		const requests = items.slice(done, done + 50).map((body) => ({ method: "PUT", url: readings, body }));
		const { body, status } = await service.ask("POST", "/api/batch", device, { requests });
		if (status !== 200)
			throw new Error(JSON.stringify(body));
		ids.push(...(body as { body: { id: string } }[]).map((answer) => answer.body.id));
	}
	return ids;
}
