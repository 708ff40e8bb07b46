import PocketBase, { ClientResponseError, type RecordModel } from "pocketbase";
import { type Login, randomPassword } from "../login.js";
import { chunkSize, type DeviceFile, type DeviceRow } from "./device-file.js";
import { KeptLogin } from "./kept-login.js";

/** Records in one answer. */
const page = 500;
/** Milliseconds for one answer. */
const patience = 60_000;
/** Devices between two lines of progress. */
const step = 200;

/** Devices that take minutes to make, and the cost of hashes (bcrypt) with which they take seconds. */
const many = 200, quickCost = 4;
const slowHash = "the service takes 0.1 s of a core or more for a device, nearly all of it to hash its password. Random passwords are as safe with a cheap hash: "
	+ `stop here (Ctrl-C), set Collections, users, password, "Bcrypt cost" to ${quickCost} in the dashboard, and run the same command again`;

/** A field of a collection, as far as it is looked at here. */
interface Field {
	readonly name: string;
	readonly cost?: number;
}

/** A user of the service that is a device. */
export interface Device {
	readonly id: string;
	/** Its username; without one, its email or id. */
	readonly name: string;
	/** Whether it was taken out of service. */
	readonly isRemoved: boolean;
	/** Whether it was locked out. */
	readonly isLocked: boolean;
}

/** A device and what it has posted. */
export interface ActiveDevice extends Device {
	/** When its last reading was stored, in milliseconds since 1970; -Infinity for none. */
	readonly last: number;
	/** Readings that were stored. */
	readonly readings: number;
	/** Of those, how many more than 90 seconds after they were taken. */
	readonly late: number;
}

/** Called with how many are done, and text for how long the others take. */
type Progress = (done: number, rest: string) => void;

/** Called with a line of progress. */
export type Say = (text: string) => void;

/** The devices of a service with the kit, for a superuser. Methods reject with an Error that names the fault. */
export class Fleet {
	readonly #client: PocketBase;
	/** Milliseconds that the service's clock is ahead of this one. */
	#ahead = 0;

	private constructor(url: string) {
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
	 * @param ask for the log-in
	 */
	static async of(url: string, given: Login, ask: () => Promise<Login>): Promise<Fleet> {
		const kept = new KeptLogin(url);
		const token = kept.token(given.identity, given.password);
		if (token !== "") {
			const fleet = new Fleet(url);
			fleet.#client.authStore.save(token);
			if (await fleet.#isAccepted())
				return fleet;
		}
		const { identity, password } = await ask();
		const fleet = await Fleet.#loggedIn(url, { identity, password });
		kept.keep(identity, password, fleet.#client.authStore.token);
		return fleet;
	}

	static async #loggedIn(url: string, { identity, password }: Login): Promise<Fleet> {
		const fleet = new Fleet(url);
		const login = fleet.#client.collection("_superusers").authWithPassword(identity, password).catch((error: unknown) => {
			if (error instanceof ClientResponseError && error.status === 404)
				throw new Error(`HTTP 404: ${error.message} Is --url the address of a PocketBase?`);
			throw error;
		});
		await fleet.#told("the log-in of the superuser", login);
		return fleet;
	}

	/** Whether the service takes the token that is there. */
	async #isAccepted(): Promise<boolean> {
		try {
			await this.#client.send("/api/collections/_superusers/auth-refresh", { method: "POST" });
			return true;
		}
		catch {
			return false;
		}
	}

	/** Milliseconds since 1970, by the service's clock to within two seconds. */
	now(): number {
		return Date.now() + this.#ahead;
	}

	/** All devices in service, by name. */
	async devices(): Promise<Device[]> {
		return (await this.everyDevice()).filter(({ isRemoved }) => !isRemoved).sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
	}

	/** Removed ones, too. */
	async everyDevice(): Promise<Device[]> {
		return (await this.#all("users", "id,username,email,removed,locked")).map(({ id, username, email, removed, locked }) =>
			({ id, name: [username, email, id].map(String).find((text) => text !== "") ?? id, isRemoved: Boolean(removed), isLocked: Boolean(locked) }));
	}

	/** Devices in service by name, each once. */
	async named(names: readonly string[]): Promise<Device[]> {
		const known = new Map((await this.everyDevice()).map((device) => [device.name, device]));
		return [...new Set(names)].map((name) => {
			const device = known.get(name);
			if (device === undefined)
				throw new Error(`the service has no device ${name}`);
			if (device.isRemoved)
				throw new Error(`${name} is out of service`);
			return device;
		});
	}

	/**
	 * Sees to it that the devices PREFIX1 to PREFIXn exist; each new one has a row in the file. A name of a device that was
	 * removed is not used again.
	 */
	async add(file: DeviceFile, prefix: string, count: number, baseUrl: string, say: Say): Promise<void> {
		const fields = await this.#fieldsOfUsers();
		const known = new Map((await this.everyDevice()).map((device) => [device.name, device]));
		const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
		const foreign = names.filter((name) => known.has(name) && !file.rows.has(name) && !known.get(name)?.isRemoved);
		if (foreign.length > 0)
			throw new Error(`the service has ${listed(foreign)} already, and ${file.path} has no password for them: name the file that they were made with, or another --prefix`);
		const { unsure } = file;
		const lost = [...file.rows.keys()].filter((name) => !known.has(name) && !unsure.has(name));
		if (lost.length > 0)
			throw new Error(`${file.path} has ${listed(lost)}, which the service does not have: is --url the service that they were made on?`);
		const again = names.filter((name) => !known.has(name) && file.rows.has(name));
		const fresh = names.filter((name) => !known.has(name) && !file.rows.has(name));
		const gone = names.filter((name) => known.get(name)?.isRemoved).length;
		const there = count - again.length - fresh.length - gone;
		if (fresh.length >= many && hashesSlowly(fields))
			say(slowHash);
		await Promise.all(again.map((name) => this.#make(file.row(name))));
		await this.#inChunks(file, fresh, baseUrl, (row) => this.#make(row), (done, rest) => say(`${again.length + done} of ${again.length + fresh.length} devices made${rest}`));
		say(`${counted(again.length + fresh.length)} made, ${there} ${there === 1 ? "was" : "were"} there${goneText(gone)}. Their passwords are in ${file.path} alone`);
	}

	/** Gives devices new passwords, each with a row in the file; devices in the file have theirs already. */
	async rotate(file: DeviceFile, devices: readonly Device[], baseUrl: string, say: Say): Promise<void> {
		const ids = new Map(devices.map(({ id, name }) => [name, id]));
		const { unsure } = file;
		const again: string[] = [];
		for (const { name } of devices) {
			if (unsure.has(name) && !await this.#accepts(file.row(name)))
				again.push(name);
		}
		const fresh = devices.filter(({ name }) => !file.rows.has(name)).map(({ name }) => name);
		const due = again.length + fresh.length;
		if (due === 0)
			throw new Error(`no password was set: ${file.path} has those of ${listed(devices.map(({ name }) => name))} already. New ones go into a new file`);
		const set = ({ devicePassword, identity }: DeviceRow): Promise<void> => this.#change(identity, ids.get(identity) ?? "", { password: devicePassword, locked: "" });
		await Promise.all(again.map((name) => set(file.row(name))));
		await this.#inChunks(file, fresh, baseUrl, set, (done, rest) => say(`${again.length + done} of ${due} passwords set${rest}`));
		const others = devices.length - due;
		say(`new passwords for ${counted(due)}, which are in ${file.path} alone${others === 0 ? "" : `; ${others} had theirs there already`}. Their tokens have ended: take the new passwords onto the devices`);
	}

	/** Sees to it that the devices of a file exist here, too. @param names those that get the file's passwords where they are there */
	async copy(file: DeviceFile, names: readonly string[], say: Say): Promise<void> {
		await this.#fieldsOfUsers();
		const known = new Map((await this.everyDevice()).map((device) => [device.name, device]));
		const chosen = [...new Set(names)].map((name) => file.row(name)).filter(({ identity }) => known.has(identity));
		const fresh = [...file.rows.values()].filter(({ identity }) => !known.has(identity));
		await this.named(chosen.map(({ identity }) => identity));
		for (const row of chosen)
			await this.#change(row.identity, known.get(row.identity)?.id ?? "", { password: row.devicePassword, locked: "" });
		await this.#eachInChunks(fresh, (row) => this.#make(row), (done, rest) => say(`${done} of ${fresh.length} devices made${rest}`));
		const gone = [...file.rows.keys()].filter((name) => known.get(name)?.isRemoved).length;
		say(`${counted(fresh.length)} made, ${file.rows.size - fresh.length - gone} were there, of which ${chosen.length} got the password of the file${goneText(gone)}`);
	}

	async lock({ id, name }: Device): Promise<void> {
		await this.#change(name, id, { password: randomPassword(), locked: new Date(this.now()).toISOString() });
	}

	async remove({ id, name }: Device): Promise<void> {
		await this.#change(name, id, { password: randomPassword(), removed: new Date(this.now()).toISOString() });
	}

	/** Devices in service that have posted nothing for so many milliseconds, the longest silent first. */
	async silent(least: number, prefix = ""): Promise<ActiveDevice[]> {
		const rows = await this.#all("device_activity", "id,last,readings,late");
		const activity = new Map(rows.map((row) => [row.id, row]));
		const devices = (await this.devices()).filter(({ name }) => name.startsWith(prefix)).map((device) => {
			const row = activity.get(device.id);
			return { ...device, last: row === undefined ? -Infinity : Date.parse(String(row.last)), readings: Number(row?.readings ?? 0), late: Number(row?.late ?? 0) };
		});
		// A reading of the last second may be from the future.
		return devices.filter(({ last }) => Math.max(0, this.now() - last) >= least).sort((a, b) => a.last === b.last ? 0 : a.last - b.last);
	}

	/**
	 * Devices in service that have posted nothing for more than two intervals of their own health records, as the view
	 * device_status says it, the longest silent first. `unknown` counts those that report no interval.
	 */
	async silentByInterval(prefix = ""): Promise<{ readonly silent: ActiveDevice[]; readonly unknown: number }> {
		const status = new Map((await this.#all("device_status", "id,silent,interval")).map((row) => [row.id, row]));
		const devices = await this.silent(0, prefix);
		const silent = devices.filter(({ id }) => status.get(id)?.silent);
		return { silent, unknown: devices.filter((device) => !silent.includes(device) && !status.get(device.id)?.interval).length };
	}

	/** Records of a collection in the order of `sort`, which match a filter with its values. */
	async records(collection: string, filter: string, values: Record<string, unknown>, sort: string, fields: string): Promise<RecordModel[]> {
		const options = { filter: this.#client.filter(filter, values), sort, fields, skipTotal: true };
		return this.#told(`the list of ${collection}`, this.#client.collection(collection).getList(1, page, options).then(({ items }) => {
			// PocketBase answers with status 200 and nothing where it can't write the answer.
			if (!Array.isArray(items))
				throw new Error("the service answered with no list");
			return items;
		}));
	}

	/** All records of a collection. @throws Error where the list breaks off, as for a row that the service can't read */
	async #all(collection: string, fields: string): Promise<RecordModel[]> {
		const { totalItems } = await this.#told(`the list of ${collection}`, this.#client.collection(collection).getList(1, 1, { fields: "id" }));
		const found: RecordModel[] = [];
		for (let last = ""; ; last = found.at(-1)?.id ?? "") {
			const items = await this.records(collection, "id > {:last}", { last }, "id", fields);
			found.push(...items);
			if (items.length === page)
				continue;
			if (found.length < totalItems)
				throw new Error(`the list of ${collection} breaks off: the service has ${totalItems}, and answered with ${found.length}`);
			return found;
		}
	}

	/** Makes passwords, writes each into the file, and sets it. */
	async #inChunks(file: DeviceFile, names: readonly string[], baseUrl: string, set: (row: DeviceRow) => Promise<void>, progress: Progress): Promise<void> {
		await this.#eachInChunks(names, (identity) => set(file.row(identity)), progress, (chunk) =>
			file.append(chunk.map((identity) => ({ identity, devicePassword: randomPassword(), baseUrl }))));
	}

	async #eachInChunks<Item>(items: readonly Item[], action: (item: Item) => Promise<void>, progress: Progress, before: (chunk: readonly Item[]) => void = () => undefined): Promise<void> {
		const begun = performance.now();
		for (let done = 0; done < items.length;) {
			const chunk = items.slice(done, done + chunkSize);
			before(chunk);
			await Promise.all(chunk.map(action));
			done += chunk.length;
			if (done % step === 0 && done < items.length)
				progress(done, `, ${durationText((performance.now() - begun) / done * (items.length - done))} to go`);
		}
	}

	/** Those of the users. @throws Error where the kit is not installed */
	async #fieldsOfUsers(): Promise<readonly Field[]> {
		const { fields } = await this.#told("the collection users", this.#client.collections.getOne("users"));
		const missing = ["username", "removed"].find((wanted) => !fields.some(({ name }) => name === wanted));
		if (missing !== undefined)
			throw new Error(`the service's users have no field "${missing}"${advice}`);
		return fields;
	}

	/** Whether a device can log in. */
	async #accepts({ devicePassword, identity }: DeviceRow): Promise<boolean> {
		try {
			await this.#client.send("/api/collections/users/auth-with-password", { method: "POST", body: { identity, password: devicePassword } });
			return true;
		}
		catch {
			return false;
		}
	}

	async #make({ devicePassword, identity }: DeviceRow): Promise<void> {
		// Nobody gets mail there (RFC 2606): nobody can ask for another password.
		const user = { username: identity, name: identity, email: `${identity}@devices.invalid`, verified: true, password: devicePassword, passwordConfirm: devicePassword };
		await this.#told(`making ${identity}`, this.#client.collection("users").create(user, { fields: "id" }));
	}

	async #change(name: string, id: string, { password, ...others }: { password: string; removed?: string; locked?: string }): Promise<void> {
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

const advice = ": install the service kit (npm run service:export)";

/** Whether a service takes long for each password. @param fields of its users */
function hashesSlowly(fields: readonly Field[]): boolean {
	const { cost = 0 } = fields.find(({ name }) => name === "password") ?? {};
	return cost === 0 || cost > quickCost;
}

/** Devices as a table for people. @param now milliseconds since 1970 */
export function deviceTable(devices: readonly ActiveDevice[], now: number): string {
	const rows = devices.map(({ isLocked, last, late, name, readings }) => [
		isLocked ? `${name} (locked)` : name, last === -Infinity ? "never" : new Date(last).toISOString().slice(0, 19) + "Z", last === -Infinity ? "" : durationText(now - last), String(readings), String(late)
	]);
	const lines = [["device", "last reading", "silent for", "readings", "late"], ...rows];
	const widths = [0, 1, 2, 3, 4].map((column) => lines.reduce((most, line) => Math.max(most, line[column].length), 0));
	const text = lines.map((line) => line.map((cell, column) => column < 3 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])).join("  ").trimEnd());
	return [...text, counted(devices.length)].join("\n");
}

function durationText(length: number): string {
	const seconds = Math.max(0, Math.floor(length / 1000));
	const [size, unit] = seconds < 120 ? [1, "s"] : seconds < 7200 ? [60, "min"] : seconds < 172_800 ? [3600, "h"] : [86_400, "d"];
	return `${Math.floor(seconds / size)} ${unit}`;
}

/** @param devices how many of the names are of removed ones */
function goneText(devices: number): string {
	return devices === 0 ? "" : `, ${devices} ${devices === 1 ? "is" : "are"} out of service and ${devices === 1 ? "stays" : "stay"} so`;
}

function counted(devices: number): string {
	return `${devices} ${devices === 1 ? "device" : "devices"}`;
}

function listed(names: readonly string[]): string {
	return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

function faultOf(error: unknown, url: string): string {
	if (!(error instanceof ClientResponseError))
		return error instanceof Error ? error.message : String(error);
	if (error.status === 0)
		return `the service does not answer at ${url}`;
	const data = (error.response.data ?? {}) as Record<string, { message?: string }>;
	const details = Object.entries(data).map(([field, { message }]) => `${field}: ${message ?? ""}`);
	const next = error.status === 404 ? advice : error.status === 429 ? " Wait a minute. If that does not help, see Rate limits in docs/deployment.md" : "";
	const text = [error.message, ...details].join(" ");
	return `HTTP ${error.status}: ${next.startsWith(":") ? text.replace(/\.$/, "") : text}${next}`;
}
