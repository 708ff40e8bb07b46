/** What XS has and the published typings lack. */
interface StringConstructor {
	/** Reads `length` bytes from `offset` as UTF-8. Throws a TypeError when they are not UTF-8. */
	fromArrayBuffer(buffer: ArrayBufferLike, offset?: number, length?: number): string;
}
