/** Signatures of the client's own key: ECDSA on P-256 with SHA-256 (FIPS 186-5, 6.4.1). Imports nothing of the SDK. */
import type { Primitives } from "./primitives.js";

/**
 * The nonce is no random number, because whoever sees two signatures with one nonce computes the key, and the random numbers of
 * simulators repeat. It is made of key and message, as EdDSA does (RFC 8032, 5.1.6).
 * @param key the secret number
 * @param digest SHA-256 of the message
 * @returns in DER
 */
export function signECDSA(key: Uint8Array, digest: Uint8Array, primitives: Primitives): Uint8Array {
	const { G, ec, n } = primitives.curve("secp256r1");
	const nonce = primitives.number(primitives.digest("SHA512", [key, digest])) % n;
	const r = ec.mul(G, nonce).X % n;
	const s = primitives.inverse(nonce, n) * (primitives.number(digest) + r * primitives.number(key)) % n;
	return primitives.fromHex(element("30", integer(r) + integer(s)));
}

/** Whole bytes, the first of them below 80. */
function integer(number: bigint): string {
	const digits = number.toString(16);
	const whole = digits.length % 2 === 0 ? digits : "0" + digits;
	return element("02", whole < "8" ? whole : "00" + whole);
}

/** @param content in hexadecimal, of fewer than 128 bytes */
function element(tag: string, content: string): string {
	return tag + (content.length / 2).toString(16).padStart(2, "0") + content;
}
