import type { BlockStorage } from "../../../lib/outbox/index.js";

/** What goes wrong with one write of a reading: it can't be read back as it is, or an error comes although it was done, or before it was. */
export type Flaw = "misread" | "throws behind" | "throws before";

/** A storage of which one write goes wrong when that is asked for; all others are as they are. */
export class Flaky implements BlockStorage {
	user: unknown;
	/** What happens to the next write. */
	flaw: Flaw | undefined;
	readonly #inner: BlockStorage;
	#misreads = false;

	constructor(inner: BlockStorage) {
		this.#inner = inner;
	}

	get volatile(): boolean {
		return this.#inner.volatile ?? false;
	}

	status(): ReturnType<BlockStorage["status"]> {
		return this.#inner.status();
	}

	read(target: Uint8Array, at: number): void {
		this.#inner.read(target, at);
		if (this.#misreads)
			target[target.length >> 1] ^= 1;
		this.#misreads = false;
	}

	write(data: Uint8Array, at: number): void {
		const { flaw } = this;
		this.flaw = undefined;
		if (flaw === "throws before")
			throw new Error("the storage has failed");
		this.#inner.write(data, at);
		if (flaw === "throws behind")
			throw new Error("the storage has failed");
		this.#misreads = flaw === "misread";
	}

	eraseBlock(block: number): void {
		this.#inner.eraseBlock(block);
	}

	get isFull(): BlockStorage["isFull"] {
		const inner = this.#inner;
		return inner.isFull === undefined ? undefined : (thrown) => inner.isFull!(thrown);
	}

	claim(): void {
		this.#inner.claim?.();
	}

	close(): void {
		this.#inner.close();
	}
}
