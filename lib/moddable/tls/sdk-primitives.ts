/** The SDK's arithmetic and digests. What reaches them has been checked: zeros and points beside the curve end the app there. */
import { Digest } from "crypt";
import Curves from "curve";
import Modular from "modular";
import type { Curve, Hash, Primitives } from "./primitives.js";

function makeCurve(name: "secp256r1" | "secp384r1"): Curve {
	const { ec, G, n, orderSize } = new Curves(name);
	return {
		p: ec.m, b: ec.b, n, size: orderSize,
		combine(u: bigint, x: bigint, y: bigint, v: bigint): bigint | undefined {
			const point = ec.mul2(G, u, { x, y, z: 1n }, v);
			return point.isZero() ? undefined : point.X;
		}
	};
}

export const primitives: Primitives = Object.freeze({
	digest: (hash: Hash, message: Uint8Array): Uint8Array => new Uint8Array(new Digest(hash).process(message)),
	number: (bytes: Uint8Array): bigint => BigInt.fromArrayBuffer(bytes.slice().buffer) as bigint,
	power: (base: bigint, exponent: bigint, modulus: bigint): bigint => new Modular(modulus).exp(base, exponent),
	curve: makeCurve
});
