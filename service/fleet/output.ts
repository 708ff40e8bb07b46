import { closeSync, openSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { plainFault } from "../faults.js";

/** Where a command writes: a new file of this user of the machine alone, or standard output. */
export class Output {
	readonly #path: string;
	readonly #descriptor: number | undefined;

	/** @param path "" for standard output */
	constructor(path: string) {
		this.#path = path;
		try {
			this.#descriptor = path === "" ? undefined : openSync(path, "wx", 0o600);
		}
		catch (error) {
			const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
			throw new Error(`${path} can't be written: ${isThere ? "it is there already" : plainFault(error)}`, { cause: error });
		}
	}

	/** Fulfilled when more can be taken. */
	async write(text: string): Promise<void> {
		if (this.#descriptor === undefined) {
			if (!process.stdout.write(text))
				await once(process.stdout, "drain");
			return;
		}
		try {
			writeFileSync(this.#descriptor, text);
		}
		catch (error) {
			throw new Error(`${this.#path} can't be written: ${plainFault(error)}`, { cause: error });
		}
	}

	close(): void {
		if (this.#descriptor !== undefined)
			closeSync(this.#descriptor);
	}
}

/** @param path "" for standard output */
export async function writeText(path: string, text: string): Promise<void> {
	const output = new Output(path);
	await output.write(text);
	output.close();
}
