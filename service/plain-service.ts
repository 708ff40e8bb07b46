import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBinary } from "./binary.js";
import { GuardedProcess } from "./guarded-process.js";
import { untilReady } from "./health.js";
import { superuser } from "./login.js";
import { freePort, lacksPort } from "./port.js";

const startPatience = 600_000; // milliseconds
const stopPatience = 1000; // milliseconds

/** Where PocketBase finds its files; where one is not named, it has none of that kind. */
export interface PlainFolders {
	readonly migrations?: string;
	readonly hooks?: string;
	readonly publicFiles?: string;
	/** Whether its output has each query of the database. */
	readonly printsQueries?: boolean;
	/** JavaScript machines that it makes in advance; 60 where it is left out. */
	readonly hooksPool?: number;
}

/** What the migrations make of an empty database, and the superuser `superuser@example.test`. */
export interface PlainDatabase {
	readonly folder: string;
	/** Of the superuser; random. */
	readonly password: string;
}

/** Makes it in a folder that is empty. @param environment added to this process's */
export async function makeDatabase(folder: string, folders: PlainFolders, environment: Readonly<Record<string, string>> = {}): Promise<PlainDatabase> {
	await mkdir(join(folder, "pb_data"), { mode: 0o700 });
	const password = randomBytes(16).toString("hex");
	await promisify(execFile)(await findBinary(), ["superuser", "upsert", superuser, password, ...parametersOf(folder, folders)], { env: { ...process.env, ...environment } });
	return { folder, password };
}

/** PocketBase on loopback with a database of its own, and none of the development service's files. */
export class PlainService {
	readonly url: string;
	/** Of the superuser `superuser@example.test`; random. */
	readonly password: string;
	/** The folder of the database. */
	readonly data: string;
	readonly #process: GuardedProcess;
	readonly #folder: string;

	private constructor(url: string, password: string, process: GuardedProcess, folder: string) {
		this.url = url;
		this.password = password;
		this.data = join(folder, "pb_data");
		this.#process = process;
		this.#folder = folder;
	}

	/**
	 * Rejects with its output when it ends before it answers.
	 * @param environment added to this process's
	 * @param database it starts on a copy of this one; without it, on one of its own
	 */
	static async start(folders: PlainFolders = {}, environment: Readonly<Record<string, string>> = {}, database?: PlainDatabase): Promise<PlainService> {
		const folder = await mkdtemp(join(tmpdir(), "records-plain-"));
		try {
			const { password } = database ?? await makeDatabase(folder, folders, environment);
			if (database !== undefined)
				await cp(database.folder, folder, { recursive: true });
			return await PlainService.#serve(folder, password, folders, environment);
		}
		catch (error) {
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}

	static async #serve(folder: string, password: string, folders: PlainFolders, environment: Readonly<Record<string, string>>, port?: number): Promise<PlainService> {
		const address = `127.0.0.1:${port ?? await freePort()}`;
		const serve = ["serve", "--http", address, "--automigrate=false", "--hooksWatch=false", `--hooksPool=${folders.hooksPool ?? 60}`];
		const child = new GuardedProcess(await findBinary(), [...serve, ...parametersOf(folder, folders)], { ...process.env, ...environment });
		const url = `http://${address}`;
		const fault = await untilReady(child, url, startPatience);
		if (fault !== undefined) {
			await child.kill();
			// Another process may have taken the free port meanwhile.
			if (port === undefined && lacksPort(child))
				return PlainService.#serve(folder, password, folders, environment);
			throw new Error(`${fault}:\n${child.output}`);
		}
		return new PlainService(url, password, child, folder);
	}

	/** The last of what it has printed. */
	get output(): string {
		return this.#process.output;
	}

	get processId(): number {
		return this.#process.id;
	}

	/** Ends it and keeps its database. May be called again. */
	async stop(): Promise<void> {
		await this.#process.stop(stopPatience);
	}

	/** Ends it at once, as a machine that loses its power does, and keeps its database. */
	async kill(): Promise<void> {
		await this.#process.kill();
	}

	/** Starts one on a copy of the database of this one, which must be stopped. */
	async copied(folders: PlainFolders, environment: Readonly<Record<string, string>> = {}, port?: number): Promise<PlainService> {
		const folder = await mkdtemp(join(tmpdir(), "records-plain-"));
		await cp(this.#folder, folder, { recursive: true });
		return PlainService.#serve(folder, this.password, folders, environment, port);
	}

	/** Ends it, and starts one on its database, at another port where none is named. */
	async restarted(folders: PlainFolders, environment: Readonly<Record<string, string>> = {}, port?: number): Promise<PlainService> {
		await this.stop();
		return PlainService.#serve(this.#folder, this.password, folders, environment, port);
	}

	/** The token of the superuser. */
	async token(): Promise<string> {
		const response = await fetch(`${this.url}/api/collections/_superusers/auth-with-password`, {
			method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ identity: superuser, password: this.password })
		});
		if (!response.ok)
			throw new Error(`log-in of the superuser: HTTP ${response.status}: ${await response.text()}`);
		return (await response.json() as { token: string }).token;
	}

	/** Ends it and deletes its database. */
	async remove(): Promise<void> {
		await this.kill();
		await rm(this.#folder, { recursive: true, force: true });
	}
}

function parametersOf(folder: string, { hooks, migrations, printsQueries = false, publicFiles }: PlainFolders): string[] {
	const none = join(folder, "none");
	return ["--dir", join(folder, "pb_data"), "--migrationsDir", migrations ?? none, "--hooksDir", hooks ?? none, "--publicDir", publicFiles ?? none, `--dev=${printsQueries}`];
}
