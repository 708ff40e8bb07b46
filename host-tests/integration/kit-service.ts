import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBinary } from "../../service/binary.js";
import { GuardedProcess } from "../../service/guarded-process.js";
import { isHealthy } from "../../service/health.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";

export interface Answer {
	readonly status: number;
	/** JSON that was answered; undefined for nothing. */
	readonly body: ReturnType<typeof JSON.parse>;
}

/** Who asks. */
export interface Account {
	readonly id: string;
	readonly token: string;
}

export const guest: Account = Object.freeze({ id: "", token: "" });

const email = "superuser@example.test";
const password = "superuser-pass-1234";
const patience = 1000; // milliseconds for one health check

/** PocketBase on a fresh database with the files of service/kit, as docs/deployment.md says, and nothing else of this project. */
export class KitService {
	readonly url: string;
	superuser = guest;
	readonly #process: GuardedProcess;
	readonly #folder: string;

	private constructor(url: string, process: GuardedProcess, folder: string) {
		this.url = url;
		this.#process = process;
		this.#folder = folder;
	}

	static async start(): Promise<KitService> {
		const folder = await mkdtemp(join(tmpdir(), "records-kit-"));
		const binary = await findBinary();
		const kit = join(projectRoot(), "service", "kit");
		const folders = ["--dir", join(folder, "pb_data"), "--migrationsDir", join(kit, "pb_migrations"), "--hooksDir", join(kit, "pb_hooks"), "--dev=false"];
		await promisify(execFile)(binary, ["superuser", "upsert", email, password, ...folders]);
		const address = `127.0.0.1:${await freePort()}`;
		const child = new GuardedProcess(binary, ["serve", "--http", address, "--automigrate=false", "--hooksWatch=false", "--hooksPool=60", ...folders], process.env);
		const service = new KitService(`http://${address}`, child, folder);
		while (!await isHealthy(service.url, patience)) {
			if (child.ended)
				throw new Error(child.output);
		}
		service.superuser = await service.login(email, password, "_superusers");
		return service;
	}

	async ask(method: string, path: string, { token }: Account, body?: unknown): Promise<Answer> {
		const headers = { "content-type": "application/json", ...token === "" ? {} : { authorization: token } };
		const response = await fetch(this.url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
		const text = await response.text();
		return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
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
	async device(username: string, secret: string): Promise<Account> {
		await this.manage("POST", "/api/collections/users/records", { username, name: username, email: `${username}@example.test`, password: secret, passwordConfirm: secret });
		return this.login(username, secret);
	}

	/** All readings and users, as a superuser sees them. */
	async everything(): Promise<string> {
		const lists = ["readings", "users", "_superusers"].map((name) => this.manage("GET", `/api/collections/${name}/records?perPage=500&sort=id`));
		return JSON.stringify(await Promise.all(lists));
	}

	async remove(): Promise<void> {
		await this.#process.kill();
		await rm(this.#folder, { recursive: true, force: true });
	}
}
