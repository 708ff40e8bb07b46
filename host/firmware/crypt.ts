import { createHash, type Hash } from "node:crypto";

/** What firmware imports as "crypt", as far as the examples use it. */
export class Digest {
	readonly #name: string;
	#hash: Hash;

	/** @param name such as "SHA256" */
	constructor(name: string) {
		this.#name = name;
		this.#hash = createHash(name);
	}

	write(data: ArrayBuffer | Uint8Array): void {
		this.#hash.update(data instanceof ArrayBuffer ? new Uint8Array(data) : data);
	}

	close(): ArrayBuffer {
		return new Uint8Array(this.#hash.digest()).buffer;
	}

	process(...parts: readonly (ArrayBuffer | Uint8Array)[]): ArrayBuffer {
		this.#hash = createHash(this.#name);
		for (const part of parts)
			this.write(part);
		return this.close();
	}
}
