import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { plainFault } from "../../service/faults.js";

const standardOutput = "-";

/**
 * Where a command writes: a new file of this user of the machine alone, or standard output. The file has another name until
 * it is complete: one that an interruption has cut short is not taken for the whole.
 */
export class Output {
	readonly #path: string;
	readonly #descriptor: number | undefined = undefined;

	/** @param path "-" for standard output */
	constructor(path: string) {
		this.#path = path;
		if (path === standardOutput)
			return;
		if (existsSync(path))
			throw new Error(`${path} can't be written: it is there already`);
		try {
			// One that an interruption has left may be readable for others.
			rmSync(this.#part, { force: true });
			this.#descriptor = openSync(this.#part, "wx", 0o600);
		}
		catch (error) {
			throw this.#fault(error);
		}
	}

	get #part(): string {
		return `${this.#path}.part`;
	}

	/** Fulfilled when more can be taken. */
	async write(text: string): Promise<void> {
		try {
			if (this.#descriptor !== undefined)
				writeFileSync(this.#descriptor, text);
			else if (!process.stdout.write(text))
				await once(process.stdout, "drain");
		}
		catch (error) {
			throw this.#fault(error);
		}
	}

	/** @param isComplete whether the file is to stay */
	close(isComplete: boolean): void {
		if (this.#descriptor === undefined)
			return;
		closeSync(this.#descriptor);
		if (isComplete)
			renameSync(this.#part, this.#path);
		else
			rmSync(this.#part, { force: true });
	}

	#fault(error: unknown): Error {
		const name = this.#path === standardOutput ? "standard output" : this.#path;
		const isCut = (error as NodeJS.ErrnoException).code === "EPIPE";
		return new Error(`${name} can't be written: ${isCut ? "its reader has ended" : plainFault(error)}`, { cause: error });
	}
}

/** @param path "-" for standard output @param write writes all of it: when it fails, no file stays */
export async function writeTo(path: string, write: (output: Output) => Promise<void>): Promise<void> {
	const output = new Output(path);
	let isComplete = false;
	try {
		await write(output);
		isComplete = true;
	}
	finally {
		output.close(isComplete);
	}
}
