/** Reads the server's messages of a handshake (RFC 5246, 7.4), with every length checked. Imports nothing of the SDK. */
import { CERTIFICATE_REFUSED, HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, TLSError, VERSION_REFUSED } from "./tls-error.js";
import type { SignatureAlgorithm } from "./signature.js";

/** Bytes of the random number of each side. */
export const RANDOM_SIZE = 32;
/** Bytes of a session's id at most, and of its secret (RFC 5246, 7.4.1.2 and 8.1). */
export const SESSION_MAXIMUM = 32;
export const SECRET_SIZE = 48;

/** TLS 1.2. */
const VERSION = 0x303;

/** Cipher suites that a client offers: ECDHE with AES-128-GCM, signed by ECDSA and by RSA (RFC 5289, 3.2). */
const WITH_ECDSA = 0xc02b;
/** Needs a certificate with an RSA key; the other one needs a key on a curve. */
export const WITH_RSA = 0xc02f;

/** Extensions of a hello (RFC 6066, 3; RFC 8422, 5.1; RFC 7627, 5.1; RFC 5077, 3.2; RFC 5746, 3.2). */
export const SERVER_NAME = 0;
export const SUPPORTED_GROUPS = 10;
export const POINT_FORMATS = 11;
export const EXTENDED_SECRET = 23;
export const SESSION_TICKET = 35;
export const RENEGOTIATION_INFO = 0xff01;

/** The only format of points that is read. */
const UNCOMPRESSED = 0;

/** Certificates that a peer may send: each further one is work that anybody can cause. */
const CERTIFICATES_MAXIMUM = 8;

/** Bytes of a signature by RSA-4096, the longest. */
const SIGNATURE_MAXIMUM = 512;

/** How a signature is made (RFC 5246, 7.4.1.4.1). */
export const SHA256 = 4;
const RSA = 1;
export const ECDSA = 3;

/** The client's: kind of certificate (RFC 8422, 5.5), and how it signs. */
const ECDSA_SIGN = 64;
const ECDSA_SHA256 = 0x403;

const NAMED_CURVE = 3;
/** Curves (RFC 8422, 5.1.1). */
export const SECP256R1 = 23;
export const SECP384R1 = 24;

/** Reads vectors (RFC 5246, 4.3) one after the other. */
export class MessageReader {
	private readonly bytes: Uint8Array;
	/** Index of what is read next. */
	at = 0;

	/** @param bytes kept, and parts of them returned */
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	get done(): boolean {
		return this.at === this.bytes.length;
	}

	/** A number of `size` bytes. @throws TLSError when there are not so many */
	number(size: number): number {
		const bytes = this.take(size);
		let number = 0;
		for (let at = 0; at < size; at++)
			number = number << 8 | bytes[at];
		return number;
	}

	/** @throws TLSError when there are not so many bytes */
	take(length: number): Uint8Array {
		const start = this.at;
		this.at += length;
		if (this.at > this.bytes.length)
			throw new TLSError(HANDSHAKE_MALFORMED);
		return this.bytes.subarray(start, this.at);
	}

	/**
	 * A vector: its length in `size` bytes, and what it holds.
	 * @throws TLSError when it is shorter than that, shorter than `least` or longer than `most`
	 */
	vector(size: number, least = 1, most = Infinity): Uint8Array {
		const length = this.number(size);
		if (length < least || length > most)
			throw new TLSError(HANDSHAKE_MALFORMED);
		return this.take(length);
	}

	/** @throws TLSError when there is more */
	end(): void {
		if (!this.done)
			throw new TLSError(HANDSHAKE_MALFORMED);
	}
}

/** Bytes behind others; undefined for none. */
export function joined(one: Uint8Array | undefined, other: Uint8Array): Uint8Array {
	if (one === undefined)
		return other;
	const all = new Uint8Array(one.length + other.length);
	all.set(one);
	all.set(other, one.length);
	return all;
}

export interface ServerHello {
	/** A view of the message. */
	readonly random: Uint8Array;
	/** The session's id, a view of the message; empty for a session that will not go on. */
	readonly id: Uint8Array;
	/** The cipher suite's number. */
	readonly suite: number;
	/** Whether the secret is bound to the handshake, and whether a ticket comes. */
	readonly isExtended: boolean;
	readonly hasTicket: boolean;
}

/**
 * @param answerable numbers of the extensions that the hello may have
 * @throws TLSError also for another version than TLS 1.2, for compression, and for a suite or an extension that was not offered, or comes
 * twice
 */
export function readServerHello(body: Uint8Array, answerable: readonly number[]): ServerHello {
	const reader = new MessageReader(body);
	if (reader.number(2) !== VERSION)
		throw new TLSError(VERSION_REFUSED);
	const random = reader.take(RANDOM_SIZE);
	const id = reader.vector(1, 0, SESSION_MAXIMUM);
	const suite = reader.number(2);
	const found: number[] = [];
	if (suite !== WITH_ECDSA && suite !== WITH_RSA || reader.number(1) !== 0)
		throw new TLSError(HANDSHAKE_FAILED);
	if (!reader.done) {
		const extensions = new MessageReader(reader.vector(2, 0));
		reader.end();
		while (!extensions.done) {
			const type = extensions.number(2);
			const content = extensions.vector(2, 0);
			if (!answerable.includes(type) || found.includes(type))
				throw new TLSError(HANDSHAKE_FAILED);
			checkExtension(type, content);
			found.push(type);
		}
	}
	return { random, id, suite, isExtended: found.includes(EXTENDED_SECRET), hasTicket: found.includes(SESSION_TICKET) };
}

/** @throws TLSError for a content that a first handshake must not have */
function checkExtension(type: number, content: Uint8Array): void {
	if (type === RENEGOTIATION_INFO) {
		// A vector of no bytes: this is no renegotiation (RFC 5746, 3.4).
		if (content.length !== 1 || content[0] !== 0)
			throw new TLSError(HANDSHAKE_FAILED);
	}
	else if (type === POINT_FORMATS) {
		const reader = new MessageReader(content);
		const formats = reader.vector(1);
		reader.end();
		if (!formats.includes(UNCOMPRESSED))
			throw new TLSError(HANDSHAKE_FAILED);
	}
	else if (type !== SUPPORTED_GROUPS && content.length > 0)
		throw new TLSError(HANDSHAKE_MALFORMED);
}

/** A server's ticket (RFC 5077, 3.3). */
export interface Ticket {
	/** Seconds that the server means to take it for, 0 when it does not say. */
	readonly lifetime: number;
	/** A view of the message; empty for none. */
	readonly ticket: Uint8Array;
}

export function readTicket(body: Uint8Array): Ticket {
	const reader = new MessageReader(body);
	const lifetime = reader.number(4) >>> 0;
	const ticket = reader.vector(2, 0);
	reader.end();
	return { lifetime, ticket };
}

/**
 * Returns the certificates, views of the message, the server's own first.
 * @throws TLSError when there is none, or when there are more than eight
 */
export function readCertificates(body: Uint8Array): Uint8Array[] {
	const reader = new MessageReader(body);
	const list = new MessageReader(reader.vector(3, 0));
	reader.end();
	const certificates: Uint8Array[] = [];
	do {
		if (list.done || certificates.length === CERTIFICATES_MAXIMUM)
			throw new TLSError(CERTIFICATE_REFUSED);
		certificates.push(list.vector(3));
	} while (!list.done);
	return certificates;
}

/** The server's key for this handshake. All bytes are views of the message. */
export interface KeyExchange {
	/** Everything that is signed, after both random numbers. */
	readonly parameters: Uint8Array;
	/** The curve's number, of one that is offered. */
	readonly group: number;
	/** Said to be a point of that curve. */
	readonly point: Uint8Array;
	readonly algorithm: SignatureAlgorithm;
	readonly signature: Uint8Array;
}

/** Reads ServerECDHParams (RFC 8422, 5.4) and their signature. */
export function readKeyExchange(body: Uint8Array): KeyExchange {
	const reader = new MessageReader(body);
	const type = reader.number(1);
	const group = reader.number(2);
	const point = reader.vector(1);
	const parameters = body.subarray(0, reader.at);
	const hash = reader.number(1);
	const scheme = reader.number(1);
	if (type !== NAMED_CURVE || (group !== SECP256R1 && group !== SECP384R1) || hash !== SHA256 || (scheme !== RSA && scheme !== ECDSA))
		throw new TLSError(HANDSHAKE_FAILED);
	const signature = reader.vector(2, 1, SIGNATURE_MAXIMUM);
	reader.end();
	return { parameters, group, point, algorithm: { isRSA: scheme === RSA, hash: "SHA256" }, signature };
}

/**
 * Returns whether the server takes a certificate with a key on a curve, and a signature by it with SHA-256 (RFC 5246, 7.4.4). The
 * names of its CAs are not looked at: who has a certificate has one.
 * @throws TLSError when lengths in it do not fit together
 */
export function readCertificateRequest(body: Uint8Array): boolean {
	const reader = new MessageReader(body);
	const types = reader.vector(1);
	const algorithms = new MessageReader(reader.vector(2, 2));
	const names = new MessageReader(reader.vector(2, 0));
	reader.end();
	while (!names.done)
		names.vector(2);
	let isSigned = false;
	while (!algorithms.done)
		isSigned = algorithms.number(2) === ECDSA_SHA256 || isSigned;
	return isSigned && types.includes(ECDSA_SIGN);
}
