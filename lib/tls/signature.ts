/** Signatures of certificates and of the server's key exchange. Imports nothing of the SDK. */
import { DERReader, INTEGER, isDER, NULL, SEQUENCE } from "./der.js";
import type { Hash, Primitives } from "./primitives.js";
import type { ECKey, PublicKey, RSAKey } from "./public-key.js";

/** How a signature is made. MD5, SHA-1, SHA-224, PSS and EdDSA are not among them. */
export interface SignatureAlgorithm {
	/** PKCS #1 v1.5 (RFC 8017, 8.2), otherwise ECDSA (FIPS 186-5, 6). */
	readonly isRSA: boolean;
	readonly hash: Hash;
}

/** The bytes of the identifiers with tag and length, in decimal, without the last, which is the hash's (RFC 4055, 5; RFC 5758, 3.2). */
const RSA = "6,9,42,134,72,134,247,13,1,1";
const EC = "6,8,42,134,72,206,61,4,3";
/** Bytes of that. */
const RSA_SIZE = 10;
const EC_SIZE = 9;

/** In the order of their numbers in every identifier. */
const HASHES: readonly Hash[] = Object.freeze(["SHA256", "SHA384", "SHA512"]);
const RSA_FIRST = 11;
const EC_FIRST = 2;

/**
 * @param identifier content of an AlgorithmIdentifier
 * @returns undefined when such signatures are not accepted
 */
export function signatureAlgorithm(identifier: Uint8Array): SignatureAlgorithm | undefined {
	const { length } = identifier;
	const isRSA = length > EC_SIZE + 1;
	const last = isRSA ? RSA_SIZE : EC_SIZE;
	// RSA: NULL, or nothing; ECDSA: nothing.
	if (String(identifier.subarray(0, last)) !== (isRSA ? RSA : EC)
		|| (length !== last + 1 && (length !== last + 3 || identifier[last + 1] !== NULL)))
		return undefined;
	const hash: Hash | undefined = HASHES[identifier[last] - (isRSA ? RSA_FIRST : EC_FIRST)];
	return hash && { isRSA, hash };
}

/** Whether `key` signed the parts of a message, joined. A key of another kind than the algorithm's did not. */
export function verifySignature(algorithm: SignatureAlgorithm, key: PublicKey, message: readonly Uint8Array[], signature: Uint8Array,
	primitives: Primitives): boolean {
	const digest = primitives.digest(algorithm.hash, message);
	if ("modulus" in key)
		return algorithm.isRSA && verifyRSA(algorithm.hash, key, digest, signature, primitives);
	return !algorithm.isRSA && verifyECDSA(key, digest, signature, primitives);
}

/**
 * The whole encoded message is compared (RFC 8017, 8.2.2): a parser of it would take what an attacker puts around the digest. It is
 * 00 01 FF … 00, DigestInfo, digest (9.2); the DigestInfos of the hashes differ in three digits.
 */
function verifyRSA(hash: Hash, key: RSAKey, digest: Uint8Array, signature: Uint8Array, primitives: Primitives): boolean {
	const { modulus, size } = key;
	if (signature.length !== size)
		return false;
	const place = HASHES.indexOf(hash);
	const end = "0030" + (place + 3) + "1300d060960864801650304020" + (place + 1) + "050004" + (place + 2) + "0" + primitives.toHex(digest);
	const encoded = primitives.fromHex("0001" + end.padStart(2 * size - 4, "f"));
	const number = primitives.number(signature);
	return number < modulus && primitives.power(number, key.exponent, modulus) === primitives.number(encoded);
}

/** FIPS 186-5, 6.4.2. */
function verifyECDSA(key: ECKey, digest: Uint8Array, signature: Uint8Array, primitives: Primitives): boolean {
	if (!isDER(signature) || signature[0] !== SEQUENCE)
		return false;
	const { G, ec, n, orderSize: size } = key.curve;
	const reader = new DERReader(signature).sequence();
	const r = scalar(reader, size, primitives);
	const s = scalar(reader, size, primitives);
	if (!reader.done || r === 0n || r >= n || s === 0n || s >= n)
		return false;
	// The leftmost bits of the digest, as many as the order has.
	const e = primitives.number(digest.subarray(0, size));
	const inverse = primitives.inverse(s, n);
	const found = ec.mul2(G, e * inverse % n, { x: key.x, y: key.y, z: 1n }, r * inverse % n);
	return !found.isZero() && found.X % n === r;
}

/** The next INTEGER; 0, which no signature has, when it is invalid, negative or longer than the order. */
function scalar(reader: DERReader, size: number, primitives: Primitives): bigint {
	const bytes = reader.optional(INTEGER);
	return bytes === undefined || bytes.length > size + 1 || bytes[0] >= 0x80 ? 0n : primitives.number(bytes);
}
