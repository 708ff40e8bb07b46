import type { ByteBuffer, HTTPRequest } from "../lib/platform.js";

/** A request whose body is there already, for what reads it. */
export class BodySource implements HTTPRequest {
	/** How many bytes each read asked for. */
	readonly asked: number[] = [];
	readonly #bytes: Uint8Array;
	readonly #most: number;
	#at = 0;

	/** @param most the most that one read gives */
	constructor(bytes: Uint8Array, most = Number.MAX_SAFE_INTEGER) {
		this.#bytes = bytes;
		this.#most = most;
	}

	get left(): number {
		return this.#bytes.length - this.#at;
	}

	read(target?: number | ByteBuffer): number | undefined {
		if (target === undefined || typeof target === "number")
			throw new Error("a buffer was to be read into");
		const into = target instanceof Uint8Array ? target : new Uint8Array(target);
		this.asked.push(into.length);
		if (this.left === 0)
			return undefined;
		const count = Math.min(into.length, this.left, this.#most);
		into.set(this.#bytes.subarray(this.#at, this.#at + count));
		this.#at += count;
		return count;
	}

	write(): never {
		throw new Error("nothing is written");
	}
}
