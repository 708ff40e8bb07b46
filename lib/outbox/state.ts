import type { Delivery } from "./delivery.js";
import type { Log } from "./log.js";
import { checksum } from "./log-layout.js";

/** Bytes of a state: eleven numbers of 32 bits. */
export const STATE_LENGTH = 44;

/** "ROS1" */
const MAGIC = 0x31534f52;
const WORD_MAGIC = 1;
const WORD_FAILURES = 2;
/** Readings in the next batch; 0 when the service takes none. */
const WORD_SIZE = 3;
const WORD_LOG = 4;

/** Writes down what an outbox knows beyond its storage, or would have to search there. @param bytes `STATE_LENGTH` of them, zero */
export function writeState(bytes: Uint8Array<ArrayBuffer>, log: Log, delivery: Delivery, failures: number): void {
	const words = new Uint32Array(bytes.buffer);
	words[WORD_MAGIC] = MAGIC;
	words[WORD_FAILURES] = failures;
	words[WORD_SIZE] = delivery.unbatched ? 0 : delivery.size;
	log.save(words.subarray(WORD_LOG));
	words[0] = checksum(words, words.length, 0);
}

/** Takes that back. Returns how often the delivery had failed; -1 when the state is of no use, and nothing has changed then. */
export function readState(bytes: Uint8Array, log: Log, delivery: Delivery): number {
	if (bytes.length !== STATE_LENGTH)
		return -1;
	const words = new Uint32Array(bytes.slice().buffer);
	if (words[WORD_MAGIC] !== MAGIC || words[0] !== checksum(words, words.length, 0) || !log.restore(words.subarray(WORD_LOG)))
		return -1;
	delivery.resume(words[WORD_SIZE]);
	return words[WORD_FAILURES];
}
