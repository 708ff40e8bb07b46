import { checksum } from "./entries.js";

/** Which number of a state is what; the log's are 1 to 3, and in place of the first there is a checksum. */
export const FAILURES = 4;
export const SIZE = 5;

/** What an outbox knows beyond its storage, or would have to search there: so many numbers of 8 bytes. */
export const STATE_NUMBERS = 6;

/** Returns a state as bytes, in a new array. */
export function sealed(state: Float64Array<ArrayBuffer>): Uint8Array {
	const words = new Uint32Array(state.buffer);
	words[0] = checksum(words, words.length);
	return new Uint8Array(state.buffer.slice());
}

/** Takes the bytes back. Returns whether they are whole; else nothing has changed. */
export function restore(state: Float64Array<ArrayBuffer>, bytes: Uint8Array): boolean {
	if (bytes.length !== state.byteLength)
		return false;
	const words = new Uint32Array(bytes.slice().buffer);
	const whole = words[0] !== 0 && words[0] === checksum(words, words.length);
	if (whole)
		new Uint8Array(state.buffer).set(bytes);
	return whole;
}
