/** Reads the server's messages of a handshake (RFC 5246, 7.4), with every length checked. Imports nothing of the SDK. */
import { CERTIFICATE_REFUSED, HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, TLSError, VERSION_REFUSED } from "../../tls/error.js";
import { ECDSA_SHA256, RSA_SHA256, type SignatureAlgorithm } from "./signature.js";

/** Bytes of the random number of each side. */
export const RANDOM_SIZE = 32;
const SESSION_MAXIMUM = 32;

/** TLS 1.2. */
const VERSION = 0x303;

/** Extensions of a ServerHello: the server may answer those of the SDK's hello only, which has four. */
const EXTENSIONS_MAXIMUM = 16;

/** Certificates that a peer may send: each further one is work that anybody can cause. */
const CERTIFICATES_MAXIMUM = 8;

/** Bytes of a signature by RSA-4096, the longest. */
const SIGNATURE_MAXIMUM = 512;

/** How a signature is made (RFC 5246, 7.4.1.4.1). */
const SHA256 = 4;
const RSA = 1;
const ECDSA = 3;

const NAMED_CURVE = 3;
/** The only curve that the SDK offers to the server (RFC 8422, 5.1.1). */
const SECP256R1 = 23;

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

export interface ServerHello {
	/** A view of the message. */
	readonly random: Uint8Array;
	/** The cipher suite's number. */
	readonly suite: number;
}

/**
 * The SDK sees to suite and compression, and answers a version below TLS 1.2 with an alert.
 * @throws TLSError also for a version above, which the SDK would take for TLS 1.2
 */
export function readServerHello(body: Uint8Array): ServerHello {
	const reader = new MessageReader(body);
	if (reader.number(2) > VERSION)
		throw new TLSError(VERSION_REFUSED);
	const random = reader.take(RANDOM_SIZE);
	reader.vector(1, 0, SESSION_MAXIMUM);
	const suite = reader.number(2);
	reader.take(1);
	if (!reader.done) {
		const extensions = new MessageReader(reader.vector(2, 0));
		for (let count = 0; !extensions.done; count++) {
			if (count === EXTENSIONS_MAXIMUM)
				throw new TLSError(HANDSHAKE_MALFORMED);
			extensions.take(2);
			extensions.vector(2, 0);
		}
		reader.end();
	}
	return { random, suite };
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
	/** Point of the curve P-256, or undefined. */
	readonly point: Uint8Array | undefined;
	/** Modulus, generator and public value, or nothing. */
	readonly numbers: readonly Uint8Array[];
	readonly algorithm: SignatureAlgorithm;
	readonly signature: Uint8Array;
	/** Index of the byte that says whether it is RSA or ECDSA. */
	readonly schemeAt: number;
}

/** @param elliptic whether it is ServerECDHParams (RFC 8422, 5.4) or ServerDHParams */
export function readKeyExchange(body: Uint8Array, elliptic: boolean): KeyExchange {
	const reader = new MessageReader(body);
	let point: Uint8Array | undefined;
	const numbers: Uint8Array[] = [];
	if (elliptic) {
		if (reader.number(1) !== NAMED_CURVE || reader.number(2) !== SECP256R1)
			throw new TLSError(HANDSHAKE_FAILED);
		point = reader.vector(1);
	}
	else
		numbers.push(reader.vector(2), reader.vector(2), reader.vector(2));
	const parameters = body.subarray(0, reader.at);
	const hash = reader.number(1);
	const schemeAt = reader.at;
	const scheme = reader.number(1);
	if (hash !== SHA256 || (scheme !== RSA && scheme !== ECDSA))
		throw new TLSError(HANDSHAKE_FAILED);
	const signature = reader.vector(2, 1, SIGNATURE_MAXIMUM);
	reader.end();
	return { parameters, point, numbers, algorithm: scheme === RSA ? RSA_SHA256 : ECDSA_SHA256, signature, schemeAt };
}

/**
 * Returns the index of the length of the CAs' names, which are last in the message.
 * @throws TLSError when lengths in it do not fit together
 */
export function readCertificateRequest(body: Uint8Array): number {
	const reader = new MessageReader(body);
	reader.vector(1);
	reader.vector(2, 2);
	const namesAt = reader.at;
	const names = new MessageReader(reader.vector(2, 0));
	reader.end();
	while (!names.done)
		names.vector(2);
	return namesAt;
}
