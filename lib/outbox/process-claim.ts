import type { Claim, Directory } from "./storage.js";

/** Directory of "embedded:storage/files" where apps are processes of Linux: the simulator's. Boards have no links. */
interface LinkedDirectory extends Directory {
	readLink(path: string): string;
	scan(): IterableIterator<string>;
	delete(path: string): unknown;
	status(path: string): { isFile(): boolean; isDirectory(): boolean };
}

/**
 * Takes files for this process, as `Directory` does on Node: each process that uses them has a file "<path>.<process>.lock".
 * What a dead one has left is removed. Two that start at once may both be refused.
 * @returns undefined where there are no processes, or none can be told apart
 * @throws Error when a process that lives has the files
 */
export function claimOfProcess(directory: Directory, path: string): Claim | undefined {
	const linked = directory as LinkedDirectory;
	let self: string;
	try {
		self = linked.readLink("/proc/self");
	}
	catch {
		// No links, or no such folder.
		return undefined;
	}
	const prefix = path + ".";
	const own = prefix + self + ".lock";
	linked.openFile({ path: own, mode: "w+" }).close();
	const names = linked.scan();
	for (let step = names.next(); step.done !== true; step = names.next()) {
		const name = step.value;
		const id = name.slice(prefix.length, -5);
		if (name === own || name !== prefix + id + ".lock" || !/^\d+$/.test(id))
			continue;
		if (!linked.status("/proc/" + id).isDirectory()) {
			linked.delete(name);
			continue;
		}
		linked.delete(own);
		throw new Error("the files are in use by another outbox (process " + id + ")");
	}
	return { close: () => void linked.delete(own) };
}
