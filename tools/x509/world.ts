/** What the cases are made of: a CA that is trusted, one that is not, and good certificates between them and a server. */
import { ecKeys, type Keys, rsaKeys } from "./keys.js";
import { intermediate, leaf, type Made, type Parts, root } from "./certificate.js";

/** A chain that a server could send, and what must become of it. */
export interface ChainCase {
	readonly name: string;
	/** DER, the server's own first. */
	readonly chain: readonly Uint8Array[];
	/** DER of the CAs to trust; none for those that a device has itself. */
	readonly authorities: readonly Uint8Array[];
	/** Name or address that is looked for. */
	readonly host: string;
	readonly accepted: boolean;
	/** What the text of a refusal must be, where only one can be. */
	readonly why?: RegExp;
}

export class World {
	readonly rootKeys = rsaKeys();
	readonly middleKeys = rsaKeys();
	readonly leafKeys = rsaKeys();
	readonly strangerKeys = rsaKeys();
	/** Its exponent is 3. */
	readonly cubeKeys = rsaKeys(2048, 3);
	readonly rootCurve = ecKeys();
	readonly leafCurve = ecKeys();
	/** The CA that is trusted. */
	readonly root = root("Root", this.rootKeys);
	readonly middle = intermediate("Middle", this.middleKeys, this.root);
	readonly leaf = leaf(this.middle, this.leafKeys);
	/** A CA that is not. */
	readonly stranger = root("Stranger", this.strangerKeys);
	readonly cube = root("Cube", this.cubeKeys);
	readonly curve = root("Curve", this.rootCurve);

	/** A leaf straight under the CA. */
	under(parts: Parts = {}, signer: Made = this.root, keys: Keys = this.leafKeys): Made {
		return leaf(signer, keys, parts);
	}

	/** A good leaf under an intermediate with a fault, and that. */
	below(parts: Parts, keys: Keys = this.middleKeys, signer: Made = this.root): readonly Uint8Array[] {
		const middle = intermediate("Middle", keys, signer, parts);
		return [leaf(middle, this.leafKeys).der, middle.der];
	}
}

export type Options = Partial<Pick<ChainCase, "authorities" | "host" | "why">>;

/** Collects the cases of one table. */
export class Table {
	readonly cases: ChainCase[] = [];
	readonly #world: World;
	readonly #category: string;

	constructor(world: World, category: string) {
		this.#world = world;
		this.#category = category;
	}

	accept(name: string, chain: readonly Uint8Array[], options: Options = {}): void {
		this.#add(name, chain, true, options);
	}

	refuse(name: string, chain: readonly Uint8Array[], options: Options = {}): void {
		this.#add(name, chain, false, options);
	}

	#add(name: string, chain: readonly Uint8Array[], accepted: boolean, options: Options): void {
		this.cases.push({ authorities: [this.#world.root.der], host: "localhost", ...options, name: `${this.#category}: ${name}`, chain, accepted });
	}
}
