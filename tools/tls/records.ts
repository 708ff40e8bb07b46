/** Records and messages of TLS 1.2 (RFC 5246, 6.2.1 and 7.4), written as one is told, faults included. */
import { join } from "../x509/der.js";

export const types = { cipher: 20, alert: 21, handshake: 22, data: 23 };

/** Bytes before the content of a record, and before that of a handshake's message in it. */
export const recordHeader = 5;
export const messageHeader = 4;

/** `onRecord` gets each record, however the bytes come, and may keep it. */
export function recordReader(onRecord: (record: Buffer) => void): (bytes: Buffer) => void {
	let rest = Buffer.alloc(0);
	return (bytes) => {
		rest = Buffer.concat([rest, bytes]);
		while (rest.length >= recordHeader && rest.length >= recordHeader + rest.readUInt16BE(3)) {
			const size = recordHeader + rest.readUInt16BE(3);
			onRecord(rest.subarray(0, size));
			rest = rest.subarray(size);
		}
	};
}

/** Counts the records that carry the application's bytes. Later versions of TLS give other records the same type. */
export function countData(onData: () => void): (bytes: Buffer) => void {
	return recordReader(([type]) => {
		if (type === types.data)
			onData();
	});
}

/** @param size the length that it tells */
export function record(type: number, body: Uint8Array, size = body.length): Uint8Array {
	return join(Uint8Array.of(type, 3, 3, size >>> 8, size & 255), body);
}

/** @param bytes of the number */
export function number(bytes: number, value: number): Uint8Array {
	return Uint8Array.from({ length: bytes }, (_, at) => value >>> 8 * (bytes - 1 - at) & 255);
}

/** Content behind its length. @param bytes of the length */
export function vector(bytes: number, content: Uint8Array): Uint8Array {
	return join(number(bytes, content.length), content);
}

/** A message of a handshake, without a record around it. */
export function message(type: number, body: Uint8Array): Uint8Array {
	return join(Uint8Array.of(type), vector(3, body));
}

export function messageRecord(type: number, body: Uint8Array): Uint8Array {
	return record(types.handshake, message(type, body));
}
