/** Public keys of certificates (RFC 5280, 4.1.2.7; RFC 3279, 2.3). Imports nothing of the SDK. */
import { KEY_REFUSED, TLSError } from "./tls-error.js";
import { BIT_STRING, DERReader, INTEGER, SEQUENCE, sequenceOf, wholeBytes } from "./der.js";
import type { Curve, Primitives } from "./primitives.js";

/** The SDK encrypts with an object of this shape. */
export interface RSAKey {
	readonly modulus: bigint;
	readonly exponent: bigint;
	/** Bytes of the modulus. */
	readonly size: number;
}

export interface ECKey {
	readonly curve: Curve;
	readonly x: bigint;
	readonly y: bigint;
}

export type PublicKey = RSAKey | ECKey;

/** Contents of AlgorithmIdentifiers, their bytes in decimal. RSA has NULL after it, or nothing. */
const RSA = "6,9,42,134,72,134,247,13,1,1,1";
const P256 = "6,7,42,134,72,206,61,2,1,6,8,42,134,72,206,61,3,1,7";
const P384 = "6,7,42,134,72,206,61,2,1,6,5,43,129,4,0,34";
/** Bytes of the longest. */
const IDENTIFIER_MAXIMUM = 19;

/** Bits of a modulus. */
const BITS_MINIMUM = 2048;
const BITS_MAXIMUM = 4096;
/** Bytes of an exponent: a longer one costs minutes on a microcontroller. */
const EXPONENT_SIZE = 4;
const UNCOMPRESSED = 4;

/**
 * @param info content of a SubjectPublicKeyInfo
 * @throws TLSError for another kind of key than RSA of 2,048 to 4,096 bits, P-256 and P-384, and for an invalid key
 */
export function readKey(info: Uint8Array, primitives: Primitives): PublicKey {
	const reader = new DERReader(info);
	const identifier = reader.read(SEQUENCE);
	const algorithm = identifier.length > IDENTIFIER_MAXIMUM ? "" : String(identifier);
	const bytes = wholeBytes(reader.read(BIT_STRING));
	reader.end();
	if (algorithm === RSA || algorithm === RSA + ",5,0")
		return readRSA(sequenceOf(bytes), primitives);
	const key = algorithm === P256 || algorithm === P384
		? readPoint(bytes, primitives.curve(algorithm === P256 ? "secp256r1" : "secp384r1"), primitives) : undefined;
	if (key === undefined)
		throw new TLSError(KEY_REFUSED);
	return key;
}

/** @param reader of an RSAPublicKey's elements */
function readRSA(reader: DERReader, primitives: Primitives): RSAKey {
	const modulus = positive(reader.read(INTEGER));
	const exponent = positive(reader.read(INTEGER));
	reader.end();
	const { length } = modulus;
	const bits = 8 * length + 24 - Math.clz32(modulus[0]);
	const last = exponent.length - 1;
	if (bits < BITS_MINIMUM || bits > BITS_MAXIMUM || last >= EXPONENT_SIZE || (modulus[length - 1] & exponent[last] & 1) === 0
		|| (last === 0 && exponent[0] < 3))
		throw new TLSError(KEY_REFUSED);
	return { modulus: primitives.number(modulus), exponent: primitives.number(exponent), size: length };
}

/** Bytes of an INTEGER without the zero in front. @throws TLSError when it is not above zero */
function positive(bytes: Uint8Array): Uint8Array {
	const first = bytes[0];
	if (first >= 0x80 || (first === 0 && bytes.length === 1))
		throw new TLSError(KEY_REFUSED);
	return first === 0 ? bytes.subarray(1) : bytes;
}

/** Reads a point of the curve, uncompressed (SEC 1, 2.3.4). Returns undefined for anything else. */
export function readPoint(bytes: Uint8Array, curve: Curve, primitives: Primitives): ECKey | undefined {
	const { ec, orderSize: size } = curve;
	if (bytes.length !== 1 + 2 * size || bytes[0] !== UNCOMPRESSED)
		return undefined;
	const x = primitives.number(bytes.subarray(1, 1 + size));
	const y = primitives.number(bytes.subarray(1 + size));
	return x < ec.m && y < ec.m && (y * y - x * x * x + 3n * x - ec.b) % ec.m === 0n ? { curve, x, y } : undefined;
}
