import { createCipheriv, createHmac } from "node:crypto";
import type { Socket } from "node:net";
import { ciphertextOf } from "../../host/ciphertext.js";
import { RequestParser } from "../network/request-parser.js";
import type { Identity } from "../tls/certificates.js";
import { serverSide } from "../tls/server-side.js";

const APPLICATION_DATA = 23;
/** What is before the random number in a record with a ServerHello (RFC 5246, 7.4.1.3). */
const RANDOM_OFFSET = 5 + 4 + 2;
const RANDOM_SIZE = 32;
const KEY_SIZE = 16;
const SALT_SIZE = 4;

/**
 * Answers the first request of a connection in one record with so many bytes of data, whole and rightly encrypted, but by no
 * TLS library: those never send more than 16,384 (RFC 5246, 6.2.1).
 */
export function answerInOneRecord(socket: Socket, identity: Identity, bytes: number): void {
	const ciphertext = ciphertextOf(socket);
	const write = ciphertext._write.bind(ciphertext);
	let serverRandom: Buffer | undefined;
	ciphertext._write = (chunk: Buffer, encoding, done) => {
		serverRandom ??= Buffer.from(chunk.subarray(RANDOM_OFFSET, RANDOM_OFFSET + RANDOM_SIZE));
		write(chunk, encoding, done);
	};
	socket.on("data", (chunk) => ciphertext.push(chunk));
	const tls = serverSide(ciphertext, identity, { maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-GCM-SHA256" });
	let keys: Buffer | undefined;
	tls.on("keylog", (line: Buffer) => {
		const [, clientRandom, master] = line.toString().trim().split(" ").map((text) => Buffer.from(text, "hex"));
		keys = expanded(master, Buffer.concat([Buffer.from("key expansion"), serverRandom!, clientRandom]));
	});
	const parser = new RequestParser();
	tls.on("data", (segment: Buffer) => {
		parser.push(segment);
		if (parser.head() !== undefined && parser.take() !== undefined)
			socket.write(record(keys!, answerOf(bytes)));
	});
}

/** The first bytes of the key block (RFC 5246, 5 and 6.3): keys and salts for AES-128-GCM. */
function expanded(secret: Buffer, seed: Buffer): Buffer {
	let block = Buffer.alloc(0);
	for (let part = seed; block.length < 2 * (KEY_SIZE + SALT_SIZE);) {
		part = createHmac("sha256", secret).update(part).digest();
		block = Buffer.concat([block, createHmac("sha256", secret).update(part).update(seed).digest()]);
	}
	return block;
}

/** The record behind the server's Finished (RFC 5288, 3; RFC 5246, 6.2.3.3). */
function record(keys: Buffer, data: Buffer): Buffer {
	const number = Buffer.of(0, 0, 0, 0, 0, 0, 0, 1);
	const header = (length: number): Buffer => Buffer.of(APPLICATION_DATA, 3, 3, length >>> 8, length & 255);
	const saltAt = 2 * KEY_SIZE + SALT_SIZE;
	const cipher = createCipheriv("aes-128-gcm", keys.subarray(KEY_SIZE, 2 * KEY_SIZE), Buffer.concat([keys.subarray(saltAt, saltAt + SALT_SIZE), number]));
	cipher.setAAD(Buffer.concat([number, header(data.length)]));
	const body = Buffer.concat([number, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
	return Buffer.concat([header(body.length), body]);
}

/** A whole answer of so many bytes, with a record. @param bytes of five digits */
function answerOf(bytes: number): Buffer {
	const head = (length: string): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
	const length = bytes - head("00000").length;
	return Buffer.from(head(String(length)) + `{"id":"${"x".repeat(length - '{"id":""}'.length)}"}`);
}
