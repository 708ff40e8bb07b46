import { primitives } from "../ca/primitives.js";

type Plain = ReturnType<typeof primitives.curve>;

/** What firmware imports as "curve": the same shape, in plain BigInt. */
export default class Curve {
	readonly ec: Plain["ec"];
	readonly G: Plain["G"];
	readonly n: bigint;

	constructor(name: "secp256r1" | "secp384r1") {
		({ ec: this.ec, G: this.G, n: this.n } = primitives.curve(name));
	}
}
