import { createPrivateKey, sign } from "node:crypto";
import type { Socket } from "node:net";
import type { Identity } from "../tls/certificates.js";
import { KeyedConnection } from "../tls/keyed-server.js";
import { types } from "../tls/records.js";

/**
 * Answers requests in one record with so many bytes of data each, whole and rightly encrypted, but by no TLS library: those
 * never send more than 16,384 (RFC 5246, 6.2.1).
 */
export function answerInOneRecord(socket: Socket, { chain, key }: Identity, bytes: number): void {
	const shown = {
		chain: chain.map(({ der }) => der),
		proof: (signed: Uint8Array) => [4, 1, new Uint8Array(sign("SHA256", signed, createPrivateKey(key)))] as const
	};
	new KeyedConnection(socket, shown, (finished) => [[types.handshake, finished]], () => answerOf(bytes));
}

/** A whole answer of so many bytes, with a record. @param bytes of five digits */
function answerOf(bytes: number): Buffer {
	const head = (length: string): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
	const length = bytes - head("00000").length;
	return Buffer.from(head(String(length)) + `{"id":"${"x".repeat(length - '{"id":""}'.length)}"}`);
}
