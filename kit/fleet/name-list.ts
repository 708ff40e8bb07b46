import { appendFileSync, readFileSync } from "node:fs";
import { plainFault } from "../../service/faults.js";

/** Names of devices in a file, one a line; "#" begins a remark. What a backup has forgotten is done again with it. */
export class NameList {
	readonly #path: string;
	readonly #text: string;

	/** @param path made by `add` where it is not there @throws Error that names the file and what is wrong */
	constructor(path: string) {
		this.#path = path;
		try {
			this.#text = readFileSync(path, "utf8");
		}
		catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code !== "ENOENT")
				throw new Error(`${path} can't be read: ${code === "EISDIR" ? "it is a folder, not a file" : plainFault(error)}`, { cause: error });
			this.#text = "";
		}
	}

	get names(): string[] {
		return this.#text.split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter((name) => name !== "");
	}

	/** Adds those that it lacks. @throws Error that names the file and what is wrong */
	add(names: readonly string[]): void {
		const there = new Set(this.names);
		const fresh = [...new Set(names)].filter((name) => !there.has(name));
		const end = this.#text === "" || this.#text.endsWith("\n") ? "" : "\n";
		try {
			appendFileSync(this.#path, end + fresh.map((name) => `${name}\n`).join(""), { flush: true });
		}
		catch (error) {
			throw new Error(`${this.#path} can't be written: ${plainFault(error)}`, { cause: error });
		}
	}
}
