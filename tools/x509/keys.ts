/** Keys and signatures of the cases' certificates. Keys are made anew in each process. */
import { constants, createHash, generateKeyPairSync, type KeyObject, privateEncrypt, sign } from "node:crypto";
import { bits, hex, identifier, integer, join, nothing, octets, sequence } from "./der.js";

export type Hash = "MD5" | "SHA1" | "SHA224" | "SHA256" | "SHA384" | "SHA512";

/** A key that signs certificates, or that one is for. */
export interface Keys {
	readonly kind: "rsa" | "ec";
	readonly privateKey: KeyObject;
	/** SubjectPublicKeyInfo, DER. */
	readonly info: Uint8Array;
	/** Of RSA keys. */
	readonly modulus: bigint;
	readonly bytes: number;
}

const hashIdentifiers: Readonly<Record<Hash, string>> = {
	MD5: "1.2.840.113549.2.5", SHA1: "1.3.14.3.2.26", SHA224: "2.16.840.1.101.3.4.2.4", SHA256: "2.16.840.1.101.3.4.2.1", SHA384: "2.16.840.1.101.3.4.2.2", SHA512: "2.16.840.1.101.3.4.2.3"
};
const rsaIdentifiers: Readonly<Record<Hash, number>> = { MD5: 4, SHA1: 5, SHA224: 14, SHA256: 11, SHA384: 12, SHA512: 13 };
const ecIdentifiers: Readonly<Partial<Record<Hash, string>>> = {
	SHA1: "1.2.840.10045.4.1", SHA224: "1.2.840.10045.4.3.1", SHA256: "1.2.840.10045.4.3.2", SHA384: "1.2.840.10045.4.3.3", SHA512: "1.2.840.10045.4.3.4"
};

export function rsaKeys(bits = 2048, exponent = 65537): Keys {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits, publicExponent: exponent });
	return keysOf("rsa", privateKey, publicKey);
}

export function ecKeys(curve = "prime256v1"): Keys {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: curve });
	return keysOf("ec", privateKey, publicKey);
}

function keysOf(kind: Keys["kind"], privateKey: KeyObject, publicKey: KeyObject): Keys {
	const { n = "" } = publicKey.export({ format: "jwk" });
	const modulus = Buffer.from(n, "base64url");
	return {
		kind, privateKey,
		info: new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
		modulus: modulus.length === 0 ? 0n : BigInt("0x" + modulus.toString("hex")),
		bytes: modulus.length
	};
}

/** SubjectPublicKeyInfo of an RSA key that need not be one. */
export function rsaInfo(modulus: Uint8Array, exponent: Uint8Array): Uint8Array {
	return sequence(sequence(identifier("1.2.840.113549.1.1.1"), nothing()), bits(sequence(modulus, exponent)));
}

/** SubjectPublicKeyInfo of a point on a curve that need not be there. */
export function ecInfo(point: Uint8Array, curve = identifier("1.2.840.10045.3.1.7")): Uint8Array {
	return sequence(sequence(identifier("1.2.840.10045.2.1"), curve), bits(point));
}

/** AlgorithmIdentifier of a signature. */
export function algorithmOf({ kind }: Pick<Keys, "kind">, hash: Hash): Uint8Array {
	if (kind === "rsa")
		return sequence(identifier(`1.2.840.113549.1.1.${rsaIdentifiers[hash]}`), nothing());
	return sequence(identifier(ecIdentifiers[hash] ?? ""));
}

/** The signature of `message`, as a certificate has it. */
export function signatureOf({ privateKey }: Keys, hash: Hash, message: Uint8Array): Uint8Array {
	return new Uint8Array(sign(hash, message, privateKey));
}

export function digest(hash: Hash, message: Uint8Array): Uint8Array {
	return new Uint8Array(createHash(hash).update(message).digest());
}

/** DigestInfo (RFC 8017, 9.2). */
export function digestInfo(hash: Hash, message: Uint8Array, parameters = nothing()): Uint8Array {
	return sequence(sequence(identifier(hashIdentifiers[hash]), parameters), octets(digest(hash, message)));
}

/** An encoded message of `length` bytes: 00, type, padding up to `info`, 00, `info`. */
export function padded(length: number, info: Uint8Array, type = 1, filler = 0xff): Uint8Array {
	const padding = new Uint8Array(length - info.length - 3).fill(filler);
	return join(Uint8Array.of(0, type), padding, Uint8Array.of(0), info);
}

/** Encrypts an encoded message with the private key, whatever it is. */
export function signRaw({ privateKey }: Keys, encoded: Uint8Array): Uint8Array {
	return new Uint8Array(privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, encoded));
}

/**
 * A signature that nobody with the key has made (Bleichenbacher, 2006): a number whose cube begins as an encoded message
 * does, and ends in garbage.
 * @param begin what the encoded message must begin with, up to and with the digest
 */
export function forgeCube({ bytes }: Keys, begin: Uint8Array): Uint8Array {
	const garbage = BigInt(8 * (bytes - begin.length));
	const least = numberOf(begin) << garbage;
	const root = cubeRoot(least) + 1n;
	if ((root ** 3n) >> garbage !== numberOf(begin))
		throw new Error("the beginning is too long to be a cube's");
	return hex(root.toString(16).padStart(2 * bytes, "0"));
}

export function numberOf(bytes: Uint8Array): bigint {
	return bytes.length === 0 ? 0n : BigInt("0x" + Buffer.from(bytes).toString("hex"));
}

/** Largest number whose cube is not more. */
function cubeRoot(cube: bigint): bigint {
	let low = 0n;
	let high = 1n << BigInt(Math.ceil(cube.toString(2).length / 3) + 1);
	while (high - low > 1n) {
		const middle = (low + high) >> 1n;
		if (middle ** 3n <= cube)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/** An ECDSA signature of two numbers (RFC 5480). */
export function ecdsaSignature(r: Uint8Array | bigint, s: Uint8Array | bigint): Uint8Array {
	return sequence(...[r, s].map((number) => typeof number === "bigint" ? integer(number) : number));
}

/** Both numbers of an ECDSA signature in DER. */
export function ecdsaNumbers(signature: Uint8Array): readonly [r: bigint, s: bigint] {
	const first = signature[3] ?? 0;
	const second = signature[5 + first] ?? 0;
	return [numberOf(signature.subarray(4, 4 + first)), numberOf(signature.subarray(6 + first, 6 + first + second))];
}
