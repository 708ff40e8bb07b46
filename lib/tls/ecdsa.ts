/** Signatures of the client's own key: ECDSA on P-256 with SHA-256 (FIPS 186-5, 6.4.1). Imports nothing of the SDK. */
import { vector } from "./hexadecimal.js";
import type { Primitives } from "./primitives.js";

/** Two high bits of a factor of 64: with it, a nonce has 320 bits, whichever it is. */
const FACTOR_HIGH = 0xc0;
const FACTOR_SIZE = 8;

/** Whether a secret number is that of a point on P-256 (FIPS 186-5, 6.2). @param point both coordinates */
export function isKeyOf(key: Uint8Array, point: Uint8Array, primitives: Primitives): boolean {
	const { G, ec, n, orderSize } = primitives.curve("secp256r1");
	const secret = primitives.number(key);
	// The SDK's arithmetic ends the app over a zero.
	if (secret === 0n || secret >= n)
		return false;
	const { X, Y } = ec.mul(G, secret);
	return X === primitives.number(point.subarray(0, orderSize)) && Y === primitives.number(point.subarray(orderSize));
}

/**
 * The nonce is no random number, because whoever sees two signatures with one nonce computes the key, and the random numbers of
 * simulators repeat. It is made of key and message, as EdDSA does (RFC 8032, 5.1.6).
 *
 * The time that the SDK's arithmetic takes depends on its numbers, and a few bits of many nonces are enough for the key. So what it gets is
 * not the nonce: a multiple of the curve's order is added for the point, and a factor hides what is inverted. Both are secret, as the nonce
 * is, and other ones for each message.
 * @param key the secret number
 * @param digest SHA-256 of the message
 * @returns in DER
 */
export function signECDSA(key: Uint8Array, digest: Uint8Array, primitives: Primitives): Uint8Array {
	const { G, ec, n } = primitives.curve("secp256r1");
	const nonce = primitives.number(primitives.digest("SHA512", [key, digest])) % n;
	const blinding = primitives.digest("SHA512", [digest, key]);
	blinding[0] |= FACTOR_HIGH;
	const r = ec.mul(G, nonce + n * primitives.number(blinding.subarray(0, FACTOR_SIZE))).X % n;
	const factor = primitives.number(blinding.subarray(FACTOR_SIZE)) % n;
	const inverse = primitives.inverse(nonce * factor % n, n) * factor % n;
	const s = inverse * (primitives.number(digest) + r * primitives.number(key)) % n;
	return primitives.fromHex("30" + vector(2, integer(r) + integer(s)));
}

/** A number in DER: whole bytes, the first of them below 80. */
function integer(number: bigint): string {
	const digits = number.toString(16);
	const whole = digits.length % 2 === 0 ? digits : "0" + digits;
	return "02" + vector(2, whole < "8" ? whole : "00" + whole);
}
