import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { once } from "node:events";
import { plainFault } from "../../service/faults.js";

/** Fulfilled when more can be taken. */
export type Write = (text: string) => Promise<void>;

/**
 * Has something written into a new file of this user of the machine alone, or to standard output. The file has another name until
 * it is complete: one that an interruption has cut short is not taken for the whole.
 * @param path "-" for standard output
 * @param produce writes all of it: when it fails, no file stays
 */
export async function writeTo(path: string, produce: (write: Write) => Promise<void>): Promise<void> {
	if (path === "-") {
		return produce((text) => told("standard output", async () => {
			if (!process.stdout.write(text))
				await once(process.stdout, "drain");
		}));
	}
	if (existsSync(path))
		throw new Error(`${path} can't be written: it is there already`);
	const part = `${path}.part`;
	// One that an interruption has left may be readable for others.
	await told(path, () => rm(part, { force: true }));
	const file = await told(path, () => open(part, "wx", 0o600));
	let isComplete = false;
	try {
		await produce((text) => told(path, () => file.appendFile(text)));
		isComplete = true;
	}
	finally {
		await file.close();
		await (isComplete ? rename(part, path) : rm(part, { force: true }));
	}
}

async function told<Value>(name: string, action: () => Promise<Value>): Promise<Value> {
	try {
		return await action();
	}
	catch (error) {
		const isCut = (error as NodeJS.ErrnoException).code === "EPIPE";
		throw new Error(`${name} can't be written: ${isCut ? "its reader has ended" : plainFault(error)}`, { cause: error });
	}
}
