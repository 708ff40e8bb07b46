/** What the library's TLS asks of the SDK, on Node: plain BigInt, so that each step of ours is ours here too. */
import { createHash } from "node:crypto";
import type { Curve, Primitives } from "../../lib/tls/primitives.js";

/** Jacobian coordinates, which need no inverse for each step (SEC 1 has affine ones): x is X/Z², y is Y/Z³; the point at infinity has Z = 0. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint];

const infinity: Point = [1n, 1n, 0n];

/** A curve of short Weierstrass form with a = −3. @param numbers p, b, n and the generator's coordinates (SP 800-186, 3.2.1) */
function makeCurve(...[p, b, n, gx, gy]: readonly [bigint, bigint, bigint, bigint, bigint]): Curve {
	const double = ([x, y, z]: Point): Point => {
		const yy = y * y % p;
		const xyy = x * yy % p;
		const slope = 3n * (x - z * z) * (x + z * z) % p;
		const doubled = modulo(slope * slope - 8n * xyy, p);
		return [doubled, modulo(slope * (4n * xyy - doubled) - 8n * yy * yy, p), 2n * y * z % p];
	};
	const add = (one: Point, other: Point): Point => {
		const [x1, y1, z1] = one;
		const [x2, y2, z2] = other;
		if (z1 === 0n || z2 === 0n)
			return z1 === 0n ? other : one;
		const [zz1, zz2] = [z1 * z1 % p, z2 * z2 % p];
		const [u, s] = [x1 * zz2 % p, y1 * z2 * zz2 % p];
		const run = modulo(x2 * zz1 - u, p);
		const rise = modulo(y2 * z1 * zz1 - s, p);
		if (run === 0n)
			return rise === 0n ? double(one) : infinity;
		const square = run * run % p;
		const cube = run * square % p;
		const sum = modulo(rise * rise - cube - 2n * u * square, p);
		return [sum, modulo(rise * (u * square - sum) - s * cube, p), z1 * z2 * run % p];
	};
	const multiply = ({ x, y }: { readonly x: bigint; readonly y: bigint }, times: bigint): Point => {
		let sum = infinity;
		for (let rest = times, doubled: Point = [x, y, 1n]; rest > 0n; rest >>= 1n, doubled = double(doubled)) {
			if ((rest & 1n) === 1n)
				sum = add(sum, doubled);
		}
		return sum;
	};
	const affineX = ([x, , z]: Point): bigint => modulo(x * inverseOf(z * z % p, p), p);
	const affineY = ([, y, z]: Point): bigint => modulo(y * inverseOf(z * z * z % p, p), p);
	return {
		n, orderSize: Math.ceil(n.toString(16).length / 2), G: { x: gx, y: gy, z: 1n },
		ec: {
			m: p, b,
			mul(point, times) {
				const product = multiply(point, times);
				return { X: affineX(product), Y: affineY(product) };
			},
			mul2(one, u, other, v) {
				const sum = add(multiply(one, u), multiply(other, v));
				return { X: affineX(sum), isZero: () => sum[2] === 0n };
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
