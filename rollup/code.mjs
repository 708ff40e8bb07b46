import { analyze } from "eslint-scope";
import { walk } from "estree-walker";
import MagicString from "magic-string";

/** A bundle's code while a rewrite changes it: its syntax tree, its variables, and names that it doesn't have. */
export class Code {
	#names = new Set();
	#parents = new Map();
	#references = new Map();
	#scopes;

	/**
	 * @param {string} code
	 * @param {{ parse(code: string): object }} context of the plugin
	 */
	constructor(code, context) {
		this.text = new MagicString(code);
		this.program = context.parse(code);
		walk(this.program, {
			enter: (node, parent) => {
				node.range = [node.start, node.end];
				this.#parents.set(node, parent);
				if (node.type === "Identifier")
					this.#names.add(node.name);
			}
		});
		this.#scopes = analyze(this.program, { ecmaVersion: 2022, sourceType: "module" });
		for (const { references } of this.#scopes.scopes)
			references.forEach((reference) => this.#references.set(reference.identifier, reference));
	}

	parentOf(node) {
		return this.#parents.get(node);
	}

	/** The variables that a declaration or the parameters of a function declare. */
	declaredBy(node) {
		return this.#scopes.getDeclaredVariables(node);
	}

	/** Whether an identifier is a variable of this code to which nothing is assigned after its declaration. */
	isConstant(identifier) {
		const variable = this.#references.get(identifier)?.resolved ?? undefined;
		return variable !== undefined && variable.defs.every(({ type }) => type !== "ImportBinding") && isUnchanged(variable);
	}

	/** A name that nothing in the code has. */
	newName(name) {
		while (this.#names.has(name))
			name += "$";
		this.#names.add(name);
		return name;
	}

	/** What a plugin returns. The map has each character's place: a call would have the line of its statement otherwise. */
	get result() {
		return { code: this.text.toString(), map: this.text.generateMap({ hires: "boundary" }) };
	}
}

/** Whether nothing but its declaration assigns to a variable. */
export function isUnchanged({ references }) {
	return references.every((reference) => !reference.isWrite() || reference.init === true);
}
