import { execFile } from "node:child_process";
import { promisify } from "node:util";
import PocketBase from "pocketbase";
import { findBinary } from "../../service/binary.js";
import type { Service } from "../../service/launcher.js";
import { randomPassword } from "../../service/login.js";

const email = "front@example.test";

/** Somebody who may change settings, and have tokens made that others can't: of any life, and that are not to be exchanged. */
export class Superuser {
	readonly #service: PocketBase;

	private constructor(service: PocketBase) {
		this.#service = service;
	}

	/** Makes one in a running service and logs in. */
	static async of({ url, data }: Pick<Service, "url" | "data">): Promise<Superuser> {
		const password = randomPassword();
		await promisify(execFile)(await findBinary(), ["superuser", "upsert", email, password, "--dir", data]);
		const service = new PocketBase(url).autoCancellation(false);
		await service.collection("_superusers").authWithPassword(email, password);
		return new Superuser(service);
	}

	/** The service as a device sees it whose token expires in so many seconds, by the service's own clock; it can't be exchanged. */
	async as(username: string, seconds: number): Promise<PocketBase> {
		const users = this.#service.collection("users");
		const { id } = await users.getFirstListItem(`username='${username}'`);
		return users.impersonate(id, seconds);
	}

	/** Such a token. */
	async token(username: string, seconds: number): Promise<string> {
		return (await this.as(username, seconds)).authStore.token;
	}

	/** Sends a request that the service must not refuse, and returns what its answer holds. */
	ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		return this.#service.send<Answer>(path, { method, body });
	}

	/** Changes settings of the service; they outlive its restart. @param settings those that differ */
	async change(settings: object): Promise<void> {
		await this.#service.settings.update(settings);
	}
}
