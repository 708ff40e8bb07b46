import { primitives } from "../ca/primitives.js";

/** What firmware imports as "modular", as far as the examples use it. */
export default class Modular {
	readonly #modulus: bigint;

	constructor(modulus: bigint) {
		this.#modulus = modulus;
	}

	/** The inverse of a number that has one. */
	mulinv(value: bigint): bigint {
		return primitives.inverse(value, this.#modulus);
	}
}
