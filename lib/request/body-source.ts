/** What a request's writer needs of the bytes of a body. A Uint8Array has it. */
export interface Bytes {
	/** How many are left. */
	readonly length: number;
	/**
	 * The next bytes: of a source 1 to `end`, as many as it has ready. They are asked for once, and not before they can be sent.
	 * @param begin 0
	 * @returns a view that is valid until the next call
	 * @throws Error that ends the request
	 */
	subarray(begin: number, end: number): Uint8Array;
	/** What is left without the first `begin` bytes. */
	subarray(begin: number): Bytes;
}

/** Header lines of a request, and a body that is read as it leaves. */
export interface BodySource extends Bytes {
	/** Whether there are bytes no more that were there. */
	readonly isGone?: boolean;
	/** The request is written, for the first time or again: the body starts over. @returns header lines, each with its CRLF */
	lines(): string;
}
