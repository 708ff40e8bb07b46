/** Identifies the thread that made a file among all others, dead ones included. */
import { readFileSync, readlinkSync } from "node:fs";

/** As text that fits into a file's name: the system's start, number and start of the thread, where the system shows them (Linux); else the process's number. */
const form = /^[0-9a-z]*-(\d+)-\d*$/;

/** The thread that asks. */
export function ownIdentity(): string {
	return lifeOf(ownNumber());
}

/** Whether the thread that an identity names may still be there; true for what is no identity. */
export function isAlive(identity: string): boolean {
	const [, number] = form.exec(identity) ?? [];
	return number === undefined || lifeOf(Number(number)) === identity;
}

/** Number of the process that an identity's thread is of; undefined for what is no identity. */
export function processOf(identity: string): number | undefined {
	const [, number] = form.exec(identity) ?? [];
	if (number === undefined)
		return undefined;
	try {
		return Number(/^Tgid:\s*(\d+)$/m.exec(readFileSync(`/proc/${number}/status`, "latin1"))?.[1] ?? number);
	}
	catch {
		return Number(number);
	}
}

/** The thread's number. A worker has one of its own, and may end long before its process does. */
function ownNumber(): number {
	try {
		return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
	}
	catch {
		return process.pid;
	}
}

/** Distinguishes a thread from earlier ones with its number, where the system shows when it was started; "" when it is dead. */
export function lifeOf(number: number): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
		// The name, in parentheses, may hold anything. State and start are fields 3 and 22 (proc_pid_stat(5)).
		const stat = readFileSync(`/proc/${number}/stat`, "latin1");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return fields[0] === "Z" || fields[0] === "X" ? "" : `${boot}-${number}-${fields[19]}`;
	}
	catch (error) {
		return process.platform === "linux" && (error as NodeJS.ErrnoException).code !== "EACCES" ? "" : exists(number) ? `-${number}-` : "";
	}
}

function exists(number: number): boolean {
	try {
		process.kill(number, 0);
		return true;
	}
	catch (error) {
		return (error as NodeJS.ErrnoException).code !== "ESRCH";
	}
}
