import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { findBinary } from "../../service/binary.js";
import type { Service } from "../../service/launcher.js";

const run = promisify(execFile);
const email = "front@example.test";

/** Somebody who may change settings, and have tokens made that others can't: of any life, and that are not to be exchanged. */
export class Superuser {
	readonly #url: string;
	readonly #token: string;

	private constructor(url: string, token: string) {
		this.#url = url;
		this.#token = token;
	}

	/** Makes one in a running service and logs in. */
	static async of({ url, data }: Pick<Service, "url" | "data">): Promise<Superuser> {
		const password = randomBytes(24).toString("hex");
		await run(await findBinary(), ["superuser", "upsert", email, password, "--dir", data]);
		const { token } = await post<{ token: string }>(`${url}/api/collections/_superusers/auth-with-password`, { identity: email, password });
		return new Superuser(url, token);
	}

	/** A device's token that expires in so many seconds, by the service's own clock; it can't be exchanged. */
	async token(username: string, seconds: number): Promise<string> {
		const filter = encodeURIComponent(`username='${username}'`);
		const response = await fetch(`${this.#url}/api/collections/users/records?filter=${filter}`, { headers: { authorization: this.#token } });
		const { items } = await response.json() as { items: { id: string }[] };
		const path = `${this.#url}/api/collections/users/impersonate/${items[0].id}`;
		return (await post<{ token: string }>(path, { duration: seconds }, this.#token)).token;
	}

	/** Makes a reading of a device's. */
	async makeReading(username: string, sensor: string): Promise<void> {
		await post(`${this.#url}/api/collections/readings/records`, { sensor }, await this.token(username, 60));
	}

	/** Sends a request that the service must not refuse, and returns what its answer holds; undefined for nothing. */
	ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		return send(method, this.#url + path, body, this.#token);
	}

	/** Changes settings of the service; they outlive its restart. @param settings those that differ */
	async change(settings: object): Promise<void> {
		await send("PATCH", `${this.#url}/api/settings`, settings, this.#token);
	}
}

function post<Answer>(url: string, body: object, token?: string): Promise<Answer> {
	return send("POST", url, body, token);
}

async function send<Answer>(method: string, url: string, body?: object, token = ""): Promise<Answer> {
	const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: token }) };
	const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
	if (!response.ok)
		throw new Error(`${new URL(url).pathname}: HTTP ${response.status}`);
	const text = await response.text();
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
