/** Bytes that were received and not read yet, in the order they came. */
export class ReceiveQueue {
	#chunks: Uint8Array[] = [];
	#offset = 0;
	#length = 0;

	/** Number of bytes in the queue. */
	get length(): number {
		return this.#length;
	}

	/** @param chunk the queue's from now on */
	push(chunk: Uint8Array): void {
		this.#chunks.push(chunk);
		this.#length += chunk.length;
	}

	/**
	 * Moves the oldest bytes out of the queue.
	 * @param target is filled; at most as long as the queue
	 */
	take(target: Uint8Array): void {
		let filled = 0;
		while (filled < target.length) {
			const chunk = this.#chunks[0];
			const part = chunk.subarray(this.#offset, this.#offset + target.length - filled);
			target.set(part, filled);
			filled += part.length;
			this.#offset += part.length;
			if (this.#offset < chunk.length)
				continue;
			this.#chunks.shift();
			this.#offset = 0;
		}
		this.#length -= filled;
	}

	clear(): void {
		this.#chunks = [];
		this.#offset = 0;
		this.#length = 0;
	}
}
