import { closeSync, fsyncSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Values of preferences. */
export type PreferenceValue = string | number | boolean | ArrayBuffer;
/** Values by domain and key. Maps, because "__proto__" is a name like any other. */
export type Domains = Map<string, Map<string, PreferenceValue>>;

/**
 * Reads a preferences file; there are no preferences when there is no file.
 * @throws Error that names the path when the file can't be read or isn't a preferences file
 */
export function readDomains(path: string): Domains {
	let bytes: Uint8Array;
	try {
		bytes = readFileSync(path);
	}
	catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT")
			return new Map();
		throw new Error("preferences file can't be read: " + path, { cause: error });
	}
	try {
		return parseDomains(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	}
	catch (error) {
		throw new Error("preferences file is damaged: " + path, { cause: error });
	}
}

/**
 * Replaces a preferences file as a whole: after a failure or a power cut it is the old one or the new one. The file is
 * its owner's alone, since there are tokens in it.
 * @param path no link: that would be replaced
 * @param temporary path of a file in the same folder that nobody else uses
 * @throws Error of the file system; the old file is untouched then
 */
export function writeDomains(path: string, temporary: string, domains: Domains): void {
	const folder = dirname(path);
	// One left by a crash may have another mode or be a link.
	rmSync(temporary, { force: true });
	try {
		writeFlushed(temporary, formatDomains(domains));
		renameSync(temporary, path);
	}
	catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	flushFolder(folder);
}

/** Links that lead to each other. */
const mostLinks = 40;

/** Where a path leads in the end, which may be where no file is yet. */
export function targetOf(path: string): string {
	let target = path;
	for (let links = 0; links < mostLinks; links++) {
		try {
			return realpathSync(target);
		}
		catch {
			try {
				target = resolve(dirname(target), readlinkSync(target));
			}
			catch {
				return target;
			}
		}
	}
	return target;
}

function writeFlushed(path: string, content: string): void {
	const file = openSync(path, "wx", 0o600);
	try {
		writeFileSync(file, content);
		fsyncSync(file);
	}
	finally {
		closeSync(file);
	}
}

/** Makes the names in a folder last. Not every system can. */
export function flushFolder(path: string): void {
	try {
		const folder = openSync(path, "r");
		try {
			fsyncSync(folder);
		}
		finally {
			closeSync(folder);
		}
	}
	catch {
		return;
	}
}

function formatDomains(domains: Domains): string {
	const content: [string, unknown][] = [];
	for (const [domain, values] of domains) {
		const entries = [...values].map(([key, value]) => [key, formatValue(value)] as const);
		content.push([domain, Object.fromEntries(entries)]);
	}
	return JSON.stringify(Object.fromEntries(content), undefined, "\t") + "\n";
}

function formatValue(value: PreferenceValue): unknown {
	return value instanceof ArrayBuffer ? { base64: Buffer.from(value).toString("base64") } : value;
}

function parseDomains(content: string): Domains {
	const domains: Domains = new Map();
	for (const [domain, values] of entriesOf(JSON.parse(content))) {
		const parsed = entriesOf(values).map(([key, value]) => [key, parseValue(value)] as const);
		domains.set(domain, new Map(parsed));
	}
	return domains;
}

function parseValue(value: unknown): PreferenceValue {
	if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
		return value;

	const [entry, ...others] = entriesOf(value);
	if (entry?.[0] !== "base64" || typeof entry[1] !== "string" || others.length > 0)
		throw new TypeError("not a preference");
	const bytes = Buffer.from(entry[1], "base64");
	if (bytes.toString("base64") !== entry[1])
		throw new TypeError("not base64");
	return new Uint8Array(bytes).buffer;
}

function entriesOf(value: unknown): [string, unknown][] {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw new TypeError("not an object");
	return Object.entries(value);
}
