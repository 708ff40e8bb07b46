/** Judges a server by what it sends before anything is encrypted. Imports nothing of the SDK. */
import { KEY_EXCHANGE_FORGED, KEY_EXCHANGE_REFUSED, TLSError } from "../../tls/error.js";
import { type Trust, type Verified, verifyChain } from "./chain.js";
import { DIGITAL_SIGNATURE } from "./extensions.js";
import type { PeerJudge } from "./handshake-order.js";
import type { KeyExchange } from "./messages.js";
import type { Primitives } from "./primitives.js";
import { readPoint } from "./public-key.js";
import { verifySignature } from "./signature.js";

/** Bytes of a modulus of DHE; the SDK offers no group of its own. */
const MODULUS_MINIMUM = 256;
const MODULUS_MAXIMUM = 512;

/** Checks certificates and key exchange. */
export class ServerJudge implements PeerJudge {
	/** Of certificates that are trusted, once they have come. */
	verified: Verified | undefined;
	/** What the server's part of the secret is, once it is known to be the server's. */
	exchange: KeyExchange | undefined;
	/** Whether the server asks for a certificate. */
	isAsked = false;
	private readonly trust: Trust | undefined;
	private readonly primitives: Primitives;
	private readonly clientRandom: () => Uint8Array;

	/**
	 * @param trust undefined to trust whoever answers: nothing is then verified, for a signature by just any key proves nothing
	 * @param clientRandom called when the key exchange has come
	 */
	constructor(trust: Trust | undefined, primitives: Primitives, clientRandom: () => Uint8Array) {
		this.trust = trust;
		this.primitives = primitives;
		this.clientRandom = clientRandom;
	}

	/** @throws TLSError that names the fault */
	onCertificates(chain: readonly Uint8Array[]): void {
		const { primitives, trust } = this;
		if (trust !== undefined)
			this.verified = verifyChain(chain, DIGITAL_SIGNATURE, trust, primitives);
	}

	/** @throws TLSError when the certificate's key didn't sign it, or it is no good */
	onKeyExchange(exchange: KeyExchange, random: Uint8Array): void {
		const { primitives, trust, verified } = this;
		if (trust !== undefined) {
			const { algorithm, parameters, signature } = exchange;
			const client = this.clientRandom();
			const signed = new Uint8Array(client.length + random.length + parameters.length);
			signed.set(client);
			signed.set(random, client.length);
			signed.set(parameters, client.length + random.length);
			if (verified === undefined || !verifySignature(algorithm, verified.key, signed, signature, primitives))
				throw new TLSError(KEY_EXCHANGE_FORGED);
		}
		if (!isGood(exchange, primitives))
			throw new TLSError(KEY_EXCHANGE_REFUSED);
		this.exchange = exchange;
	}

	onCertificateRequest(): void {
		this.isAsked = true;
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
