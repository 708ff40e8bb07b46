/** Arithmetic and digests that certificates need of the platform. */

export type Hash = "SHA256" | "SHA384" | "SHA512";

/** A point as numbers, with z = 1. */
export interface Point {
	readonly x: bigint;
	readonly y: bigint;
	readonly z: bigint;
}

/** A curve y² = x³ − 3x + b over the numbers modulo `m` (FIPS 186-5, SP 800-186), in the SDK's shape. */
export interface Curve {
	readonly ec: {
		readonly m: bigint;
		readonly b: bigint;
		/** `times`·`point`, for a number that is no multiple of the order: its coordinates. */
		mul(point: Point, times: bigint): { readonly X: bigint; readonly Y: bigint };
		/** `u`·`one` + `v`·`other`; its property X is the x coordinate. */
		mul2(one: Point, u: bigint, other: Point, v: bigint): { readonly X: bigint; isZero(): boolean };
	};
	/** Generator. */
	readonly G: Point;
	/** Its order, prime. */
	readonly n: bigint;
	/** Bytes of a coordinate, and of `n`. */
	readonly orderSize: number;
}

/** What the functions beside it get handed in: the SDK's on devices, plain BigInt in the tests on Node. */
export interface Primitives {
	/** Digest of the parts, joined. */
	digest(hash: Hash, parts: readonly Uint8Array[]): Uint8Array;
	/** A text as UTF-8. */
	bytes(text: string): Uint8Array;
	/** Hexadecimal, in small letters. */
	fromHex(text: string): Uint8Array;
	toHex(bytes: Uint8Array): string;
	/** The bytes as a number, the highest first. */
	number(bytes: Uint8Array): bigint;
	/** `base` to the power of `exponent`, modulo `modulus`, which is odd and larger than `base`. */
	power(base: bigint, exponent: bigint, modulus: bigint): bigint;
	/** The number that times `value` is 1 modulo `modulus`, a prime: `value` is larger than 0 and smaller than it. */
	inverse(value: bigint, modulus: bigint): bigint;
	curve(name: "secp256r1" | "secp384r1"): Curve;
}
