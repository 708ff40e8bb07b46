import { HANDSHAKE_FAILED, TLSError } from "./tls-error.js";

/** Bytes of a record's header (RFC 5246, 6.2.1). */
export const RECORD_HEADER = 5;

/** Content types of records (RFC 5246, 6.2.1). */
export const CHANGE_CIPHER_SPEC = 20;
export const ALERT = 21;
export const HANDSHAKE = 22;
export const APPLICATION_DATA = 23;

/** Messages of a handshake (RFC 5246, 7.4). */
const SERVER_HELLO = 2;
const CERTIFICATE = 11;
const SERVER_KEY_EXCHANGE = 12;
const CERTIFICATE_REQUEST = 13;
const SERVER_HELLO_DONE = 14;

/** What the server has to send next. */
const NEXT_HELLO = 0;
const NEXT_CERTIFICATE = 1;
const NEXT_KEY = 2;
const NEXT_DONE = 3;
const NEXT_CIPHER = 4;
const NEXT_FINISHED = 5;
const NEXT_DATA = 6;

/** How a signature is made (RFC 5246, 7.4.1.4.1); these are all that the SDK offers to the server. */
const SHA256 = 4;
const RSA = 1;
const ECDSA = 3;

/** First byte of the cipher suites with an ephemeral elliptic curve (RFC 5289). */
const ELLIPTIC = 0xc0;

/** Second bytes of the suites that encrypt the secret with the certificate's key: they have no key exchange message. */
const RSA_SUITES = Object.freeze([0x2f, 0x35, 0x3c, 0x3d]);

/**
 * Order of a full handshake, seen from the client (RFC 5246, 7.3). The SDK takes messages in any order, and a server's
 * key that says of itself that it is not signed: whoever is on the way could answer for the server with that.
 */
export class HandshakeOrder {
	/** The server's signature under its key, DER, when it is made by ECDSA; to be looked at before it is checked. */
	signature: Uint8Array | undefined;
	private next = NEXT_HELLO;
	private elliptic = false;
	private encrypted = false;

	/** Whether not a record has come yet. */
	get fresh(): boolean {
		return this.next === NEXT_HELLO;
	}

	/**
	 * @param record whole, with its header, before it is decrypted
	 * @throws TLSError when it is not what must come now
	 */
	check(record: Uint8Array): void {
		const type = record[0];
		if (type === ALERT)
			return;
		if (this.next === NEXT_DATA && type === APPLICATION_DATA)
			return;
		if (this.next === NEXT_CIPHER && type === CHANGE_CIPHER_SPEC)
			this.next = NEXT_FINISHED;
		else if (this.next === NEXT_FINISHED && type === HANDSHAKE)
			this.next = NEXT_DATA;
		else if (this.next < NEXT_CIPHER && type === HANDSHAKE)
			this.checkMessages(record);
		else
			throw new TLSError(HANDSHAKE_FAILED);
	}

	private checkMessages(record: Uint8Array): void {
		for (let at = RECORD_HEADER; at < record.length;) {
			const body = at + 4;
			const end = body + (byte(record, at + 1) << 16 | byte(record, at + 2) << 8 | byte(record, at + 3));
			this.checkMessage(byte(record, at), record, body);
			at = end;
		}
	}

	private checkMessage(type: number, record: Uint8Array, body: number): void {
		if (this.next === NEXT_HELLO && type === SERVER_HELLO) {
			// Version, random, session.
			const suite = body + 35 + byte(record, body + 34);
			this.elliptic = byte(record, suite) === ELLIPTIC;
			this.encrypted = byte(record, suite) === 0 && RSA_SUITES.includes(byte(record, suite + 1));
			this.next = NEXT_CERTIFICATE;
		}
		else if (this.next === NEXT_CERTIFICATE && type === CERTIFICATE)
			this.next = this.encrypted ? NEXT_DONE : NEXT_KEY;
		else if (this.next === NEXT_KEY && type === SERVER_KEY_EXCHANGE) {
			const signature = this.elliptic ? afterPoint(record, body) : afterNumbers(record, body);
			const scheme = byte(record, signature + 1);
			if (byte(record, signature) !== SHA256 || (scheme !== RSA && scheme !== ECDSA))
				throw new TLSError(HANDSHAKE_FAILED);
			if (scheme === ECDSA)
				this.signature = record.subarray(signature + 4);
			this.next = NEXT_DONE;
		}
		else if (this.next === NEXT_DONE && type === SERVER_HELLO_DONE)
			this.next = NEXT_CIPHER;
		else if (this.next !== NEXT_DONE || type !== CERTIFICATE_REQUEST)
			throw new TLSError(HANDSHAKE_FAILED);
	}
}

/** Byte of the record, 0 behind its end. */
function byte(record: Uint8Array, at: number): number {
	return record[at] ?? 0;
}

/** Index behind ServerECDHParams (RFC 8422, 5.4): type of curve, curve, point. */
function afterPoint(record: Uint8Array, at: number): number {
	return at + 4 + byte(record, at + 3);
}

/** Index behind ServerDHParams (RFC 5246, 7.4.3): modulus, generator, public value. */
function afterNumbers(record: Uint8Array, at: number): number {
	for (let numbers = 0; numbers < 3; numbers++)
		at += 2 + (byte(record, at) << 8 | byte(record, at + 1));
	return at;
}
