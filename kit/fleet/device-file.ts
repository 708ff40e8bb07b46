import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { plainFault } from "../../service/faults.js";

/** What a device needs to log in; the names are those of the example "provision". */
export interface DeviceRow {
	readonly identity: string;
	readonly devicePassword: string;
	readonly baseUrl: string;
}

const header = "identity,devicePassword,baseUrl";

/** Rows that are written before the service is asked about them: after an interruption, only these may be unknown to it. */
export const chunkSize = 8;

/**
 * The file of devices' passwords (CSV), which only this user of the machine can read. A row is on the disk before its
 * password is set on the service, so that no password is lost.
 */
export class DeviceFile {
	readonly path: string;
	readonly #descriptor: number;
	readonly #rows = new Map<string, DeviceRow>();
	/** Bytes that the file has if nobody else writes it. */
	#size = 0;

	private constructor(path: string, flags: "a+" | "r") {
		this.path = path;
		try {
			this.#descriptor = openSync(path, flags, 0o600);
		}
		catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			throw new Error(`${path} can't be opened: ${code === "EISDIR" ? "it is a folder, not a file" : code === "ENOENT" && flags === "r" ? "it is not there" : plainFault(error)}`, { cause: error });
		}
		try {
			this.#read(flags);
		}
		catch (error) {
			this.close();
			throw (error as NodeJS.ErrnoException).code === undefined ? error : new Error(`${path} can't be read or written: ${plainFault(error)}`, { cause: error });
		}
	}

	/** For reading. @throws Error that names the file and what is wrong */
	static existing(path: string): DeviceFile {
		const file = new DeviceFile(path, "r");
		file.close();
		return file;
	}

	/** For rows to be added; makes the file. @throws Error that names the file and what is wrong */
	static opened(path: string): DeviceFile {
		return new DeviceFile(path, "a+");
	}

	/** The last of each identity, in the order of the file. */
	get rows(): ReadonlyMap<string, DeviceRow> {
		return this.#rows;
	}

	/** The last rows: whether the service has them is not known after an interruption. */
	get unsure(): ReadonlySet<string> {
		return new Set([...this.#rows.keys()].slice(-chunkSize));
	}

	/** @throws Error where there is none */
	row(identity: string): DeviceRow {
		const row = this.#rows.get(identity);
		if (row === undefined)
			throw new Error(`${this.path} has no device ${identity}`);
		return row;
	}

	/** Adds rows, at most `chunkSize`, and returns when they are on the disk. @throws Error that names the file and what is wrong */
	append(rows: readonly DeviceRow[]): void {
		const odd = rows.find(({ identity }) => /[",\s]/.test(identity));
		if (odd !== undefined)
			throw new Error(`${this.path} can't hold the name ${odd.identity}: it has a comma, a quote or white space`);
		if (fstatSync(this.#descriptor).size !== this.#size)
			throw new Error(`${this.path} can't be written: another command writes it. Run this one again when that has ended`);
		rows.forEach((row) => this.#take(row));
		try {
			this.#write(rows.map(({ identity, devicePassword, baseUrl }) => `${identity},${devicePassword},${baseUrl}\n`).join(""));
			fsyncSync(this.#descriptor);
		}
		catch (error) {
			throw new Error(`${this.path} can't be written: ${plainFault(error)}`, { cause: error });
		}
	}

	close(): void {
		closeSync(this.#descriptor);
	}

	#write(text: string): void {
		writeFileSync(this.#descriptor, text);
		this.#size += Buffer.byteLength(text);
	}

	#read(flags: "a+" | "r"): void {
		const stats = fstatSync(this.#descriptor);
		if (!stats.isFile())
			throw new Error(`${this.path} is not a file`);
		const { mode } = stats;
		if (process.platform !== "win32" && (mode & 0o077) !== 0)
			throw new Error(`${this.path} holds passwords, and other users of this machine may read it: chmod 600 ${this.path}`);
		const text = readFileSync(this.#descriptor, "utf8");
		// A row that was cut short by an interruption was never asked for.
		const whole = text.slice(0, text.lastIndexOf("\n") + 1);
		if (flags === "a+" && whole !== text)
			ftruncateSync(this.#descriptor, Buffer.byteLength(whole));
		this.#size = Buffer.byteLength(whole);
		if (whole === "") {
			if (flags === "a+")
				this.#write(header + "\n");
			return;
		}
		const [first, ...lines] = whole.trimEnd().split(/\r?\n/);
		// Spreadsheets begin a file with a byte order mark.
		if (first.replace(/^\uFEFF/, "") !== header)
			throw new Error(`${this.path} is no file of devices: its first line is not ${header}`);
		lines.forEach((line, index) => {
			const [identity = "", devicePassword = "", baseUrl = "", ...others] = line.split(",");
			if (baseUrl === "" || identity === "" || devicePassword === "" || others.length > 0)
				throw new Error(`${this.path}, line ${index + 2}: not three texts`);
			this.#take({ identity, devicePassword, baseUrl });
		});
	}

	/** The last row of a device counts, and its place is that of the last. */
	#take(row: DeviceRow): void {
		this.#rows.delete(row.identity);
		this.#rows.set(row.identity, row);
	}
}
