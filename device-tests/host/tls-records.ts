/** Records of a server that are changed as a whole: cut, lengthened, or made up by somebody without the keys. */
import { messageHeader, messageRecord, record, recordHeader, types } from "../../tools/tls/records.js";
import { join } from "../../tools/x509/der.js";
import type { Mutant } from "../../tools/x509/mutants.js";

/** Longest record that is made up, without its header: longer than one with a Finished. */
const madeUp = 96;

/** Each message that is not encrypted, cut behind each of its bytes, and with a byte more; all lengths around it fit. */
export function* cutMessages(records: readonly Uint8Array[]): Generator<Mutant> {
	for (let piece = 0; piece < records.length - 2; piece++) {
		const bytes = records[piece] ?? Uint8Array.of();
		const body = bytes.subarray(recordHeader + messageHeader);
		const type = bytes[recordHeader] ?? 0;
		for (let length = 0; length < body.length; length++)
			yield { name: `message ${piece} cut to ${length}`, piece, at: 0, removed: bytes.length, inserted: messageRecord(type, body.subarray(0, length)) };
		yield { name: `message ${piece} with a byte more`, piece, at: 0, removed: bytes.length, inserted: messageRecord(type, join(body, Uint8Array.of(0))) };
	}
}

/** Records of each length in place of the Finished, which is the last. */
export function* replacedFinished(records: readonly Uint8Array[]): Generator<Mutant> {
	const piece = records.length - 1;
	const removed = records[piece]?.length ?? 0;
	for (const [name, inserted] of madeUpRecords([types.handshake]))
		yield { name: `Finished is ${name}`, piece, at: 0, removed, inserted };
}

/** The same behind the Finished, as alerts, handshake and data. */
export function* appendedRecords(records: readonly Uint8Array[]): Generator<Mutant> {
	const piece = records.length - 1;
	for (const [name, inserted] of madeUpRecords([types.alert, types.handshake, types.data]))
		yield { name: `behind Finished ${name}`, piece, at: records[piece]?.length ?? 0, removed: 0, inserted };
}

function* madeUpRecords(kinds: readonly number[]): Generator<readonly [name: string, bytes: Uint8Array]> {
	for (const type of kinds) {
		for (const filler of [0, 0xff]) {
			for (let length = 1; length <= madeUp; length++)
				yield [`type ${type} with ${length} bytes of ${filler}`, record(type, new Uint8Array(length).fill(filler))];
		}
	}
}
