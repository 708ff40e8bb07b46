import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ExecutionContext } from "ava";
import { folder } from "../../host-tests/runner/folder.js";
import { Program } from "../../host-tests/runner/program.js";
import { freePort } from "../../service/port.js";
import { schemaOf } from "../forward/schema.js";
import { type Account, KitService } from "./kit-service.js";
import type { PostgreSQL } from "../bench/forward/postgresql.js";

const main = fileURLToPath(new URL("../fleet/main.js", import.meta.url));
export const feedToken = "a-token-for-forwarding";
const readings = "/api/collections/readings/records";
let databases = 0;

/** Waits for an answer that holds; what can't be asked now is asked again. */
export async function until<Answer>(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
	for (;;) {
		const answer = await ask().catch(() => undefined);
		if (answer !== undefined && holds(answer))
			return answer;
		await sleep(50);
	}
}

/** Services, named "one", "two" …, and a database with the tables of a forwarder. All is gone with the test. */
export class Forwarding {
	readonly services: KitService[] = [];
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
		for (const service of await Promise.all(Array.from({ length: count }, () => KitService.start({ RECORDS_FEED_TOKEN: feedToken })))) {
			forwarding.services.push(service);
			t.teardown(() => service.remove());
		}
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
		await until(() => this.count(), (found) => found >= count);
	}

	/** Starts a forwarder of all services, in a process of its own. */
	async forward({ token = feedToken, urls = this.services.map(({ url }) => url), to = this.to } = {}): Promise<Forwarder> {
		const names = ["one", "two", "three"];
		const file = join(this.#folder, `services-${await freePort()}.txt`);
		await writeFile(file, [...urls.map((url, index) => `${names[index]}=${url}`), "devices=http://127.0.0.1/{name}", ""].join("\n"));
		const metrics = `127.0.0.1:${await freePort()}`;
		return new Forwarder([main, "forward", "--services", file, "--to", to, "--metrics", metrics], token, metrics, this.#t);
	}
}

export class Forwarder extends Program {
	readonly #metrics: string;

	constructor(parameters: readonly string[], token: string, metrics: string, t: ExecutionContext) {
		super(parameters, { RECORDS_FEED_TOKEN: token }, t);
		this.#metrics = metrics;
	}

	/** Fulfilled when it has said this. @throws Error with what it has said, when it ends before */
	async said(text: RegExp): Promise<void> {
		while (!text.test(this.errors)) {
			if (this.child.exitCode !== null)
				throw new Error(`ended with ${this.child.exitCode}: ${this.errors}`);
			await sleep(50);
		}
	}

	/** By metric and service, such as "behind_readings one". */
	async metrics(): Promise<Record<string, number>> {
		const text = await (await fetch(`http://${this.#metrics}/metrics`)).text();
		return Object.fromEntries([...text.matchAll(/^records_forward_(\w+)\{service="(\w+)"\} (\S+)$/gm)].map(([, name, service, value]) => [`${name} ${service}`, Number(value)]));
	}

	async kill(): Promise<void> {
		this.child.kill("SIGKILL");
		await this.ended;
	}
}

/** Posts readings in batches, and returns their ids. */
export async function postAll(service: KitService, device: Account, items: readonly object[]): Promise<string[]> {
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
