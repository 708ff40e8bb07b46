/** Order of a handshake, seen from the client (RFC 5246, 7.3; RFC 5077, 3.1). Imports nothing of the SDK. */
import { HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, TLSError } from "../../tls/error.js";
import {
	checkCertificateRequest, type KeyExchange, RANDOM_SIZE, readCertificates, readKeyExchange, readServerHello, readTicket, type ServerHello, type Ticket
} from "./messages.js";

/** Bytes of a record's header (RFC 5246, 6.2.1). */
export const RECORD_HEADER = 5;

/** Content types of records (RFC 5246, 6.2.1). */
export const CHANGE_CIPHER_SPEC = 20;
export const ALERT = 21;
export const HANDSHAKE = 22;
export const APPLICATION_DATA = 23;

/** Messages of a handshake (RFC 5246, 7.4; RFC 5077, 3.3). */
export const SERVER_HELLO = 2;
const NEW_SESSION_TICKET = 4;
const CERTIFICATE = 11;
export const SERVER_KEY_EXCHANGE = 12;
const CERTIFICATE_REQUEST = 13;
export const SERVER_HELLO_DONE = 14;

/** What the server has to send next. */
const NEXT_HELLO = 0;
const NEXT_CERTIFICATE = 1;
const NEXT_KEY = 2;
/** A request for the client's certificate, or the message after it. */
const NEXT_REQUEST = 3;
const NEXT_DONE = 4;
const NEXT_TICKET = 5;
const NEXT_CIPHER = 6;
const NEXT_FINISHED = 7;
const NEXT_DATA = 8;

/** First byte of the cipher suites with an ephemeral elliptic curve (RFC 5289). */
const ELLIPTIC = 0xc0;

/** Bytes of a message's type and length. */
const MESSAGE_HEADER = 4;

/** Who judges what the server says of itself. */
export interface PeerJudge {
	/**
	 * @param chain the server's own certificate first; views of the message
	 * @throws TLSError when the server is not to be trusted
	 */
	onCertificates(chain: readonly Uint8Array[]): void;
	/**
	 * @param exchange views of the message
	 * @param random the server's
	 * @throws TLSError when the certificate's key didn't sign it
	 */
	onKeyExchange(exchange: KeyExchange, random: Uint8Array): void;
	/** The server would like to see a certificate of the client's. */
	onCertificateRequest(): void;
}

/** Who knows what was offered to the server. */
export interface Offer {
	/**
	 * @param hello views of the message
	 * @returns whether a session that was offered goes on: the rest of the full handshake must not come then
	 * @throws TLSError for what was not offered
	 */
	onHello(hello: ServerHello): boolean;
	/** @param ticket a view of the message */
	onTicket(ticket: Ticket): void;
}

/**
 * The SDK takes messages in any order, reads beyond their lengths, and takes a server's key that says of itself that it is
 * not signed: whoever is on the way could answer for the server with that. So each message is checked before the SDK sees it.
 */
export class HandshakeOrder {
	/** Until it is not needed any more. */
	private judge: PeerJudge | undefined;
	private readonly offer: Offer;
	private next = NEXT_HELLO;
	/** The server's. */
	private readonly random = new Uint8Array(RANDOM_SIZE);
	private isElliptic = false;
	private hasTicket = false;

	/** Both are called in the order of the messages, once each at most. */
	constructor(judge: PeerJudge, offer: Offer) {
		this.judge = judge;
		this.offer = offer;
	}

	/** Whether not a message has come yet. */
	get fresh(): boolean {
		return this.next === NEXT_HELLO;
	}

	/** Whether what comes next is encrypted. */
	get encrypted(): boolean {
		return this.next >= NEXT_FINISHED;
	}

	/**
	 * @param record whole, with its header, before it is decrypted; not one with messages that are not encrypted
	 * @throws TLSError when it is not what must come now
	 */
	checkRecord(record: Uint8Array): void {
		const type = record[0];
		if (type === ALERT)
			return;
		if (this.next === NEXT_DATA && type === APPLICATION_DATA)
			return;
		if (this.next === NEXT_CIPHER && type === CHANGE_CIPHER_SPEC && record.length === RECORD_HEADER + 1 && record[RECORD_HEADER] === 1)
			this.next = NEXT_FINISHED;
		else if (this.next === NEXT_FINISHED && type === HANDSHAKE)
			this.next = NEXT_DATA;
		else
			throw new TLSError(HANDSHAKE_FAILED);
	}

	/**
	 * @param message whole, with its header
	 * @throws TLSError when it is malformed, not what must come now, or not what judge or offer accept
	 */
	checkMessage(message: Uint8Array): void {
		const type = message[0];
		const body = message.subarray(MESSAGE_HEADER);
		if (this.next === NEXT_HELLO && type === SERVER_HELLO) {
			const hello = readServerHello(body);
			this.random.set(hello.random);
			this.isElliptic = hello.suite >>> 8 === ELLIPTIC;
			this.hasTicket = hello.hasTicket;
			this.next = NEXT_CERTIFICATE;
			if (this.offer.onHello(hello))
				this.end();
		}
		else if (this.next === NEXT_CERTIFICATE && type === CERTIFICATE) {
			this.judge?.onCertificates(readCertificates(body));
			this.next = NEXT_KEY;
		}
		else if (this.next === NEXT_KEY && type === SERVER_KEY_EXCHANGE) {
			this.judge?.onKeyExchange(readKeyExchange(body, this.isElliptic), this.random);
			this.next = NEXT_REQUEST;
		}
		else if ((this.next === NEXT_REQUEST || this.next === NEXT_DONE) && type === SERVER_HELLO_DONE) {
			if (body.length > 0)
				throw new TLSError(HANDSHAKE_MALFORMED);
			this.end();
		}
		else if (this.next === NEXT_REQUEST && type === CERTIFICATE_REQUEST) {
			checkCertificateRequest(body);
			this.judge?.onCertificateRequest();
			this.next = NEXT_DONE;
		}
		else if (this.next === NEXT_TICKET && type === NEW_SESSION_TICKET) {
			this.offer.onTicket(readTicket(body));
			this.next = NEXT_CIPHER;
		}
		else
			throw new TLSError(HANDSHAKE_FAILED);
	}

	/** The server has said who it is. */
	private end(): void {
		this.judge = undefined;
		this.next = this.hasTicket ? NEXT_TICKET : NEXT_CIPHER;
	}
}
