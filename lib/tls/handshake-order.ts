/** Messages and order of a handshake, seen from the client (RFC 5246, 6.2.1 and 7.3; RFC 5077, 3.1). Imports nothing of the SDK. */
import {
	HANDSHAKE_CUT, HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, NOT_TLS, NOTHING_IN_COMMON, RECORD_DAMAGED, RECORD_UNEXPECTED, TLSError,
	TOO_MANY_AUTHORITIES, VERSION_REFUSED
} from "./tls-error.js";
import {
	joined, type KeyExchange, readCertificateRequest, readCertificates, readKeyExchange, readServerHello, readTicket, type ServerHello,
	type Ticket
} from "./messages.js";

/** Bytes of a record's header (RFC 5246, 6.2.1). */
export const RECORD_HEADER = 5;
/** Bytes that AES-GCM adds to what it encrypts: nonce and tag (RFC 5288, 3). */
export const EXPANSION = 8 + 16;
/** Most data in a record (RFC 5246, 6.2.1). */
export const DATA_MAXIMUM = 0x4000;

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
export const CERTIFICATE_VERIFY = 15;
export const FINISHED = 20;
/** Bytes of a Finished with its header (RFC 5246, 7.4.9). */
const FINISHED_SIZE = 4 + 12;

/** What comes after these messages: the change to encryption, Finished behind it, and what ends no handshake. */
const NEXT_CIPHER = 0x100;
const NEXT_FINISHED = 0x101;
const NEXT_DATA = 0x102;

/** Bytes of a message's type and length, and of the longest message with them. */
const MESSAGE_HEADER = 4;
const MESSAGE_MAXIMUM = 0x4000;

/** Records with messages: 32 of the least size that a client may ask for (RFC 6066, 4) hold the longest message. */
const RECORDS_MAXIMUM = 64;

/** First byte of the version of all TLS. */
const MAJOR = 3;
/** Second byte of TLS 1.1 (RFC 4346, 6.2.1). */
const MINOR_OF_1_1 = 2;

const NOTHING: readonly number[] = Object.freeze([]);

/** Alerts (RFC 5246, 7.2). */
export const WARNING = 1;
export const CLOSE_NOTIFY = 0;
const HANDSHAKE_FAILURE = 40;
const PROTOCOL_VERSION = 70;
const INSUFFICIENT_SECURITY = 71;
/** Warnings that are passed over: servers send one, that they do not know the name (RFC 6066, 3). */
const WARNINGS_MAXIMUM = 4;

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
	/**
	 * For a full handshake: to be set once the server's hello has been returned. Its methods are called in the order of the messages, once
	 * each at most.
	 */
	judge!: PeerJudge;
	private readonly offer: Offer;
	/** None once the hello has come: they would take room until the connection ends. */
	private answerable: readonly number[];
	/** The message that the server has to send next, or what comes after them. */
	private next = SERVER_HELLO;
	/** The server's. */
	private random!: Uint8Array;
	private hasTicket = false;
	/** Content of records that `nextMessage` has not returned; a message that is whole in its record is not copied. */
	private rest: Uint8Array | undefined;
	private records = 0;
	private warnings = 0;
	/** Whether the server would like to see a certificate of the client's. */
	isAsked = false;
	/** Whether one that this client can have is among those that it takes. */
	takesECDSA = false;

	/**
	 * @param offer called in the order of the messages
	 * @param answerable numbers of the extensions that the server's hello may have
	 */
	constructor(offer: Offer, answerable: readonly number[]) {
		this.offer = offer;
		this.answerable = answerable;
	}

	/** Whether not a message has come yet. */
	get fresh(): boolean {
		return this.next === SERVER_HELLO;
	}

	/** Whether the record with Finished has come. */
	get complete(): boolean {
		return this.next === NEXT_DATA;
	}

	/** Whether what comes next is encrypted. */
	get encrypted(): boolean {
		return this.next === NEXT_FINISHED || this.complete;
	}

	/**
	 * Bytes of the record that begins so, with its header.
	 * @param header all of it; more bytes may follow
	 * @throws TLSError when nothing that may come begins so
	 */
	recordSize(header: Uint8Array): number {
		const type = header[0];
		const length = header[3] << 8 | header[4];
		if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || header[1] !== MAJOR || length === 0
			|| length > (this.encrypted ? DATA_MAXIMUM + EXPANSION : DATA_MAXIMUM))
			throw new TLSError(this.fresh ? NOT_TLS : RECORD_DAMAGED);
		// Whoever answers the first message with an alert of TLS 1.1 has settled on that.
		if (type === ALERT && header[2] === MINOR_OF_1_1 && this.fresh)
			throw new TLSError(VERSION_REFUSED);
		return RECORD_HEADER + length;
	}

	/** Text of the fault that an alert of the server's stands for, or none, as long as the handshake is not complete. */
	alertFault(description: number | undefined): string {
		if (description === CLOSE_NOTIFY)
			return HANDSHAKE_CUT;
		if (description === PROTOCOL_VERSION)
			return VERSION_REFUSED;
		return this.fresh && (description === HANDSHAKE_FAILURE || description === INSUFFICIENT_SECURITY) ? NOTHING_IN_COMMON : HANDSHAKE_FAILED;
	}

	/**
	 * @param record whole, with its header, before it is decrypted; not to be changed until `nextMessage` has returned undefined
	 * @returns whether the record is the SDK's to read. Otherwise it holds messages, or a warning that is passed over
	 * @throws TLSError when it is not what must come now, and for too many records with messages
	 */
	checkRecord(record: Uint8Array): boolean {
		const type = record[0];
		const { encrypted, next } = this;
		if (type === ALERT)
			return encrypted || !isWarning(record) || this.warnings++ >= WARNINGS_MAXIMUM;
		if (type === HANDSHAKE && !encrypted) {
			if (++this.records > RECORDS_MAXIMUM)
				throw new TLSError(HANDSHAKE_MALFORMED);
			this.rest = joined(this.rest, record.subarray(RECORD_HEADER));
			return false;
		}
		if (next === NEXT_CIPHER && isCipherChange(record) && this.rest === undefined)
			this.next = NEXT_FINISHED;
		// Another message beside it would be acted on as soon as it is decrypted.
		else if (next === NEXT_FINISHED && type === HANDSHAKE && record.length === RECORD_HEADER + EXPANSION + FINISHED_SIZE)
			this.next = NEXT_DATA;
		else if (next !== NEXT_DATA)
			throw new TLSError(HANDSHAKE_FAILED);
		else if (type !== APPLICATION_DATA)
			throw new TLSError(RECORD_UNEXPECTED);
		return true;
	}

	/**
	 * Returns the next message that has come whole, checked, with its header: a view. Returns undefined when there is none.
	 * @throws TLSError when it is malformed, not what must come now, or not what judge or offer accept
	 */
	nextMessage(): Uint8Array | undefined {
		const { rest } = this;
		if (rest === undefined)
			return undefined;
		const { length } = rest;
		// Bytes that have not come yet count as zeros.
		const size = MESSAGE_HEADER + (rest[1] << 16 | rest[2] << 8 | rest[3]);
		if (size > MESSAGE_MAXIMUM)
			throw new TLSError(this.next === CERTIFICATE_REQUEST && rest[0] === CERTIFICATE_REQUEST ? TOO_MANY_AUTHORITIES : HANDSHAKE_MALFORMED);
		if (length < size) {
			this.rest = rest.slice();
			return undefined;
		}
		this.rest = length === size ? undefined : rest.subarray(size);
		const message = rest.subarray(0, size);
		this.check(message[0], message.subarray(MESSAGE_HEADER));
		return message;
	}

	private check(type: number, body: Uint8Array): void {
		// A server that asks for no certificate is done in its place.
		if (type !== this.next && !(type === SERVER_HELLO_DONE && this.next === CERTIFICATE_REQUEST))
			throw new TLSError(HANDSHAKE_FAILED);
		switch (type) {
			case SERVER_HELLO:
				this.hello(readServerHello(body, this.answerable));
				break;
			case CERTIFICATE:
				this.judge.onCertificates(readCertificates(body));
				this.next = SERVER_KEY_EXCHANGE;
				break;
			case SERVER_KEY_EXCHANGE:
				this.judge.onKeyExchange(readKeyExchange(body), this.random);
				this.next = CERTIFICATE_REQUEST;
				break;
			case CERTIFICATE_REQUEST:
				this.takesECDSA = readCertificateRequest(body);
				this.isAsked = true;
				this.next = SERVER_HELLO_DONE;
				break;
			case SERVER_HELLO_DONE:
				if (body.length > 0 || this.rest !== undefined)
					throw new TLSError(HANDSHAKE_MALFORMED);
				this.end();
				break;
			case NEW_SESSION_TICKET:
				this.offer.onTicket(readTicket(body));
				this.next = NEXT_CIPHER;
		}
	}

	private hello(hello: ServerHello): void {
		this.answerable = NOTHING;
		this.hasTicket = hello.hasTicket;
		this.next = CERTIFICATE;
		if (this.offer.onHello(hello))
			this.end();
		else
			this.random = hello.random.slice();
	}

	/** The server has said who it is. */
	private end(): void {
		(this as { judge?: PeerJudge }).judge = undefined;
		this.next = this.hasTicket ? NEW_SESSION_TICKET : NEXT_CIPHER;
	}
}

/** Whether a record is a warning that need not end the connection. */
function isWarning(record: Uint8Array): boolean {
	return record.length === RECORD_HEADER + 2 && record[RECORD_HEADER] === WARNING && record[RECORD_HEADER + 1] !== CLOSE_NOTIFY;
}

function isCipherChange(record: Uint8Array): boolean {
	return record[0] === CHANGE_CIPHER_SPEC && record.length === RECORD_HEADER + 1 && record[RECORD_HEADER] === 1;
}
