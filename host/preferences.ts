import type { Preferences } from "../lib/platform.js";
import { locked } from "./file-lock.js";
import { type Domains, type PreferenceValue, readDomains, targetOf, writeDomains } from "./preference-file.js";

/** Paths whose first failure has been a warning. */
const told = new Set<string>();

/**
 * Preferences in a JSON file, with the interface of the Moddable SDK's. The file is read at each use and written under a
 * lock, so that what others write to it, in this process or another, is seen and stays. A file that can't be understood is
 * never overwritten: every method throws an Error that names it. The first failure with a path is a warning of the process, too.
 * @example
 * ```ts
 * import { FilePreferences, RecordsClient } from "records-client";
 *
 * const preferences = new FilePreferences("gateway.json");
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", preferences });
 * ```
 */
export class FilePreferences implements Preferences {
	readonly #path: string;

	/** @param path of the file, or of a link to it; made, with its folders, when something is set */
	constructor(path: string) {
		if (typeof path !== "string" || path === "")
			throw new TypeError("path is required");
		this.#path = path;
	}

	/** Returns the value, a copy when it is an ArrayBuffer; undefined when there is none. */
	get(domain: string, key: string): PreferenceValue | undefined {
		checkNames(domain, key);
		const value = this.#told(() => readDomains(this.#path)).get(domain)?.get(key);
		return value instanceof ArrayBuffer ? value.slice(0) : value;
	}

	/**
	 * Keeps a value. It is on the disk when this returns; a value that is there already isn't written again.
	 * @param value text, a finite number, a boolean or an ArrayBuffer, which is copied
	 * @throws TypeError for any other value; Error of the file system, and nothing has changed then
	 */
	set(domain: string, key: string, value: PreferenceValue): void {
		checkNames(domain, key);
		checkValue(value);
		if (equal(this.get(domain, key), value))
			return;

		this.#change((domains) => {
			const values = domains.get(domain) ?? new Map<string, PreferenceValue>();
			domains.set(domain, values.set(key, value));
		});
	}

	/** Forgets a value. Nothing is written when there is none. */
	delete(domain: string, key: string): void {
		checkNames(domain, key);
		if (this.get(domain, key) === undefined)
			return;

		this.#change((domains) => {
			const values = domains.get(domain);
			values?.delete(key);
			if (values?.size === 0)
				domains.delete(domain);
		});
	}

	/** Returns the keys of a domain in a new array. */
	keys(domain: string): string[] {
		checkNames(domain, "any");
		return [...(this.#told(() => readDomains(this.#path)).get(domain)?.keys() ?? [])];
	}

	#change(change: (domains: Domains) => void): void {
		const path = targetOf(this.#path);
		this.#told(() => locked(path, (temporary) => {
			const domains = readDomains(path);
			change(domains);
			writeDomains(path, temporary, domains);
		}));
	}

	/** Does something with the file. A client goes on without it, in silence: so the first failure is a warning of the process. */
	#told<Result>(action: () => Result): Result {
		try {
			return action();
		}
		catch (error) {
			if (!told.has(this.#path)) {
				told.add(this.#path);
				process.emitWarning(`preferences are not kept in ${JSON.stringify(this.#path)}: ${reasonOf(error)}`, "RecordsClientWarning");
			}
			throw error;
		}
	}
}

/** What has gone wrong with the file, and nothing that is in it: a parser's own text may show some of that. */
function reasonOf(error: unknown): string {
	const { cause, message } = error as Error;
	const code = (cause as NodeJS.ErrnoException | undefined)?.code;
	return code === undefined ? message : `${message} (${code})`;
}

function checkNames(domain: string, key: string): void {
	if (typeof domain !== "string" || domain === "")
		throw new TypeError("domain is required");
	if (typeof key !== "string" || key === "")
		throw new TypeError("key is required");
}

function checkValue(value: unknown): void {
	if (typeof value === "string" || typeof value === "boolean" || value instanceof ArrayBuffer)
		return;
	if (typeof value !== "number" || !Number.isFinite(value))
		throw new TypeError("value must be text, a finite number, a boolean or an ArrayBuffer");
}

function equal(one: PreferenceValue | undefined, other: PreferenceValue): boolean {
	if (one instanceof ArrayBuffer && other instanceof ArrayBuffer)
		return Buffer.from(one).equals(Buffer.from(other));
	return one === other;
}
