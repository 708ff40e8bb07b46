/** Judges a server by what it sends before anything is encrypted. Imports nothing of the SDK. */
import { HANDSHAKE_FAILED, KEY_EXCHANGE_FORGED, KEY_EXCHANGE_REFUSED, TLSError } from "./tls-error.js";
import { type Verified, verifyChain } from "./chain.js";
import type { PeerJudge } from "./handshake-order.js";
import { type KeyExchange, SECP256R1 } from "./messages.js";
import type { Primitives } from "./primitives.js";
import { readPoint } from "./public-key.js";
import { verifySignature } from "./signature.js";
import type { Trust } from "./trust.js";

/** Checks certificates and key exchange. */
export class ServerJudge implements PeerJudge {
	/** Of certificates that are trusted, once they have come. */
	verified: Verified | undefined;
	/** The server's part of the secret, once it is known to be the server's: the curve's number, and a copy of the point. */
	group!: number;
	point!: ArrayBuffer;
	private readonly trust: Trust | undefined;
	private readonly primitives: Primitives;
	private readonly clientRandom: Uint8Array;
	private readonly isRSA: boolean;

	/**
	 * @param trust undefined to trust whoever answers: nothing is then verified, for a signature by just any key proves nothing
	 * @param isRSA whether the suite needs a certificate with an RSA key, otherwise one with a key on a curve (RFC 5246, 7.4.2)
	 */
	constructor(trust: Trust | undefined, primitives: Primitives, clientRandom: Uint8Array, isRSA: boolean) {
		this.trust = trust;
		this.primitives = primitives;
		this.clientRandom = clientRandom;
		this.isRSA = isRSA;
	}

	/** @throws TLSError that names the fault */
	onCertificates(chain: readonly Uint8Array[]): void {
		if (this.trust === undefined)
			return;
		this.verified = verifyChain(chain, this.trust, this.primitives);
		if ("modulus" in this.verified.key !== this.isRSA)
			throw new TLSError(HANDSHAKE_FAILED);
	}

	/** @throws TLSError when the certificate's key didn't sign it, or it is no good */
	onKeyExchange(exchange: KeyExchange, random: Uint8Array): void {
		const { verified } = this;
		const signed = [this.clientRandom, random, exchange.parameters];
		if (this.trust !== undefined
			&& (verified === undefined || !verifySignature(exchange.algorithm, verified.key, signed, exchange.signature, this.primitives)))
			throw new TLSError(KEY_EXCHANGE_FORGED);
		const curve = this.primitives.curve(exchange.group === SECP256R1 ? "secp256r1" : "secp384r1");
		if (readPoint(exchange.point, curve, this.primitives) === undefined)
			throw new TLSError(KEY_EXCHANGE_REFUSED);
		this.group = exchange.group;
		this.point = exchange.point.slice().buffer;
	}
}
