import { Entry, HEADER, HEADER_LENGTH, OLD_HEADER_LENGTH, sizeOf, UNIT } from "../../../lib/outbox/log-format.js";

/** Number of a header that is the storage's blocks, in its lower half. */
const BLOCKS = 5;

/**
 * Writes the headers of a block as the last build without a version number did: they take the same room, and say neither
 * which blocks are bad nor whether readings may be revoked. All other entries are the same in both forms.
 * @param content of the block; changed
 * @returns how many there were
 */
export function inOldForm(content: Uint8Array): number {
	const entry = new Entry(sizeOf(HEADER_LENGTH));
	const storage = {
		status: () => ({ blocks: 1, blockLength: content.length }),
		read: (target: Uint8Array, at: number) => target.set(content.subarray(at, at + target.length)),
		write: (data: Uint8Array, at: number) => content.set(data, at),
		eraseBlock: () => {},
		close: () => {}
	};
	let count = 0;
	for (let at = 0; at + sizeOf(HEADER_LENGTH) <= content.length; at += UNIT) {
		if (entry.read(storage, at, content.length - at) !== HEADER || entry.length !== HEADER_LENGTH)
			continue;
		entry.words[BLOCKS] &= 0xffff;
		entry.write(storage, at, HEADER, entry.sequence, entry.words[3], OLD_HEADER_LENGTH);
		count++;
	}
	return count;
}
