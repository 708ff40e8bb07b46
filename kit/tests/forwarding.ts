import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { folder } from "../../host-tests/runner/folder.js";
import { Program } from "../../host-tests/runner/program.js";
import { freePort } from "../../service/port.js";
import { schemaOf } from "../forward/schema.js";
import { fleetProgram } from "./fleet-program.js";
import { KitService } from "./kit-service.js";
import type { PostgreSQL } from "../bench/forward/postgresql.js";

export const feedToken = "a-token-for-forwarding";
let databases = 0;

/** Attempts that fail, and answers in which nothing has changed, until nobody waits for another. */
const patience = { attempts: 10, answers: 2000 };

/** Services, named "one", "two" …, and a database with the tables of a forwarder. All is gone with the test. */
export class Forwarding {
	readonly services: KitService[] = [];
	readonly #forwarders: Forwarder[] = [];
	readonly #t: ExecutionContext;
	readonly #server: PostgreSQL;
	readonly #folder: string;
	readonly database: string;

	private constructor(t: ExecutionContext, server: PostgreSQL, folder: string) {
		this.#t = t;
		this.#server = server;
		this.#folder = folder;
		this.database = `records${++databases}`;
	}

	static async start(t: ExecutionContext, server: PostgreSQL, count = 1): Promise<Forwarding> {
		const forwarding = new Forwarding(t, server, await folder(t));
		await server.query(`CREATE DATABASE ${forwarding.database}`, "postgres");
		await forwarding.query(schemaOf("plain"));
		forwarding.services.push(...await Promise.all(Array.from({ length: count }, () => KitService.of(t, { RECORDS_FEED_TOKEN: feedToken }))));
		return forwarding;
	}

	get to(): string {
		return this.#server.url(this.database);
	}

	query(sql: string): Promise<any[]> {
		return this.#server.query(sql, this.database);
	}

	/** All readings in PostgreSQL. */
	async count(): Promise<number> {
		return Number((await this.query("SELECT count(*) FROM readings"))[0].count);
	}

	async arrived(count: number): Promise<void> {
		await this.until(() => this.count(), (found) => found >= count);
	}

	/** Waits for an answer that holds; what can't be asked now is asked again. @throws Error where no forwarder will change it */
	async until<Answer>(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
		const rounds = this.#forwarders.map((forwarder) => forwarder.round());
		for (let isOver = false; ;) {
			const answer = await ask().catch(String);
			if (typeof answer !== "string" && holds(answer))
				return answer;
			if (isOver)
				throw new Error(`${JSON.stringify(answer)} in the end, and a forwarder has said: ${this.#forwarders.map(({ errors }) => errors).join("; another: ")}`);
			const states = await Promise.all(rounds.map((round) => round()));
			// Then once more: what was asked may be from before.
			isOver = states.includes("done") || states.every((state) => state === "failed");
			await sleep(50);
		}
	}

	/** Starts a forwarder of all services, in a process of its own. */
	async forward({ token = feedToken, urls = this.services.map(({ url }) => url), to = this.to } = {}): Promise<Forwarder> {
		const names = ["one", "two", "three"];
		const file = join(this.#folder, `services-${await freePort()}.txt`);
		await writeFile(file, [...urls.map((url, index) => `${names[index]}=${url}`), "devices=http://127.0.0.1/{name}", ""].join("\n"));
		const metrics = `127.0.0.1:${await freePort()}`;
		const forwarder = new Forwarder([fleetProgram, "forward", "--services", file, "--to", to, "--metrics", metrics], token, metrics, this.#t);
		this.#forwarders.push(forwarder);
		return forwarder;
	}
}

export class Forwarder extends Program {
	/** Where its metrics are: address and port. */
	readonly address: string;

	constructor(parameters: readonly string[], token: string, metrics: string, t: ExecutionContext) {
		super(parameters, { RECORDS_FEED_TOKEN: token }, t);
		this.address = metrics;
	}

	/** Fulfilled when it has said this. @throws Error with what it has said, when it will not say this any more */
	async said(text: RegExp): Promise<void> {
		const round = this.round();
		for (let isOver = false; !text.test(this.errors);) {
			if (isOver)
				throw new Error(`it has not said ${text}, but: ${this.errors}`);
			isOver = await round() !== "working";
			await sleep(50);
		}
	}

	/**
	 * What has become of the forwarder since this was called: for each service it has all readings that were there then, or it has
	 * failed again and again, hangs, or has ended. A machine that is slow makes it none of these.
	 */
	round(): () => Promise<"working" | "done" | "failed"> {
		const begun = Date.now();
		let before: number | undefined, last = "", same = 0;
		return async () => {
			if (this.child.exitCode !== null || this.child.signalCode !== null)
				return "failed";
			const asked = Date.now();
			const metrics = Object.entries(await this.metrics().catch(() => ({})));
			if (metrics.length === 0)
				return "working";
			const values = (name: string): number[] => metrics.filter(([key]) => key.startsWith(`${name} `)).map(([, value]) => value);
			const complete = values("behind_seconds").map((seconds) => asked - 1000 * seconds);
			if (complete.length === values("active").length && Math.min(...complete) > begun)
				return "done";
			const faults = Math.max(...values("faults_total"));
			before ??= faults;
			const text = JSON.stringify(metrics.filter(([key]) => !key.startsWith("behind_seconds")));
			same = text === last ? same + 1 : 0;
			last = text;
			return faults - before >= patience.attempts || same >= patience.answers ? "failed" : "working";
		};
	}

	/** By metric and service, such as "behind_readings one". */
	async metrics(): Promise<Record<string, number>> {
		const text = await (await fetch(`http://${this.address}/metrics`)).text();
		return Object.fromEntries([...text.matchAll(/^records_forward_(\w+)\{service="([^"]+)"\} (\S+)$/gm)].map(([, name, service, value]) => [`${name} ${service}`, Number(value)]));
	}

	async kill(): Promise<void> {
		this.child.kill("SIGKILL");
		await this.ended;
	}
}

/** The queries of the kit's dashboard, as Grafana asks them for the last day: of its choices, and of its panels by their titles. */
export async function dashboard(kit: string, device: string, sensor: string): Promise<{ readonly choices: readonly string[]; readonly panels: Readonly<Record<string, string>> }> {
	interface Dashboard {
		readonly panels: readonly { title: string; targets: readonly { rawSql: string }[] }[];
		readonly templating: { list: readonly { name: string; type: string; query: string }[] };
	}
	const { panels, templating: { list } } = JSON.parse(await readFile(join(kit, "grafana", "records-dashboard.json"), "utf8")) as Dashboard;
	const at = (seconds: number): string => `'${new Date(Date.now() + 1000 * seconds).toISOString()}'`;
	// One interval has all, whenever it is asked.
	const asked = (sql: string): string => sql.replaceAll("$__timeFrom()", at(-86_400)).replaceAll("$__timeTo()", at(60)).replaceAll("$__interval_ms", "3155760000000").replaceAll("$device", device).replaceAll("$sensor", sensor);
	return {
		choices: list.filter(({ type }) => type === "query").map(({ query }) => query),
		panels: Object.fromEntries(panels.map(({ targets: [{ rawSql }], title }) => [title, asked(rawSql)]))
	};
}
