/** The SDK's arithmetic beside plain BigInt, at the corners of what it is given and at random. */
import Modular from "modular";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { SeededRandom } from "../../tools/seeded-random.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";

/** Numbers of each kind that are tried beside the corners. */
const tries = 40;

/** Words of the SDK's numbers have so many bits. */
const word = 32n;

/** Orders of P-256 and P-384: the moduli of inverses. */
const orders = [primitives.curve("secp256r1").n, primitives.curve("secp384r1").n];

/** Bits of the moduli of powers; the highest word of one has a single bit. */
const sizes = [2048, 2049, 3072, 4096];

const exponents = [3n, 17n, 65_537n, 0x8000_0001n, 0xffff_ffffn];

function numberOf(random: SeededRandom, bits: number): bigint {
	let number = 1n;
	for (let left = bits - 1; left > 0; left -= 16)
		number = number << BigInt(Math.min(16, left)) | BigInt(random.below(1 << Math.min(16, left)));
	return number;
}

/** Numbers below the modulus: its ends, and where a word of them ends. */
function corners(modulus: bigint): bigint[] {
	const found = [1n, 2n, 3n, modulus - 1n, modulus - 2n, modulus >> 1n, (modulus >> 1n) + 1n];
	for (let bit = word; bit < 200n; bit += word)
		found.push((1n << bit) - 1n, 1n << bit, (1n << bit) + 1n, modulus - (1n << bit), modulus >> bit);
	return found;
}

function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let result = 1n;
	for (let rest = exponent, square = base % modulus; rest > 0n; rest >>= 1n, square = square * square % modulus) {
		if ((rest & 1n) === 1n)
			result = result * square % modulus;
	}
	return result;
}

/** The case's `equal` would make a text of each number. */
function same(context: Context, actual: bigint, expected: bigint, what: () => string): void {
	if (actual !== expected || String(actual) !== String(expected))
		context.equal(actual, expected, what());
}

export const arithmeticCases: readonly Case[] = [
	testCase("inverses modulo the orders of the curves", (context) => {
		const random = new SeededRandom(1);
		for (let at = 0; at < orders.length; at++) {
			const order = orders[at];
			const values = corners(order);
			for (let count = 0; count < tries; count++)
				values.push(numberOf(random, 20 + random.below(300)) % (order - 1n) + 1n);
			for (const value of values) {
				const inverse = primitives.inverse(value, order);
				context.ok(inverse > 0n && inverse < order, `the inverse of ${value} is in its range`);
				same(context, inverse * value % order, 1n, () => `the inverse of ${value}`);
				same(context, inverse, powerOf(value, order - 2n, order), () => `the inverse of ${value}`);
			}
		}
	}),
	testCase("powers modulo numbers as long as the moduli of RSA", (context) => {
		const random = new SeededRandom(2);
		for (const bits of sizes) {
			const moduli = [numberOf(random, bits) | 1n, numberOf(random, bits) | 0xffff_ffffn, (numberOf(random, bits) >> 64n << 64n) + 1n];
			for (const modulus of moduli) {
				// Small numbers, and those that are small once they are in Montgomery's form, as a forger could choose them.
				const form = powerOf(2n, BigInt(bits + 31 >> 5) * word, modulus);
				const back = new Modular(modulus).mulinv(form);
				const small = corners(modulus);
				const values = [0n, ...small, ...small.map((value) => value * back % modulus), numberOf(random, bits) % modulus, numberOf(random, bits - 40) % modulus];
				for (const [at, value] of values.entries()) {
					const exponent = exponents[(at + bits) % exponents.length] ?? 3n;
					same(context, primitives.power(value, exponent, modulus), powerOf(value, exponent, modulus), () => `${value} to the power of ${exponent} modulo ${modulus}`);
				}
			}
		}
	})
];
