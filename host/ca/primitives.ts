/** What the library's TLS asks of the SDK, on Node: plain BigInt, so that each step of ours is ours here too. */
import { createHash } from "node:crypto";
import type { Curve, Primitives } from "../../lib/tls/primitives.js";

/** Projective coordinates, which need no inverse for each step: x is X/Z, y is Y/Z; the point at infinity has Z = 0. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint];

const infinity: Point = [0n, 1n, 0n];
/** Of both curves. */
const a = -3n;

/** A curve of short Weierstrass form. @param numbers p, b, n and the generator's coordinates (SP 800-186, 3.2.1) */
function makeCurve(...[p, b, n, gx, gy]: readonly [bigint, bigint, bigint, bigint, bigint]): Curve {
	/** Of any two points, the same one and infinity among them (Renes, Costello and Batina, Complete addition formulas for prime order elliptic curves, 2016, section 3). */
	const add = ([x1, y1, z1]: Point, [x2, y2, z2]: Point): Point => {
		const [xx, yy, zz] = [x1 * x2 % p, y1 * y2 % p, z1 * z2 % p];
		const [xy, xz, yz] = [(x1 * y2 + x2 * y1) % p, (x1 * z2 + x2 * z1) % p, (y1 * z2 + y2 * z1) % p];
		const run = a * xz + 3n * b * zz;
		const rise = 3n * xx + a * zz;
		const rest = a * xx + 3n * b * xz - a * a * zz;
		return [modulo(xy * (yy - run) - yz * rest, p), modulo(rise * rest + (yy + run) * (yy - run), p), modulo(yz * (yy + run) + xy * rise, p)];
	};
	const multiply = ({ x, y }: { readonly x: bigint; readonly y: bigint }, times: bigint): Point => {
		let sum = infinity;
		for (let rest = times, doubled: Point = [x, y, 1n]; rest > 0n; rest >>= 1n, doubled = add(doubled, doubled)) {
			if ((rest & 1n) === 1n)
				sum = add(sum, doubled);
		}
		return sum;
	};
	const affine = (coordinate: bigint, z: bigint): bigint => coordinate * inverseOf(z, p) % p;
	return {
		n, orderSize: Math.ceil(n.toString(16).length / 2), G: { x: gx, y: gy, z: 1n },
		ec: {
			m: p, b,
			mul(point, times) {
				const [X, Y, Z] = multiply(point, times);
				return { X: affine(X, Z), Y: affine(Y, Z) };
			},
			mul2(one, u, other, v) {
				const [X, , Z] = add(multiply(one, u), multiply(other, v));
				return { X: affine(X, Z), isZero: () => Z === 0n };
			}
		}
	};
}

const curves = {
	secp256r1: makeCurve(
		0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn, 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
		0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n, 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
		0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n
	),
	secp384r1: makeCurve(
		0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
		0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
		0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
		0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
		0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn
	)
};

/** Extended Euclid: many times as fast as a power. */
function inverseOf(value: bigint, modulus: bigint): bigint {
	let [rest, next, factor, following] = [modulus, value, 0n, 1n];
	while (next !== 0n) {
		const quotient = rest / next;
		[rest, next] = [next, rest - quotient * next];
		[factor, following] = [following, factor - quotient * following];
	}
	return modulo(factor, modulus);
}

function modulo(value: bigint, modulus: bigint): bigint {
	const rest = value % modulus;
	return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let result = 1n;
	for (let rest = exponent, square = base % modulus; rest > 0n; rest >>= 1n, square = square * square % modulus) {
		if ((rest & 1n) === 1n)
			result = result * square % modulus;
	}
	return result;
}

export const primitives: Primitives = {
	digest: (hash, parts) => parts.reduce((digest, part) => digest.update(part), createHash(hash)).digest(),
	bytes: (text) => Buffer.from(text),
	fromHex: (text) => Uint8Array.from(Buffer.from(text, "hex")),
	toHex: (bytes) => Buffer.from(bytes).toString("hex"),
	number: (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`),
	power,
	inverse: inverseOf,
	curve: (name) => curves[name]
};
