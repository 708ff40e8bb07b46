import type { Random } from "../random.js";

/** A write at a position; without data, the file has been made `position` bytes long. */
export interface Change {
	readonly position: number;
	readonly data?: Uint8Array;
}

/**
 * A file as a disk has it: what was flushed, and what has been changed since, of which POSIX promises nothing: neither
 * that it arrives nor in which order.
 */
export class DiskFile {
	#content: Uint8Array | undefined;
	#changes: Change[] = [];

	/** @param content what is flushed, owned from now on; undefined when there is no file */
	constructor(content: Uint8Array | undefined) {
		this.#content = content;
	}

	/** What is flushed: to be read until the next call. */
	get content(): Uint8Array | undefined {
		return this.#content;
	}

	/** Changes the file, for all who have power. `data` is owned from now on. */
	change(change: Change): void {
		this.#changes.push(change);
	}

	/** Makes what was changed last. */
	flush(): void {
		for (const change of this.#changes.splice(0))
			this.#apply(change);
	}

	/** The power fails: of what was changed, chance decides what arrives, each change wholly, in part or not at all. */
	lose(random: Random): void {
		for (const change of this.#changes.splice(0)) {
			const fate = random.below(3);
			if (fate === 0)
				continue;
			if (fate === 1)
				this.#apply(change);
			else
				this.#applyPart(change, random);
		}
	}

	/** A stretch of a write arrives; the file may be as long as with the whole then, with zeros in place of the rest. */
	#applyPart({ position, data }: Change, random: Random): void {
		if (data === undefined)
			return;
		const from = random.below(data.length + 1);
		const to = from + random.below(data.length - from + 1);
		this.#apply({ position: position + from, data: data.subarray(from, to) });
		if (random.below(2) === 0)
			this.#lengthen(position + data.length);
	}

	#apply({ position, data }: Change): void {
		if (data === undefined) {
			this.#content = this.#content?.slice(0, position);
			this.#lengthen(position);
		}
		else if (data.length > 0)
			this.#lengthen(position + data.length).set(data, position);
	}

	/** Returns what is in the file, which has that many bytes or more now. */
	#lengthen(length: number): Uint8Array {
		const before = this.#content ?? new Uint8Array(0);
		if (this.#content === undefined || before.length < length) {
			this.#content = new Uint8Array(length);
			this.#content.set(before);
		}
		return this.#content;
	}
}
