/** Judges a server by what it sends before anything is encrypted. Imports nothing of the SDK. */
import { KEY_EXCHANGE_FORGED, KEY_EXCHANGE_REFUSED, TLSError } from "../../tls/error.js";
import { readCertificate } from "./certificate.js";
import { type Trust, verifyChain } from "./chain.js";
import { DIGITAL_SIGNATURE, KEY_ENCIPHERMENT } from "./extensions.js";
import type { PeerJudge } from "./handshake-order.js";
import type { KeyExchange } from "./messages.js";
import type { Primitives } from "./primitives.js";
import { type PublicKey, readKey, readPoint } from "./public-key.js";
import { verifySignature } from "./signature.js";

/** Bytes of a modulus of DHE; the SDK offers no group of its own. */
const MODULUS_MINIMUM = 256;
const MODULUS_MAXIMUM = 512;

/** What a key exchange without a signature says (RFC 5246, 7.4.1.4.1). */
const ANONYMOUS = 0;

/** Checks certificates and key exchange; afterwards it has the server's key. */
export class ServerJudge implements PeerJudge {
	private readonly trust: Trust | undefined;
	private readonly primitives: Primitives;
	private readonly clientRandom: () => Uint8Array;
	private key: PublicKey | undefined;
	private body: Uint8Array | undefined;
	private schemeAt = 0;
	private scheme = ANONYMOUS;
	/** The length of the names in a certificate request, where it is and what it was. */
	private namesSize: Uint8Array | undefined;
	private sizeSent: Uint8Array | undefined;

	/**
	 * @param trust undefined to trust whoever answers
	 * @param clientRandom called when the key exchange has come
	 */
	constructor(trust: Trust | undefined, primitives: Primitives, clientRandom: () => Uint8Array) {
		this.trust = trust;
		this.primitives = primitives;
		this.clientRandom = clientRandom;
	}

	/** @throws TLSError that names the fault */
	onCertificates(chain: readonly Uint8Array[], encrypts: boolean): void {
		const { primitives, trust } = this;
		this.key = trust === undefined
			? readKey(readCertificate(chain[0]).key, primitives)
			: verifyChain(chain, encrypts ? KEY_ENCIPHERMENT : DIGITAL_SIGNATURE, trust, primitives);
	}

	/**
	 * The SDK would check the signature once more, and less strictly. In a message that says that it has none it checks
	 * nothing: so the message says that until `takeKey` is called.
	 * @throws TLSError when the certificate's key didn't sign it, or it is no good
	 */
	onKeyExchange(message: KeyExchange, body: Uint8Array, random: Uint8Array): void {
		const { clientRandom, key, primitives } = this;
		const { algorithm, parameters, schemeAt, signature } = message;
		const client = clientRandom();
		const signed = new Uint8Array(client.length + random.length + parameters.length);
		signed.set(client);
		signed.set(random, client.length);
		signed.set(parameters, client.length + random.length);
		if (key === undefined || !verifySignature(algorithm, key, signed, signature, primitives))
			throw new TLSError(KEY_EXCHANGE_FORGED);
		if (!isGood(message, primitives))
			throw new TLSError(KEY_EXCHANGE_REFUSED);
		this.body = body;
		this.schemeAt = schemeAt;
		this.scheme = body[schemeAt];
		body[schemeAt] = ANONYMOUS;
	}

	/**
	 * The SDK would copy each name, so many that the heap is full: whoever answers may send thousands before it is known who
	 * that is. So the message says that there is none until `chooseCertificates` is called.
	 */
	onCertificateRequest(body: Uint8Array, namesAt: number): void {
		this.namesSize = body.subarray(namesAt, namesAt + 2);
		this.sizeSent = this.namesSize.slice();
		this.namesSize.fill(0);
	}

	/** Returns the client's certificates, none. A certificate request is again as it came. */
	chooseCertificates(): [] {
		if (this.sizeSent !== undefined)
			this.namesSize?.set(this.sizeSent);
		return [];
	}

	/** Returns the server's key. A key exchange is again as it came: the handshake's digest is made of it next. */
	takeKey(): PublicKey | undefined {
		if (this.body !== undefined)
			this.body[this.schemeAt] = this.scheme;
		this.body = undefined;
		return this.key;
	}
}

/** Whether the secret that comes of it is one. */
function isGood({ numbers, point }: KeyExchange, primitives: Primitives): boolean {
	if (point !== undefined)
		return readPoint(point, primitives.curve("secp256r1"), primitives) !== undefined;
	const [modulus, generator, value] = numbers;
	const { length } = modulus;
	if (length < MODULUS_MINIMUM || length > MODULUS_MAXIMUM || generator.length > length || value.length > length || modulus[0] < 0x80 || (modulus[length - 1] & 1) === 0)
		return false;
	const p = primitives.number(modulus);
	return isInGroup(primitives.number(generator), p) && isInGroup(primitives.number(value), p);
}

/** RFC 7919, 5.1. */
function isInGroup(value: bigint, modulus: bigint): boolean {
	return value > 1n && value < modulus - 1n;
}
