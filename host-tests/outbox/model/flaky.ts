import type { BlockStorage } from "../../../lib/outbox/index.js";
import type { TransientFault } from "./transient.js";

/** What goes wrong with one write of a reading: it can't be read back as it is, or an error comes although it was done, or before it was. */
export type Flaw = "misread" | "throws behind" | "throws before";

/** What is wrong with a block from now on: its reads throw, its erases, its writes, or a bit of its bytes reads as 0 whatever is written. */
export interface BadBlock {
	readonly block: number;
	readonly fault: "unreadable" | "not erasable" | "not writable" | "stuck";
	/** Which byte of it, and which bit of that, is stuck. */
	readonly at: number;
	readonly bit: number;
}

/** A storage of which one write goes wrong when that is asked for, and blocks that are bad; all else is as it is. */
export class Flaky implements BlockStorage {
	user: unknown;
	/** What happens to the next write. */
	flaw: Flaw | undefined;
	/** What makes operations throw that work again later. */
	transient: TransientFault | undefined;
	readonly #inner: BlockStorage;
	readonly #bad: readonly BadBlock[];
	readonly #blockLength: number;
	#misreads = false;

	/** @param bad may grow */
	constructor(inner: BlockStorage, bad: readonly BadBlock[] = []) {
		this.#inner = inner;
		this.#bad = bad;
		this.#blockLength = inner.status().blockLength;
	}

	get volatile(): boolean {
		return this.#inner.volatile ?? false;
	}

	status(): ReturnType<BlockStorage["status"]> {
		return this.#inner.status();
	}

	read(target: Uint8Array, at: number): void {
		this.transient?.before("read");
		this.#fail("unreadable", at);
		this.#inner.read(target, at);
		for (const bad of this.#bad) {
			const place = bad.block * this.#blockLength + bad.at - at;
			if (bad.fault === "stuck" && place >= 0 && place < target.length)
				target[place] &= ~(1 << bad.bit);
		}
		if (this.#misreads)
			target[target.length >> 1] ^= 1;
		this.#misreads = false;
	}

	write(data: Uint8Array, at: number): void {
		this.transient?.before("write");
		const { flaw } = this;
		this.flaw = undefined;
		if (flaw === "throws before")
			throw new Error("the storage has failed");
		this.#fail("unreadable", at);
		this.#fail("not writable", at);
		this.#inner.write(data, at);
		if (flaw === "throws behind")
			throw new Error("the storage has failed");
		this.#misreads = flaw === "misread";
	}

	eraseBlock(block: number): void {
		this.transient?.before("erase");
		this.#fail("unreadable", block * this.#blockLength);
		this.#fail("not erasable", block * this.#blockLength);
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

	#fail(fault: BadBlock["fault"], at: number): void {
		if (this.#bad.some((bad) => bad.fault === fault && bad.block === Math.floor(at / this.#blockLength)))
			throw new Error(`EIO: the block is ${fault}`);
	}
}
