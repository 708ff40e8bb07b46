import pg from "pg";
import { beginning, type Place, type Row } from "./feed.js";
import { placesInBlock } from "./schema.js";

/** Milliseconds for a connection, and for one statement. */
const patience = 60_000;
/** Classes of errors (SQLSTATE) that say that a row can't be stored: its data, a constraint, a limit, a trigger. */
const rowFaults = ["22", "23", "54", "P0"];

/** Columns of a reading, as json_to_recordset reads them. */
const columns = "page (id text, device text, sensor text, value double precision, unit text, taken text, created timestamptz, extra text)";

/** The readings of one service in PostgreSQL: a connection, which holds the lock of the service. Methods reject with the fault of PostgreSQL. */
export class Store {
	readonly #client: pg.Client;
	readonly #service: string;
	/** Months that have a partition, such as "2026-11". */
	readonly #months = new Set<string>();

	private constructor(client: pg.Client, service: string) {
		this.#client = client;
		this.#service = service;
	}

	/** @param to the URL of a database */
	static async connected(to: string, service: string): Promise<Store> {
		const client = new pg.Client({
			connectionString: to, application_name: `records-forward ${service}`, connectionTimeoutMillis: patience, query_timeout: patience, keepAlive: true,
			// A forwarder whose machine is gone leaves the lock to another within a minute.
			options: "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
		});
		// The next statement is told.
		client.on("error", () => undefined);
		await client.connect();
		return new Store(client, service);
	}

	/** Whether no other has the lock of the service; this one has it then until it is closed. Nobody waits in PostgreSQL: that would hold up VACUUM. */
	async locks(): Promise<boolean> {
		const [{ locked }] = await this.#query<{ locked: boolean }>("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked", [`records-forward ${this.#service}`]);
		return locked;
	}

	/** What the database and its replicas have in common with no other. */
	async name(): Promise<string> {
		const [{ name }] = await this.#query<{ name: string }>("SELECT system_identifier || '/' || current_database() AS name FROM pg_control_system()");
		return name;
	}

	/** The places that are kept, the last first; the beginning is the last of them. */
	async places(): Promise<Place[]> {
		const rows = await this.#query<{ place: string; id: string }>("SELECT place, id FROM records_places WHERE service = $1 ORDER BY place DESC", [this.#service]);
		return [...rows.map(({ id, place }) => ({ id, place: Number(place) })), beginning];
	}

	/** Forgets the places after one. */
	async back({ place }: Place): Promise<void> {
		await this.#query("DELETE FROM records_places WHERE service = $1 AND place > $2", [this.#service, place]);
	}

	/** Stores readings, in the order of their places, and the place of the last, or nothing. What is stored already stays as it is. */
	async write(rows: readonly Row[]): Promise<void> {
		await this.#makeMonths(rows);
		const untaken = rows.filter(({ taken }) => taken === "");
		const health = rows.filter(({ sensor }) => sensor === "health");
		await this.#inTransaction(async () => {
			// All in the order of the keys: two services may have the same readings.
			if (untaken.length > 0) {
				await this.#query(`
					INSERT INTO readings_untaken (device, id, at) SELECT device, id, created FROM json_to_recordset($1) AS ${columns} ORDER BY device, id ON CONFLICT DO NOTHING
				`, [arrayOf(untaken)]);
			}
			await this.#query(`
				INSERT INTO readings (at, created, value, device, id, service, sensor, unit, extra)
				SELECT COALESCE(NULLIF(taken, '')::timestamptz, untaken.at) AS time, created, value, page.device, page.id, $2, sensor, unit, NULLIF(NULLIF(extra, ''), 'null')::jsonb
				FROM json_to_recordset($1) AS ${columns} LEFT JOIN readings_untaken untaken ON taken = '' AND untaken.device = page.device AND untaken.id = page.id
				ORDER BY page.device, time, page.id ON CONFLICT DO NOTHING
			`, [arrayOf(rows), this.#service]);
			if (health.length > 0) {
				await this.#query(`
					INSERT INTO devices (id, reported, health)
					SELECT DISTINCT ON (device) device, created, NULLIF(extra, '')::jsonb FROM json_to_recordset($1) AS ${columns} ORDER BY device, created DESC
					ON CONFLICT (id) DO UPDATE SET reported = excluded.reported, health = excluded.health WHERE devices.reported IS NULL OR devices.reported < excluded.reported
				`, [arrayOf(health)]);
			}
			await this.#setPlace(rows[rows.length - 1]);
		});
	}

	/** Keeps a reading that can't be stored as a text, and its place. */
	async refuse(row: Row, reason: string): Promise<void> {
		await this.#inTransaction(async () => {
			await this.#query("INSERT INTO records_refused (service, id, place, refused, reason, reading) VALUES ($1, $2, $3, now(), $4, $5) ON CONFLICT DO NOTHING",
				[this.#service, printable(row.id), row.place, reason, row.text]);
			await this.#setPlace(row);
		});
	}

	/** @param lines JSON, in the order of the ids */
	async writeDevices(lines: readonly string[]): Promise<void> {
		await this.#query(`
			INSERT INTO devices (id, name, made, removed) SELECT id, name, NULLIF(made, '')::timestamptz, NULLIF(removed, '')::timestamptz
			FROM json_to_recordset($1) AS page (id text, name text, made text, removed text) ORDER BY id
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, made = LEAST(devices.made, excluded.made), removed = COALESCE(devices.removed, excluded.removed)
			WHERE (devices.name, devices.made, devices.removed) IS DISTINCT FROM (excluded.name, LEAST(devices.made, excluded.made), COALESCE(devices.removed, excluded.removed))
		`, [`[${lines.join(",")}]`]);
	}

	/** Ends the connection, and with it the lock. */
	close(): void {
		// Without an answer: a connection that has failed gives none.
		this.#client.end().catch(() => undefined);
	}

	async #setPlace({ id, place }: Place): Promise<void> {
		await this.#query(`
			INSERT INTO records_places (service, block, place, id, forwarded) VALUES ($1, $2::bigint / ${placesInBlock}, $2, $3, now())
			ON CONFLICT (service, block) DO UPDATE SET place = excluded.place, id = excluded.id, forwarded = excluded.forwarded
		`, [this.#service, place, printable(id)]);
	}

	/** Partitions for the months of readings: 2020 up to the next month. Those of other clocks go into the default partition. */
	async #makeMonths(rows: readonly Row[]): Promise<void> {
		const last = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 7);
		for (const { created, taken } of rows) {
			const month = (taken === "" ? created : taken).slice(0, 7);
			if (!this.#months.has(month) && /^20[2-9]\d-(?:0[1-9]|1[0-2])$/.test(month) && month <= last) {
				await this.#query("SELECT records_month($1)", [`${month}-01`]);
				this.#months.add(month);
			}
		}
	}

	/** The rows of an answer. What is no answer of PostgreSQL's is a fault of the connection. */
	async #query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
		try {
			return (await this.#client.query<Row>(sql, [...values])).rows;
		}
		catch (error) {
			throw error instanceof pg.DatabaseError ? error : new Error(`the connection to PostgreSQL is broken: ${(error as Error).message}`, { cause: error });
		}
	}

	async #inTransaction(action: () => Promise<void>): Promise<void> {
		await this.#query("BEGIN");
		try {
			await action();
			await this.#query("COMMIT");
		}
		catch (error) {
			if (isRowFault(error))
				await this.#query("ROLLBACK");
			throw error;
		}
	}
}

/** Whether a fault is that of a row, and others can be stored. */
export function isRowFault(error: unknown): boolean {
	return error instanceof pg.DatabaseError && rowFaults.includes((error.code ?? "").slice(0, 2));
}

/** What is wrong with PostgreSQL, in plain words; undefined where the fault is not its own. */
export function storeFault(error: unknown): string | undefined {
	if (error instanceof pg.DatabaseError)
		return `PostgreSQL says: ${error.message}${error.code === "42P01" ? ". Its tables are missing: npm run fleet -- forward --schema prints the SQL that makes them" : ""}`;
	const { code = "", message } = error as NodeJS.ErrnoException;
	// Of Node's TLS.
	if (/CERT|^UNABLE_TO_/.test(code))
		return `PostgreSQL's certificate is refused: ${message}. Its CA has to be in the file that the address names as sslrootcert, its host in the certificate`;
	return undefined;
}

function arrayOf(rows: readonly Row[]): string {
	return `[${rows.map(({ text }) => text).join(",")}]`;
}

/** Without U+0000, which PostgreSQL's texts can't have. */
function printable(text: string): string {
	return text.replaceAll("\u0000", "�");
}
