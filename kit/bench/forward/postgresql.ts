import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { GuardedProcess } from "../../../service/guarded-process.js";
import { freePort } from "../../../service/port.js";
import { programOf } from "../../../tools/installed.js";

const run = promisify(execFile);

/** The folder of the newest server's programs, which Debian has in no folder of PATH; undefined where there are none. */
export async function findPrograms(): Promise<string | undefined> {
	const versions = await readdir("/usr/lib/postgresql").catch(() => []);
	const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join("/usr/lib/postgresql", version, "bin"));
	return folders.find((folder) => programOf("postgres", folder) !== undefined && programOf("initdb", folder) !== undefined);
}

/** The server refuses root: a user of the system has it run then. */
async function userOf(): Promise<{ name: string; id: number; group: number } | undefined> {
	if (userInfo().uid !== 0)
		return undefined;
	const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
	const found = ["postgres", "nobody"].map((name) => lines.find(([other]) => other === name)).find((line) => line !== undefined);
	if (found === undefined)
		throw new Error("PostgreSQL refuses root, and there is no user postgres or nobody to run it");
	return { name: found[0], id: Number(found[2]), group: Number(found[3]) };
}

/** A server of its own on loopback, in a temporary folder. */
export class PostgreSQL {
	readonly data: string;
	readonly port: number;
	readonly #folder: string;
	readonly #programs: string;
	readonly #user: Awaited<ReturnType<typeof userOf>>;
	#process: GuardedProcess | undefined;

	private constructor(programs: string, folder: string, port: number, user: Awaited<ReturnType<typeof userOf>>) {
		this.#programs = programs;
		this.#folder = folder;
		this.port = port;
		this.#user = user;
		this.data = join(folder, "data");
	}

	static async #made(programs: string): Promise<PostgreSQL> {
		const folder = await mkdtemp(join(tmpdir(), "records-postgresql-"));
		const server = new PostgreSQL(programs, folder, await freePort(), await userOf());
		await server.own(folder);
		return server;
	}

	static async start(programs: string): Promise<PostgreSQL> {
		const server = await PostgreSQL.#made(programs);
		await server.#run("initdb", "-D", server.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
		await server.serve();
		return server;
	}

	/** Starts another that has all that this one has, and stands by: streaming replication. */
	async standby(): Promise<PostgreSQL> {
		const standby = await PostgreSQL.#made(this.#programs);
		await standby.#run("pg_basebackup", "-d", this.url("postgres"), "-D", standby.data, "-R", "-X", "stream", "-c", "fast", "--no-sync");
		await standby.serve();
		return standby;
	}

	/** Writes a file that the server alone can read, such as its key, and returns its path. */
	async file(name: string, text: string): Promise<string> {
		const path = join(this.#folder, name);
		await writeFile(path, text, { mode: 0o600 });
		await this.own(path);
		return path;
	}

	/** Makes the server's user the owner of a file or a folder. */
	async own(path: string): Promise<void> {
		if (this.#user !== undefined)
			await chown(path, this.#user.id, this.#user.group);
	}

	/** Starts it on its data, and waits until it answers. @param more settings, such as "-c max_connections=5" */
	async serve(...more: readonly string[]): Promise<void> {
		const sockets = join(this.#folder, "sockets");
		await mkdir(sockets, { recursive: true, mode: 0o777 });
		await this.own(sockets);
		const [program, ...parameters] = this.#command("postgres", "-D", this.data, "-p", String(this.port), "-h", "127.0.0.1", "-k", sockets, ...more);
		this.#process = new GuardedProcess(program, parameters, process.env);
		for (;;) {
			if (this.#process.ended) {
				// What a killed server has left ends by itself.
				if (/shared memory block|lock file/.test(this.#process.output))
					return this.serve(...more);
				throw new Error(this.#process.output);
			}
			if (await this.query("SELECT 1", "postgres").then(() => true, () => false))
				return;
			await sleep(50);
		}
	}

	/** Ends it at once, as a machine that loses its power does, without what the operating system has not written. */
	async kill(): Promise<void> {
		await this.#process?.kill();
	}

	/** @param role the superuser where none is named; there are no passwords */
	url(database: string, role = "postgres"): string {
		return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
	}

	/** The rows of all statements. */
	async query(sql: string, database: string): Promise<Record<string, unknown>[]> {
		const client = new pg.Client({ connectionString: this.url(database) });
		client.on("error", () => undefined);
		await client.connect();
		try {
			// Several statements have several results.
			return [await client.query<Record<string, unknown>>(sql)].flat().flatMap(({ rows }) => rows);
		}
		finally {
			await client.end().catch(() => undefined);
		}
	}

	async remove(): Promise<void> {
		await this.kill();
		await rm(this.#folder, { recursive: true, force: true });
	}

	#command(program: string, ...parameters: readonly string[]): string[] {
		const command = [join(this.#programs, program), ...parameters];
		return this.#user === undefined ? command : ["setpriv", `--reuid=${this.#user.id}`, `--regid=${this.#user.group}`, "--clear-groups", ...command];
	}

	async #run(program: string, ...parameters: readonly string[]): Promise<void> {
		const [file, ...rest] = this.#command(program, ...parameters);
		await run(file, rest, { cwd: this.#folder });
	}
}
