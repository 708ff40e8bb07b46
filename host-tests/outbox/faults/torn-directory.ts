import type { Directory, File } from "../../../lib/outbox/storage.js";

/** A directory in which the power fails: a change that is counted down to is done in part, and nothing behind it. */
export class TornDirectory implements Directory {
	readonly #inner: Directory;
	#left = Infinity;
	#share = 1;
	#fail = (): void => undefined;

	constructor(inner: Directory) {
		this.#inner = inner;
	}

	/**
	 * Lets the power fail in the `operation`-th write or change of a size from now, from 0.
	 * @param share of the bytes of a write that arrive, from 0 to 1; a size is changed when it is a half or more
	 * @param fail ends the device; it is called once
	 */
	tear(operation: number, share: number, fail: () => void): void {
		this.#left = operation;
		this.#share = share;
		this.#fail = fail;
	}

	/** The power does not fail any more. */
	mend(): void {
		this.#left = Infinity;
	}

	openFile(options: Parameters<Directory["openFile"]>[0]): File {
		const file = this.#inner.openFile(options);
		return {
			read: (target, position) => file.read(target, position),
			write: (data, position) => this.#change(
				() => file.write(data, position),
				() => file.write(data.subarray(0, Math.floor(data.length * this.#share)), position)
			),
			setSize: (length) => this.#change(() => file.setSize(length), () => {
				if (this.#share >= 0.5)
					file.setSize(length);
			}),
			flush: () => file.flush(),
			close: () => file.close()
		};
	}

	status(path: string): { isFile(): boolean } {
		return this.#inner.status(path);
	}

	#change(whole: () => void, torn: () => void): void {
		if (this.#left-- > 0)
			return whole();
		this.mend();
		torn();
		this.#fail();
	}
}
