import { createHash } from "node:crypto";
import PocketBase, { ClientResponseError, type RecordModel } from "pocketbase";
import { certificateFault } from "../../service/faults.js";
import { type Login, randomPassword } from "../../service/login.js";
import { Feed } from "../forward/feed.js";
import type { ServiceAddress } from "./arguments.mjs";
import type { DeviceRow } from "./device-file.js";
import { KeptLogin } from "./kept-login.js";

/** Records in one answer. */
const page = 500;
/** Devices in one answer with all of them. */
const devicesOfAll = 50_000;
/** Rows in one question, whose filter may have 3,500 characters and 200 parts. */
const rowsAtOnce = 50;
/** Names in one question: an email has up to 255 characters, and stands there three times. */
const namesAtOnce = 4;
/** Milliseconds for one answer where nobody says otherwise. */
const usualPatience = 60_000;
/** The cost of hashes (bcrypt) with which devices take seconds to make, not minutes. */
const quickCost = 4;
export const slowHash = "the service takes 0.1 s of a core or more for a device, nearly all of it to hash its password. Random passwords are as safe with a cheap hash: "
	+ `stop here (Ctrl-C), set Collections, users, password, "Bcrypt cost" to ${quickCost} in the dashboard, and run the same command again`;
const advice = ": install the service kit (npm run service:export)";

/** What to do, by the status of an answer. */
const nextSteps: Readonly<Record<number, string>> = {
	403: " Superusers may be let in from some addresses alone: Settings, Application, superuserIPs",
	404: advice,
	429: " Wait a minute. If that does not help, see Rate limits in docs/deployment.md"
};

/** A field of a collection, as far as it is looked at here. */
interface Field {
	readonly name: string;
	readonly cost?: number;
}

/** A device in an answer with all of them (pb_hooks/rows.pb.js). */
type Row = readonly [
	id: string, name: string, isRemoved: number, isLocked: number,
	first: string | null, last: string | null, readings: number | null, late: number | null, interval: number | null, reported: string | null
];

/** What a service has counted of a device that has posted to it. */
export interface Activity {
	/** When its first reading was stored. */
	readonly first: string;
	/** When its last reading was stored, in milliseconds since 1970. */
	readonly last: number;
	/** Readings that were stored. */
	readonly readings: number;
	/** Of those, how many more than 90 seconds after they were taken. */
	readonly late: number;
	/** Seconds between two of its health records, by the last one; 0 where it says none. */
	readonly interval: number;
	/** When that one was stored; "" for none. */
	readonly reported: string;
}

/** A user of a service that is a device. */
export interface Account {
	readonly id: string;
	/** Its username; without one, its email or id. */
	readonly name: string;
	/** Whether it was taken out of service. */
	readonly isRemoved: boolean;
	/** Whether it was locked out. */
	readonly isLocked: boolean;
}

/** One of all devices. */
export interface ListedAccount extends Account {
	/** undefined where it has posted nothing. */
	readonly activity: Activity | undefined;
}

/** A PocketBase with the kit, for a superuser. Methods reject with an Error that names the fault. */
export class Service {
	readonly name: string;
	readonly #client: PocketBase;
	/** Milliseconds that the service's clock is ahead of this one. */
	#ahead = 0;

	private constructor({ name, url }: ServiceAddress, patience: number) {
		this.name = name;
		this.#client = new PocketBase(url);
		this.#client.autoCancellation(false);
		this.#client.beforeSend = (address, options) => ({ url: address, options: { ...options, signal: AbortSignal.timeout(patience) } });
		this.#client.afterSend = (response, data: unknown) => {
			const date = Date.parse(response.headers.get("date") ?? "");
			this.#ahead = Number.isNaN(date) ? 0 : date - Date.now();
			return data;
		};
	}

	/**
	 * With the log-in that an earlier command has kept, or another, which is kept.
	 * @param given what is known of the log-in without asking somebody
	 * @param ask for the log-in at a URL
	 * @param patience milliseconds for one answer
	 */
	static async of(address: ServiceAddress, given: Login, ask: (url: string) => Promise<Login>, patience = usualPatience): Promise<Service> {
		const kept = new KeptLogin(address.url);
		const service = new Service(address, patience);
		const token = kept.token(given.identity, given.password);
		if (token !== "") {
			service.#client.authStore.save(token);
			if (await service.#isAccepted())
				return service;
		}
		const { identity, password } = await ask(address.url);
		await service.#logIn(identity, password);
		kept.keep(identity, password, service.#client.authStore.token);
		return service;
	}

	async #logIn(identity: string, password: string): Promise<void> {
		await this.#told("the log-in of the superuser", this.#client.collection("_superusers").authWithPassword(identity, password).catch((error: unknown) => {
			if (error instanceof ClientResponseError && error.status === 404)
				throw new Error(`HTTP 404: ${error.message} Is ${this.#client.baseURL} the address of a PocketBase?`);
			throw error;
		}));
	}

	/** Whether the service takes the token that is there. @throws Error where it does not answer */
	async #isAccepted(): Promise<boolean> {
		return this.#told("the log-in of the superuser", this.#client.send("/api/collections/_superusers/auth-refresh", { method: "POST" }).then(() => true, (error: unknown) => {
			if (error instanceof ClientResponseError && error.status === 0)
				throw error;
			return false;
		}));
	}

	/** All readings in the order in which they were stored. */
	get feed(): Feed {
		return new Feed(this.#client.baseURL, this.#client.authStore.token);
	}

	/** Milliseconds since 1970, by the service's clock to within two seconds. */
	now(): number {
		return Date.now() + this.#ahead;
	}

	/** All devices, removed ones, too. @throws Error where one can't be read */
	async accounts(): Promise<ListedAccount[]> {
		const accounts: ListedAccount[] = [];
		for (let after = ""; ;) {
			const query = { after, limit: devicesOfAll };
			const { rows } = await this.#told<{ rows: readonly Row[] }>("the list of devices", this.#client.send("/api/records/rows", { query }));
			for (const row of rows)
				accounts.push(listedAccount(row));
			if (rows.length < devicesOfAll)
				return accounts;
			[after] = rows[rows.length - 1];
		}
	}

	/** Those devices that have one of the names, by name, removed ones, too. */
	async accountsOf(names: readonly string[]): Promise<Map<string, Account>> {
		const found: RecordModel[] = [];
		// No device has a backslash in its name, and no filter takes one before a quote.
		const askable = names.filter((name) => !name.includes("\\"));
		for (let done = 0; done < askable.length; done += namesAtOnce) {
			const parts = askable.slice(done, done + namesAtOnce).map((name) => this.#client.filter("username = {:name} || email = {:name} || id = {:name}", { name }));
			found.push(...await this.#users(parts.join("||"), "id,username,email,removed,locked"));
		}
		return byName(found);
	}

	/** Whether it takes long for each password. @throws Error where the kit is not installed */
	async hashesSlowly(): Promise<boolean> {
		const { fields } = await this.#told<{ fields: readonly Field[] }>("the collection users", this.#client.collections.getOne("users"));
		const missing = ["username", "removed"].find((wanted) => !fields.some(({ name }) => name === wanted));
		if (missing !== undefined)
			throw new Error(`the service's users have no field "${missing}"${advice}`);
		const { cost = 0 } = fields.find(({ name }) => name === "password") ?? {};
		return cost === 0 || cost > quickCost;
	}

	async make(row: DeviceRow, id: string): Promise<void> {
		const { devicePassword, identity } = row;
		// Nobody gets mail there (RFC 2606): nobody can ask for another password.
		const user = { id, username: identity, name: identity, email: `${identity}@devices.invalid`, verified: true, password: devicePassword, passwordConfirm: devicePassword, tokenKey: keyOf(row) };
		await this.#told(`making ${identity}`, this.#client.collection("users").create(user, { fields: "id" }));
	}

	/** Sets the password of a row, and ends a lock. */
	async set({ id, name }: Account, row: DeviceRow): Promise<void> {
		await this.#change(name, id, row.devicePassword, { locked: "", tokenKey: keyOf(row) });
	}

	async lock({ id, name }: Account): Promise<void> {
		await this.#change(name, id, randomPassword(), { locked: this.#date() });
	}

	async remove({ id, name }: Account): Promise<void> {
		await this.#change(name, id, randomPassword(), { removed: this.#date() });
	}

	/** The names of those rows whose password is the last that was set for the account. */
	async holds(rows: readonly DeviceRow[], accounts: ReadonlyMap<string, Account>): Promise<Set<string>> {
		const held = new Set<string>();
		const known = rows.filter(({ identity }) => accounts.has(identity));
		for (let done = 0; done < known.length; done += rowsAtOnce) {
			const parts = known.slice(done, done + rowsAtOnce).map((row) =>
				// A part of the key is enough, and a proxy's log does not get the whole.
				this.#client.filter("(id = {:id} && tokenKey ~ {:key})", { id: accounts.get(row.identity)?.id, key: `${keyOf(row).slice(0, 16)}%` }));
			const found = new Set((await this.#users(parts.join("||"), "id")).map(({ id }) => id));
			for (const { identity } of known.slice(done, done + rowsAtOnce)) {
				if (found.has(accounts.get(identity)?.id ?? ""))
					held.add(identity);
			}
		}
		return held;
	}

	/** Devices that match a filter. */
	async #users(filter: string, fields: string): Promise<RecordModel[]> {
		const { items } = await this.#told("the list of users", this.#client.collection("users").getList(1, page, { filter, sort: "id", fields, skipTotal: true }));
		return items;
	}

	#date(): string {
		return new Date(this.now()).toISOString();
	}

	async #change(name: string, id: string, password: string, others: { removed?: string; locked?: string; tokenKey?: string }): Promise<void> {
		await this.#told(`changing ${name}`, this.#client.collection("users").update(id, { password, passwordConfirm: password, ...others }).then(({ removed }) => {
			if (others.removed !== undefined && !removed)
				throw new Error(`its users have no field "removed"${advice}`);
		}));
	}

	/** Names what was done where it fails, and what the service says of it. */
	async #told<Result>(what: string, promise: Promise<Result>): Promise<Result> {
		try {
			return await promise;
		}
		catch (error) {
			throw new Error(`${what} failed: ${faultOf(error, this.#client.baseURL)}`, { cause: error });
		}
	}
}

function byName(users: readonly RecordModel[]): Map<string, Account> {
	return new Map(users.map(({ id, username, email, removed, locked }) => {
		const name = [username, email].map(String).find((text) => text !== "") ?? id;
		return [name, { id, name, isRemoved: Boolean(removed), isLocked: Boolean(locked) }];
	}));
}

function listedAccount([id, name, isRemoved, isLocked, first, last, readings, late, interval, reported]: Row): ListedAccount {
	const activity = last === null ? undefined : {
		first: first ?? "", last: Date.parse(last) || -Infinity, readings: readings ?? 0, late: late ?? 0, interval: interval ?? 0, reported: reported ?? ""
	};
	return { id, name, isRemoved: isRemoved === 1, isLocked: isLocked === 1, activity };
}

/** The id that a device gets, on each service the same. */
export function idOf(name: string): string {
	return createHash("sha256").update(name).digest("hex").slice(0, 15);
}

/**
 * What the service signs a device's tokens with, besides a secret of its own. It is made of the password: services with the
 * same secret take each other's tokens. PocketBase makes another with each password that is set elsewhere, so that it says
 * whether a row's password is the last one, too.
 */
function keyOf({ devicePassword, identity }: DeviceRow): string {
	return createHash("sha256").update(`${identity}\n${devicePassword}`).digest("hex").slice(0, 50);
}

function faultOf(error: unknown, url: string): string {
	if (!(error instanceof ClientResponseError))
		return error instanceof Error ? error.message : String(error);
	if (error.status === 0)
		return `the service ${certificateFault(error.originalError) || "does not answer"} at ${url}`;
	const data = (error.response.data ?? {}) as Record<string, { message?: string }>;
	const details = Object.entries(data).map(([field, { message }]) => `${field}: ${message ?? ""}`);
	const next = nextSteps[error.status] ?? "";
	const text = [error.message, ...details].join(" ");
	return `HTTP ${error.status}: ${next.startsWith(":") ? text.replace(/\.$/, "") : text}${next}`;
}
