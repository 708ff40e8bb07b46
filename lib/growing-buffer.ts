/** A byte buffer that is as large as it has had to be, up to a limit: it grows by doubling and keeps its size. */
export class GrowingBuffer {
	/** The buffer of the moment; another one after `reserve`. */
	bytes: Uint8Array<ArrayBuffer>;

	private readonly limit: number;

	/**
	 * @param size bytes to begin with
	 * @param limit bytes that it may grow to
	 */
	constructor(size: number, limit: number) {
		this.bytes = new Uint8Array(size < limit ? size : limit);
		this.limit = limit;
	}

	/**
	 * Makes room, keeping what is there.
	 * @param size bytes that the buffer has to have
	 * @returns whether it has; false when that is more than the limit, and it is as large as it may be then
	 */
	reserve(size: number): boolean {
		const { bytes, limit } = this;
		if (size <= bytes.length)
			return true;
		let wanted = bytes.length === 0 ? size : bytes.length * 2;
		while (wanted < size)
			wanted *= 2;
		wanted = wanted < limit ? wanted : limit;
		if (wanted > bytes.length) {
			this.bytes = new Uint8Array(wanted);
			this.bytes.set(bytes);
		}
		return size <= limit;
	}
}
