import { Digest } from "crypt";
import Curve from "curve";
import Modular from "modular";

/** Hexadecimal digits of a coordinate, and of each half of a signature. */
const DIGITS = 64;

/**
 * Whether the owner of a key has signed a text: ECDSA on P-256 with SHA-256 (FIPS 186-5, 6.4.2).
 * @param key 04, x and y of the public key, in hexadecimal
 * @param signature r and s, in hexadecimal
 */
export function isSigned(text, key, signature) {
	const { ec, G, n } = new Curve("secp256r1");
	const { b, m: p } = ec;
	const x = numberOf(key, 2), y = numberOf(key, 2 + DIGITS);
	const r = numberOf(signature, 0), s = numberOf(signature, DIGITS);
	// The SDK's arithmetic takes what is checked, and nothing else.
	if (key.length !== 2 + 2 * DIGITS || !key.startsWith("04") || (y * y - x * x * x + 3n * x - b) % p !== 0n
		|| signature.length !== 2 * DIGITS || r === 0n || r >= n || s === 0n || s >= n)
		return false;
	const e = BigInt.fromArrayBuffer(new Digest("SHA256").process(ArrayBuffer.fromString(text)));
	const inverse = new Modular(n).mulinv(s);
	const found = ec.mul2(G, e * inverse % n, { x, y, z: 1n }, r * inverse % n);
	return !found.isZero() && found.X % n === r;
}

/** A number of 64 digits of a text; 0, which is never right, for what is none. */
function numberOf(text, at) {
	const digits = text.slice(at, at + DIGITS);
	return /^[0-9a-f]+$/.test(digits) ? BigInt(`0x${digits}`) : 0n;
}
