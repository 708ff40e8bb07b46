const COLON = 58, COMMA = 44, ZERO = 48;

/** Packs a message for the worker: the number of its bytes, a colon, the bytes, a comma. */
export function netstring(kind: string, bytes: Uint8Array): Buffer {
	return Buffer.concat([Buffer.from(`${bytes.length + 1}:${kind}`), bytes, Buffer.from(",")]);
}

/** Unpacks messages, however their bytes arrive. */
export class NetstringReader {
	readonly #onMessage: (message: Uint8Array) => void;
	#chunks: Uint8Array[] = [];
	#length = 0;
	#needed = 0;

	/** @param onMessage gets each message; it may keep it */
	constructor(onMessage: (message: Uint8Array) => void) {
		this.#onMessage = onMessage;
	}

	/** @throws Error when the bytes are no netstring */
	push(bytes: Uint8Array): void {
		this.#chunks.push(bytes);
		this.#length += bytes.length;
		if (this.#length < this.#needed)
			return;
		let rest: Uint8Array = this.#chunks.length === 1 ? bytes : Buffer.concat(this.#chunks);
		for (let taken = this.#take(rest); taken > 0; taken = this.#take(rest))
			rest = rest.subarray(taken);
		this.#chunks = [rest];
		this.#length = rest.length;
	}

	/** Hands the first message on. Returns the bytes it takes up, 0 when it is not complete. */
	#take(bytes: Uint8Array): number {
		const colon = bytes.indexOf(COLON);
		if (colon < 0)
			return this.#need(bytes.length + 1);
		let length = 0;
		for (let index = 0; index < colon; index++)
			length = length * 10 + bytes[index] - ZERO;
		const end = colon + 1 + length;
		if (!Number.isSafeInteger(length))
			throw new Error("what XS sends is no netstring");
		if (bytes.length <= end)
			return this.#need(end + 1);
		if (bytes[end] !== COMMA)
			throw new Error("what XS sends is no netstring");
		this.#onMessage(bytes.subarray(colon + 1, end));
		return end + 1;
	}

	#need(count: number): 0 {
		this.#needed = count;
		return 0;
	}
}
