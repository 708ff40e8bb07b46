import { closeSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes the files of a folder whose names begin with a path, for one user in one process. Each user has a file of its own,
 * whose name says which process that is: "<path>.<boot>-<pid>-<start>.lock". Nobody takes another's over, so that two who
 * start at once can't both have it; what a dead process has left is removed.
 */
export class FileClaim {
	readonly #path: string;

	/**
	 * @param folder that exists
	 * @param path relative to it
	 * @throws Error when a process that lives has the files, this one included
	 */
	constructor(folder: string, path: string) {
		const self = identityOf(process.pid);
		this.#path = join(folder, nameOf(path, self));
		try {
			closeSync(openSync(this.#path, "wx"));
		}
		catch (error) {
			throw (error as NodeJS.ErrnoException).code === "EEXIST" ? inUse(folder, path, process.pid) : error;
		}
		for (const name of readdirSync(folder)) {
			const [identity, pid] = ownerOf(name, path);
			if (identity === "" || identity === self)
				continue;
			if (identityOf(pid) === identity) {
				this.close();
				throw inUse(folder, path, pid);
			}
			rmSync(join(folder, name), { force: true });
		}
	}

	/** Lets the files go. May be called more than once. */
	close(): void {
		rmSync(this.#path, { force: true });
	}
}

function nameOf(path: string, identity: string): string {
	return `${path}.${identity}.lock`;
}

/** Which process has made a file, "" when it is no claim of the path. */
function ownerOf(name: string, path: string): [identity: string, pid: number] {
	const identity = name.slice(path.length + 1, -".lock".length);
	const [, pid] = /^[0-9a-z]*-(\d+)-\d*$/.exec(identity) ?? [];
	return pid !== undefined && name === nameOf(path, identity) ? [identity, Number(pid)] : ["", 0];
}

/**
 * Tells a process from all others, those that had its number before among them where the system shows when a process was
 * started (Linux); "" when it doesn't live.
 */
function identityOf(pid: number): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
		// The name, in parentheses, may hold anything. State and start are fields 3 and 22 (proc_pid_stat(5)).
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return fields[0] === "Z" || fields[0] === "X" ? "" : `${boot}-${pid}-${fields[19]}`;
	}
	catch (error) {
		return process.platform === "linux" && (error as NodeJS.ErrnoException).code !== "EACCES" ? "" : isAlive(pid) ? `-${pid}-` : "";
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	}
	catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function inUse(folder: string, path: string, pid: number): Error {
	return new Error(`the files are in use by another outbox: ${join(folder, path)} (process ${pid})`);
}
