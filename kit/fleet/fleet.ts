import { type Login, randomPassword } from "../../service/login.js";
import type { ServiceAddress } from "./arguments.mjs";
import { chunkSize, type DeviceFile, type DeviceRow } from "./device-file.js";
import { type Account, type Activity, idOf, type ListedAccount, Service, slowHash } from "./service.js";
import { counted, durationText, leftOutText, listed } from "./texts.js";

/** Devices between two lines of progress. */
const step = 200;
/** Devices that take minutes to make where passwords are hashed slowly. */
const many = 200;
/** An object once: a hundred thousand names are compared two million times. */
const byName = new Intl.Collator("en", { numeric: true });

/** A device by its name, with its account on each service that has one. */
export interface Device {
	readonly name: string;
	readonly accounts: ReadonlyMap<Service, ListedAccount>;
}

/** A device and what it has posted, on all services together. */
export interface ActiveDevice extends Device {
	/** The service that has stored its last reading; undefined for none. */
	readonly service: Service | undefined;
	/** When that was, in milliseconds since 1970; -Infinity for none. */
	readonly last: number;
	/** Readings that were stored. */
	readonly readings: number;
	/** Of those, how many more than 90 seconds after they were taken. */
	readonly late: number;
	/** Seconds between two of its health records, by the newest that says so; 0 for none. */
	readonly interval: number;
}

/** Called with a line of progress. */
export type Say = (text: string) => void;

/** The devices of one service, or of several at once. Methods reject with an Error that names the fault. */
export class Fleet {
	/** Those that have answered so far. */
	#services: readonly Service[] = [];
	readonly #isOne: boolean;
	/** What is wrong, in a line each: with services that were left out, and with devices that differ between services or a file. */
	readonly faults: string[] = [];

	private constructor(isOne: boolean) {
		this.#isOne = isOne;
	}

	/**
	 * Logs in to each service. @throws Error where none answers
	 * @param given what is known of the log-in without asking somebody
	 * @param ask for the log-in at a URL
	 */
	static async of(addresses: readonly ServiceAddress[], given: Login, ask: (url: string) => Promise<Login>): Promise<Fleet> {
		const fleet = new Fleet(addresses.length === 1);
		const services = await fleet.#each(addresses, (address) => Service.of(address, given, ask));
		fleet.#services = [...services.values()];
		return fleet;
	}

	/** All of them. @throws Error where one was left out */
	allServices(): readonly Service[] {
		this.#needAll();
		return this.#services;
	}

	/** Milliseconds since 1970, by the clock of a service. */
	now(): number {
		return this.#services[0].now();
	}

	/** All devices by name, removed ones, too. */
	async everyDevice(): Promise<ReadonlyMap<string, Device>> {
		const devices = new Map<string, { name: string; accounts: Map<Service, ListedAccount> }>();
		for (const [service, accounts] of await this.#onEach((service) => service.accounts())) {
			for (const account of accounts) {
				const device = devices.get(account.name);
				if (device === undefined)
					devices.set(account.name, { name: account.name, accounts: new Map([[service, account]]) });
				else
					device.accounts.set(service, account);
			}
		}
		return devices;
	}

	/** All devices in service whose names begin so, by name. */
	async devices(prefix: string): Promise<Device[]> {
		return (await this.#inService(prefix)).sort((a, b) => byName.compare(a.name, b.name));
	}

	/** The same in no order. */
	async #inService(prefix: string): Promise<Device[]> {
		return [...(await this.everyDevice()).values()].filter((device) => !isRemoved(device) && device.name.startsWith(prefix));
	}

	/** Devices in service by name, each once. */
	async named(names: readonly string[]): Promise<Device[]> {
		const known = await this.everyDevice();
		return [...new Set(names)].map((name) => {
			const device = known.get(name);
			if (device === undefined)
				throw new Error(`${this.#isOne ? "the service has" : "the services have"} no device ${name}`);
			if (isRemoved(device))
				throw new Error(`${name} is out of service`);
			return device;
		});
	}

	/**
	 * Sees to it that the devices PREFIX1 to PREFIXn exist on all services; each new one has a row in the file. A name of a
	 * device that was removed is not used again.
	 */
	async add(file: DeviceFile, prefix: string, count: number, baseUrl: string, say: Say): Promise<void> {
		this.#needAll();
		const isSlow = await this.#onEach((service) => service.hashesSlowly());
		const known = await this.everyDevice();
		const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
		const foreign = names.filter((name) => known.has(name) && !file.rows.has(name) && !isOut(known.get(name)));
		if (foreign.length > 0)
			throw new Error(`the service has ${listed(foreign)} already, and ${file.path} has no password for them: name the file that they were made with, or another --prefix`);
		const { unsure } = file;
		const lost = [...file.rows.keys()].filter((name) => !known.has(name) && !unsure.has(name));
		if (lost.length > 0)
			throw new Error(`${file.path} has ${listed(lost)}, which the service does not have: is this the service that they were made on?`);
		const fresh = names.filter((name) => !known.has(name) && !file.rows.has(name));
		if (fresh.length >= many && [...isSlow.values()].includes(true))
			say(slowHash);
		// A row whose device could not be made is written again: it stays among the last, which the service may lack.
		await this.#complete(file, names, (chunk) => file.append(chunk.map((name) => file.rows.get(name) ?? rowOf(name, baseUrl))), say);
	}

	/** Sees to it that the devices of a file exist on all services. */
	async copy(file: DeviceFile, say: Say): Promise<void> {
		this.#needAll();
		if (file.rows.size === 0)
			throw new Error(`${file.path} has no device`);
		await this.#onEach((service) => service.hashesSlowly());
		await this.#complete(file, [...file.rows.keys()], () => undefined, say);
	}

	/**
	 * Makes devices where a service lacks them, except those that one has locked or removed.
	 * @param names each has a row in the file, or is nowhere
	 * @param begin called with names before they are made; sees to it that each has a row
	 */
	async #complete(file: DeviceFile, names: readonly string[], begin: (chunk: readonly string[]) => void, say: Say): Promise<void> {
		const known = await this.everyDevice();
		const held = await this.#held(file, names, known);
		this.#needAll();
		const isHeld = (name: string): boolean => [...held.values()].some((rows) => rows.has(name));
		const lacking = names.filter((name) => {
			const device = known.get(name);
			return device === undefined || (device.accounts.size < this.#services.length && !isOut(device) && !isLocked(device) && isHeld(name));
		});
		await this.#inChunks(lacking, (chunk) => {
			begin(chunk);
			return this.#onEach((service) => Promise.all(chunk.filter((name) => !known.get(name)?.accounts.has(service)).map((name) =>
				service.make(file.row(name), [...known.get(name)?.accounts.values() ?? []][0]?.id ?? idOf(name)))));
		}, (done, rest) => say(`${done} of ${lacking.length} devices made${rest}`));
		const gone = names.filter((name) => isOut(known.get(name))).length;
		const there = names.length - lacking.length - gone;
		await this.#check(file, names);
		say(`${counted(lacking.length)} made, ${there} ${there === 1 ? "was" : "were"} there${gone === 0 ? "" : `, ${gone} ${gone === 1 ? "is" : "are"} out of service and ${gone === 1 ? "stays" : "stay"} so`}.`
			+ (this.faults.length === 0 ? ` Their passwords are in ${file.path} alone` : ""));
	}

	/**
	 * Gives devices new passwords, each with a row in the file. A device whose row in the file is good on one service gets that
	 * password on the others; never one that was locked.
	 */
	async rotate(file: DeviceFile, devices: readonly Device[], baseUrl: string, say: Say): Promise<void> {
		const known = new Map(devices.map((device) => [device.name, device]));
		const names = [...known.keys()];
		const held = await this.#held(file, names, known);
		const isHeld = (name: string): boolean => [...held.values()].some((rows) => rows.has(name));
		const fresh = new Set(names.filter((name) => isLocked(known.get(name)) || !isHeld(name)));
		const accountsDue = (service: Service, chunk: readonly string[]): Account[] => chunk.flatMap((name) => {
			const account = known.get(name)?.accounts.get(service);
			return account === undefined || account.isRemoved || (!fresh.has(name) && held.get(service)?.has(name)) ? [] : [account];
		});
		const due = names.filter((name) => this.#services.some((service) => accountsDue(service, [name]).length > 0));
		if (due.length === 0)
			throw new Error(`no password was set: ${file.path} has those of ${listed(names)} already. New ones go into a new file`);
		await this.#inChunks(due, (chunk) => {
			append(file, chunk.filter((name) => fresh.has(name)), baseUrl);
			return this.#onEach((service) => Promise.all(accountsDue(service, chunk).map((account) => service.set(account, file.row(account.name)))));
		}, (done, rest) => say(`${done} of ${due.length} passwords set${rest}`));
		await this.#check(file, names);
		const others = names.length - due.length;
		say(`new passwords for ${counted(due.length)}, which are in ${file.path} alone${others === 0 ? "" : `; ${others} had theirs there already`}. Their tokens have ended: take the new passwords onto the devices`);
	}

	/** Devices in service that have posted nothing for so many milliseconds, the longest silent first. */
	async silent(least: number, prefix = ""): Promise<ActiveDevice[]> {
		return (await this.#active(prefix)).filter((device) => least === 0 || (!isLocked(device) && this.#silence(device) >= least));
	}

	/**
	 * Devices in service that have posted nothing for more than two intervals of their own health records, the longest silent
	 * first. `unknown` counts those that report no interval.
	 */
	async silentByInterval(prefix = ""): Promise<{ readonly silent: ActiveDevice[]; readonly unknown: number }> {
		const devices = (await this.#active(prefix)).filter((device) => !isLocked(device));
		return {
			silent: devices.filter((device) => device.interval > 0 && this.#silence(device) > 2000 * device.interval),
			unknown: devices.filter(({ interval }) => interval === 0).length
		};
	}

	/** Milliseconds since its last reading; one of the last second may be from the future. */
	#silence({ last }: ActiveDevice): number {
		return Math.max(0, this.now() - last);
	}

	/** Devices in service, the longest silent first. */
	async #active(prefix: string): Promise<ActiveDevice[]> {
		return (await this.#inService(prefix)).map(activeDevice).sort((a, b) => a.last === b.last ? byName.compare(a.name, b.name) : a.last - b.last);
	}

	/** What differs between services, of a device: where it is locked, where it is missing; "" for nothing. */
	stateOf({ accounts }: Device): string {
		const where = (what: string, test: (account: Account | undefined) => boolean): string[] => {
			const found = this.#services.filter((service) => test(accounts.get(service)));
			const everywhere = found.length === this.#services.length;
			return found.length === 0 ? [] : [everywhere ? what : `${what} on ${found.map(({ name }) => name).join(", ")}`];
		};
		return [...where("locked", (account) => account?.isLocked ?? false), ...where("removed", (account) => account?.isRemoved ?? false), ...where("not", (account) => account === undefined)].join("; ");
	}

	/** Of each service: the names whose row in the file has the password that was set last. */
	async #held(file: DeviceFile, names: readonly string[], known: ReadonlyMap<string, Device>): Promise<Map<Service, Set<string>>> {
		const rows = names.flatMap((name) => file.rows.get(name) ?? []);
		return this.#onEach((service) => service.holds(rows, new Map(rows.flatMap(({ identity }) => {
			const account = known.get(identity)?.accounts.get(service);
			return account === undefined || account.isRemoved ? [] : [[identity, account] as const];
		}))));
	}

	/** Compares the services with the file, and notes faults. */
	async #check(file: DeviceFile, names: readonly string[]): Promise<void> {
		const known = await this.everyDevice();
		const inService = names.filter((name) => !isOut(known.get(name)));
		const held = await this.#held(file, inService, known);
		for (const service of this.#services) {
			const account = (name: string): Account | undefined => known.get(name)?.accounts.get(service);
			const isElsewhere = (name: string): boolean => account(name)?.id !== [...known.get(name)?.accounts.values() ?? []][0]?.id;
			this.#note(inService.filter((name) => account(name) === undefined), (found) => `${service.name} has no device ${found}`);
			this.#note(inService.filter((name) => account(name) !== undefined && !held.get(service)?.has(name)), (found) =>
				`${service.name} has another password for ${found} than the last row of ${file.path}: somebody has locked the device or changed its password since. A later file has it, or rotate gives a new one`);
			this.#note(inService.filter((name) => account(name) !== undefined && isElsewhere(name)), (found) =>
				`${service.name} has another id for ${found} than ${this.#services[0].name}: a token of one is not good on the other`);
		}
	}

	#note(names: readonly string[], text: (listed: string) => string): void {
		if (names.length > 0)
			this.faults.push(text(listed(names)));
	}

	/** @throws Error where a service was left out */
	#needAll(): void {
		if (this.faults.length > 0)
			throw new Error(this.faults.splice(0).join("\n"));
	}

	/** Has each service do something at the same time. One that fails is left out from then on. @throws Error where none is left */
	async #onEach<Result>(action: (service: Service) => Promise<Result>): Promise<Map<Service, Result>> {
		const results = await this.#each(this.#services, action);
		this.#services = [...results.keys()];
		return results;
	}

	async #each<Key extends { readonly name: string }, Result>(keys: readonly Key[], action: (key: Key) => Promise<Result>): Promise<Map<Key, Result>> {
		const settled = await Promise.allSettled(keys.map(action));
		const results = new Map<Key, Result>();
		settled.forEach((end, index) => {
			if (end.status === "fulfilled")
				results.set(keys[index], end.value);
			else
				this.faults.push(leftOutText(this.#isOne, keys[index], end.reason));
		});
		if (results.size === 0)
			throw new Error(this.faults.splice(0).join("\n"));
		return results;
	}

	async #inChunks(names: readonly string[], action: (chunk: readonly string[]) => Promise<unknown>, progress: (done: number, rest: string) => void): Promise<void> {
		const begun = performance.now();
		for (let done = 0; done < names.length;) {
			const chunk = names.slice(done, done + chunkSize);
			await action(chunk);
			done += chunk.length;
			if (done % step === 0 && done < names.length)
				progress(done, `, ${durationText((performance.now() - begun) / done * (names.length - done))} to go`);
		}
	}
}

/** Writes rows with new passwords, before they are set. @param baseUrl with `{name}` */
function append(file: DeviceFile, names: readonly string[], baseUrl: string): void {
	if (names.length > 0)
		file.append(names.map((name) => rowOf(name, baseUrl)));
}

/** A row with a new password. */
function rowOf(identity: string, baseUrl: string): DeviceRow {
	return { identity, devicePassword: randomPassword(), baseUrl: baseUrl.replaceAll("{name}", identity) };
}

function activeDevice({ accounts, name }: Device): ActiveDevice {
	const found = [...accounts].flatMap(([service, { activity }]) => activity === undefined ? [] : [{ service, ...activity }]);
	const newest = found.reduce<{ service?: Service; last: number }>((a, b) => b.last > a.last ? b : a, { last: -Infinity });
	/** Services with the same first reading were one: what each has is counted once, by the one that has got nothing since. */
	const sum = (of: (activity: Activity) => number): number => found.reduce((total, activity, index) => {
		const before = found.slice(0, index).some(({ first }) => first === activity.first);
		return total + of(activity) - (before ? Math.min(...found.filter(({ first }) => first === activity.first).map(of)) : 0);
	}, 0);
	// The last record of its health may be on another service than its last reading.
	const { interval } = found.filter((activity) => activity.interval > 0).reduce((a, b) => b.reported > a.reported ? b : a, { reported: "", interval: 0 });
	return { name, accounts, service: newest.service, last: newest.last, readings: sum(({ readings }) => readings), late: sum(({ late }) => late), interval };
}

function isRemoved({ accounts }: Device): boolean {
	return [...accounts.values()].every((account) => account.isRemoved);
}

/** Whether a service has removed it. */
function isOut(device: Device | undefined): boolean {
	return device !== undefined && [...device.accounts.values()].some((account) => account.isRemoved);
}

/** Whether a service has locked it. */
export function isLocked(device: Device | undefined): boolean {
	return device !== undefined && [...device.accounts.values()].some((account) => account.isLocked);
}
