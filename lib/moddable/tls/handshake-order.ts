/** Order of a full handshake, seen from the client (RFC 5246, 7.3). Imports nothing of the SDK. */
import { HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, TLSError } from "../../tls/error.js";
import { type KeyExchange, MessageReader, RANDOM_SIZE, readCertificateRequest, readCertificates, readKeyExchange, readServerHello } from "./messages.js";

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
/** A request for the client's certificate, or the message after it. */
const NEXT_REQUEST = 3;
const NEXT_DONE = 4;
const NEXT_CIPHER = 5;
const NEXT_FINISHED = 6;
const NEXT_DATA = 7;

/** First byte of the cipher suites with an ephemeral elliptic curve (RFC 5289). */
const ELLIPTIC = 0xc0;

/** The suites that encrypt the secret with the certificate's key: they have no key exchange message. */
const ENCRYPTED_SUITES = Object.freeze([0x2f, 0x35, 0x3c, 0x3d]);

/** Who judges what the server says of itself. */
export interface PeerJudge {
	/**
	 * @param chain the server's own certificate first; views of the record
	 * @param encrypts whether the secret is encrypted with the certificate's key
	 * @throws TLSError when the server is not to be trusted
	 */
	onCertificates(chain: readonly Uint8Array[], encrypts: boolean): void;
	/**
	 * @param message views of `body`, which is one of the record
	 * @param random the server's
	 * @throws TLSError when the certificate's key didn't sign it
	 */
	onKeyExchange(message: KeyExchange, body: Uint8Array, random: Uint8Array): void;
	/** @param namesAt index of the length of the CAs' names, which are last in `body` */
	onCertificateRequest(body: Uint8Array, namesAt: number): void;
}

/**
 * The SDK takes messages in any order, reads beyond their lengths, and takes a server's key that says of itself that it is
 * not signed: whoever is on the way could answer for the server with that. So each record is checked before the SDK sees it.
 */
export class HandshakeOrder {
	/** Until it is not needed any more. */
	private judge: PeerJudge | undefined;
	private next = NEXT_HELLO;
	/** The server's. */
	private readonly random = new Uint8Array(RANDOM_SIZE);
	private elliptic = false;
	/** Whether the secret is encrypted with the certificate's key. */
	private keyless = false;

	/** @param judge called in the order of the messages, once each at most */
	constructor(judge: PeerJudge) {
		this.judge = judge;
	}

	/** Whether not a record has come yet. */
	get fresh(): boolean {
		return this.next === NEXT_HELLO;
	}

	/** Whether what comes next is encrypted. */
	get encrypted(): boolean {
		return this.next >= NEXT_FINISHED;
	}

	/**
	 * @param record whole, with its header, before it is decrypted
	 * @throws TLSError when it is malformed, not what must come now, or not what the judge accepts
	 */
	check(record: Uint8Array): void {
		const type = record[0];
		if (type === ALERT)
			return;
		if (this.next === NEXT_DATA && type === APPLICATION_DATA)
			return;
		if (this.next === NEXT_CIPHER && type === CHANGE_CIPHER_SPEC && record.length === RECORD_HEADER + 1 && record[RECORD_HEADER] === 1)
			this.next = NEXT_FINISHED;
		else if (this.next === NEXT_FINISHED && type === HANDSHAKE)
			this.next = NEXT_DATA;
		else if (this.next < NEXT_CIPHER && type === HANDSHAKE)
			this.checkMessages(record);
		else
			throw new TLSError(HANDSHAKE_FAILED);
	}

	private checkMessages(record: Uint8Array): void {
		const reader = new MessageReader(record.subarray(RECORD_HEADER));
		do {
			const type = reader.number(1);
			this.checkMessage(type, reader.vector(3, 0));
		} while (!reader.done);
	}

	private checkMessage(type: number, body: Uint8Array): void {
		if (this.next === NEXT_HELLO && type === SERVER_HELLO) {
			const { random, suite } = readServerHello(body);
			this.random.set(random);
			this.elliptic = suite >>> 8 === ELLIPTIC;
			this.keyless = ENCRYPTED_SUITES.includes(suite);
			this.next = NEXT_CERTIFICATE;
		}
		else if (this.next === NEXT_CERTIFICATE && type === CERTIFICATE) {
			this.judge?.onCertificates(readCertificates(body), this.keyless);
			this.next = this.keyless ? NEXT_REQUEST : NEXT_KEY;
		}
		else if (this.next === NEXT_KEY && type === SERVER_KEY_EXCHANGE) {
			this.judge?.onKeyExchange(readKeyExchange(body, this.elliptic), body, this.random);
			this.next = NEXT_REQUEST;
		}
		else if ((this.next === NEXT_REQUEST || this.next === NEXT_DONE) && type === SERVER_HELLO_DONE) {
			if (body.length > 0)
				throw new TLSError(HANDSHAKE_MALFORMED);
			this.judge = undefined;
			this.next = NEXT_CIPHER;
		}
		else if (this.next === NEXT_REQUEST && type === CERTIFICATE_REQUEST) {
			this.judge?.onCertificateRequest(body, readCertificateRequest(body));
			this.next = NEXT_DONE;
		}
		else
			throw new TLSError(HANDSHAKE_FAILED);
	}
}
