/**
 * The SDK's arithmetic and digests. What reaches them has been checked: zeros and points beside the curve end the app there, and
 * `mulinv` never returns for a zero. Powers are made by Montgomery's method, and inverses by halving, because division is what
 * costs most here. A power needs a modulus of a key that somebody trusted has certified: with one that was made for it, such as
 * 2^2017 - 1, the SDK's method finds numbers of more lengths than it has room for, and ends the app.
 */
import { Digest } from "crypt";
import Curves from "curve";
import Modular from "modular";
import Mont from "mont";
import type { Curve, Hash, Primitives } from "../../tls/primitives.js";

/** The SDK's method without a table of powers, which costs more than it saves: exponents of keys have 17 bits. */
const LEFT_TO_RIGHT = 0;

export const primitives: Primitives = Object.freeze({
	digest(hash: Hash, parts: readonly Uint8Array[]): Uint8Array {
		const digest = new Digest(hash);
		// eslint-disable-next-line prefer-spread -- XS makes an iterator and an array for a spread
		return new Uint8Array(digest.process.apply(digest, parts as Uint8Array[]));
	},
	bytes: (text: string): Uint8Array => new Uint8Array(ArrayBuffer.fromString(text)),
	fromHex: (text: string): Uint8Array => Uint8Array.fromHex(text),
	toHex: (bytes: Uint8Array): string => bytes.toHex(),
	number: (bytes: Uint8Array): bigint => BigInt.fromArrayBuffer(bytes.slice().buffer) as bigint,
	power: (base: bigint, exponent: bigint, modulus: bigint): bigint => new Mont({ m: modulus, method: LEFT_TO_RIGHT }).exp(base, exponent),
	inverse: (value: bigint, modulus: bigint): bigint => new Modular(modulus).mulinv(value),
	curve: (name: "secp256r1" | "secp384r1"): Curve => new Curves(name)
});
