import type { BlockStorage } from "../../../lib/outbox/index.js";
import type { TransientFault } from "./transient.js";

/** What goes wrong with one write of a reading: it can't be read back as it is, or an error comes although it was done, or before it was. */
export type Flaw = "misread" | "throws behind" | "throws before";

/** What is wrong with a block from now on: all that is done with it throws, its erases do, its writes, either does nothing, or a bit is the same whatever is written. */
export const blockFaults = ["unreadable", "not erasable", "not writable", "never erased", "never written", "stuck at 0", "stuck at 1"] as const;

export interface BadBlock {
	readonly block: number;
	readonly fault: typeof blockFaults[number];
	/** Which byte of it, and which bit of that, is stuck. */
	readonly at: number;
	readonly bit: number;
}

/** Bytes as they read with a block that is bad. @param from offset of the first in the block */
export function stick(bytes: Uint8Array, { at, bit, fault }: BadBlock, from = 0): void {
	const place = at - from;
	if (place < 0 || place >= bytes.length)
		return;
	if (fault === "stuck at 0")
		bytes[place] &= ~(1 << bit);
	if (fault === "stuck at 1")
		bytes[place] |= 1 << bit;
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
		for (const bad of this.#bad)
			stick(target, bad, at - bad.block * this.#blockLength);
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
		if (!this.#has("never written", at))
			this.#inner.write(data, at);
		if (flaw === "throws behind")
			throw new Error("the storage has failed");
		this.#misreads = flaw === "misread";
	}

	eraseBlock(block: number): void {
		this.transient?.before("erase");
		this.#fail("unreadable", block * this.#blockLength);
		this.#fail("not erasable", block * this.#blockLength);
		if (!this.#has("never erased", block * this.#blockLength))
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

	#has(fault: BadBlock["fault"], at: number): boolean {
		return this.#bad.some((bad) => bad.fault === fault && bad.block === Math.floor(at / this.#blockLength));
	}

	#fail(fault: BadBlock["fault"], at: number): void {
		if (this.#has(fault, at))
			throw new Error(`EIO: the block is ${fault}`);
	}
}
