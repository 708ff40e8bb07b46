/** Signatures of certificates and of the server's key exchange. Imports nothing of the SDK. */
import { DERReader, INTEGER, isDER, NULL, OBJECT_IDENTIFIER, SEQUENCE } from "./der.js";
import type { Hash, Primitives } from "./primitives.js";
import type { ECKey, PublicKey, RSAKey } from "./public-key.js";

/** How a signature is made. MD5, SHA-1, SHA-224, PSS and EdDSA are not among them. */
export interface SignatureAlgorithm {
	/** RSA is PKCS #1 v1.5 (RFC 8017, 8.2), EC is ECDSA (FIPS 186-5, 6). */
	readonly key: "RSA" | "EC";
	readonly hash: Hash;
}

function algorithm(key: SignatureAlgorithm["key"], hash: Hash): SignatureAlgorithm {
	return Object.freeze({ key, hash });
}

/** The only ones of a key exchange: all that the SDK offers to the server. */
export const RSA_SHA256 = algorithm("RSA", "SHA256");
export const ECDSA_SHA256 = algorithm("EC", "SHA256");

/** By the bytes of the identifier in decimal (RFC 4055, 5; RFC 5758, 3.2). */
const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = Object.freeze({
	"42,134,72,134,247,13,1,1,11": RSA_SHA256,
	"42,134,72,134,247,13,1,1,12": algorithm("RSA", "SHA384"),
	"42,134,72,134,247,13,1,1,13": algorithm("RSA", "SHA512"),
	"42,134,72,206,61,4,3,2": ECDSA_SHA256,
	"42,134,72,206,61,4,3,3": algorithm("EC", "SHA384"),
	"42,134,72,206,61,4,3,4": algorithm("EC", "SHA512")
});

/** Last byte of the hash's identifier and its length, which are all that differs between their DigestInfos (RFC 8017, 9.2). */
const DIGEST_INFO: Readonly<Record<Hash, readonly [identifier: number, size: number]>> = Object.freeze({
	SHA256: Object.freeze([1, 32] as const),
	SHA384: Object.freeze([2, 48] as const),
	SHA512: Object.freeze([3, 64] as const)
});
const DIGEST_INFO_SIZE = 19;

/**
 * @param identifier content of an AlgorithmIdentifier that has passed `checkDER`
 * @returns undefined when such signatures are not accepted
 */
export function signatureAlgorithm(identifier: Uint8Array): SignatureAlgorithm | undefined {
	const reader = new DERReader(identifier);
	const found = ALGORITHMS[String(reader.read(OBJECT_IDENTIFIER))];
	// RSA: NULL, or nothing; ECDSA: nothing.
	if (found?.key === "RSA")
		reader.optional(NULL);
	return reader.done ? found : undefined;
}

/** Whether `key` signed `message`. A key of another kind than the algorithm's did not. */
export function verifySignature(algorithm: SignatureAlgorithm, key: PublicKey, message: Uint8Array, signature: Uint8Array, primitives: Primitives): boolean {
	const { hash } = algorithm;
	if ("modulus" in key)
		return algorithm.key === "RSA" && verifyRSA(hash, key, message, signature, primitives);
	return algorithm.key === "EC" && verifyECDSA(hash, key, message, signature, primitives);
}

/** The whole encoded message is compared (RFC 8017, 8.2.2): a parser of it would take what an attacker puts around the digest. */
function verifyRSA(hash: Hash, { modulus, exponent, size }: RSAKey, message: Uint8Array, signature: Uint8Array, primitives: Primitives): boolean {
	if (signature.length !== size)
		return false;
	const number = primitives.number(signature);
	return number < modulus && primitives.power(number, exponent, modulus) === primitives.number(encoded(hash, message, size, primitives));
}

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2): 00 01 FF … 00, DigestInfo, digest. */
function encoded(hash: Hash, message: Uint8Array, size: number, primitives: Primitives): Uint8Array {
	const [identifier, length] = DIGEST_INFO[hash];
	const start = size - length - DIGEST_INFO_SIZE;
	const bytes = new Uint8Array(size).fill(0xff, 2, start - 1);
	bytes[1] = 1;
	bytes.set([0x30, 17 + length, 0x30, 13, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, identifier, 5, 0, 4, length], start);
	bytes.set(primitives.digest(hash, message), size - length);
	return bytes;
}

/** FIPS 186-5, 6.4.2. */
function verifyECDSA(hash: Hash, { curve, x, y }: ECKey, message: Uint8Array, signature: Uint8Array, primitives: Primitives): boolean {
	if (!isDER(signature) || signature[0] !== SEQUENCE)
		return false;
	const { n, size } = curve;
	const reader = new DERReader(new DERReader(signature).read(SEQUENCE));
	const r = scalar(reader, size, primitives);
	const s = scalar(reader, size, primitives);
	if (!reader.done || r === 0n || r >= n || s === 0n || s >= n)
		return false;
	// The leftmost bits of the digest, as many as the order has.
	const e = primitives.number(primitives.digest(hash, message).subarray(0, size));
	const inverse = primitives.inverse(s, n);
	const found = curve.combine(e * inverse % n, x, y, r * inverse % n);
	return found !== undefined && found % n === r;
}

/** The next INTEGER; 0, which no signature has, when it is invalid, negative or longer than the order. */
function scalar(reader: DERReader, size: number, primitives: Primitives): bigint {
	const bytes = reader.optional(INTEGER);
	return bytes === undefined || bytes.length > size + 1 || bytes[0] >= 0x80 ? 0n : primitives.number(bytes);
}
