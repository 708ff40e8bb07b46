import { analyze } from "eslint-scope";
import { walk } from "estree-walker";
import MagicString from "magic-string";

/** A bundle's code while a rewrite changes it: its text, its syntax tree, its variables, and names that it doesn't have. */
class Code {
	#names = new Set();
	#references = new Map();
	#found;

	constructor(code, program) {
		this.text = new MagicString(code);
		this.program = program;
		walk(program, {
			enter: (node) => {
				node.range = [node.start, node.end];
				if (node.type === "Identifier")
					this.#names.add(node.name);
				// Or it would have the line of its statement in the map.
				const placed = /^(?:Call|New)Expression$/.test(node.type) ? [node, node.callee.property ?? node.callee] : node.id ? [node.id] : [];
				placed.forEach(({ start }) => this.text.addSourcemapLocation(start));
			}
		});
	}

	/** Looked for where a rewrite asks for variables: that takes most of its time. */
	get #scopes() {
		if (this.#found === undefined) {
			this.#found = analyze(this.program, { ecmaVersion: 2022, sourceType: "module" });
			for (const { references } of this.#found.scopes)
				references.forEach((reference) => this.#references.set(reference.identifier, reference));
		}
		return this.#found;
	}

	/** The variables that a declaration or the parameters of a function declare. */
	declaredBy(node) {
		return this.#scopes.getDeclaredVariables(node);
	}

	/** Whether an identifier is a variable of this code to which nothing is assigned after its declaration. */
	isConstant(identifier) {
		const variable = this.#scopes && this.#references.get(identifier)?.resolved;
		return Boolean(variable) && variable.defs.every(({ type }) => type !== "ImportBinding")
			&& variable.references.every((reference) => !reference.isWrite() || reference.init === true);
	}

	/** A name that nothing in the code has, as it was: what is made may have it in several scopes. */
	freeName(name) {
		return this.#names.has(name) ? this.freeName(`${name}$`) : name;
	}

	/** Puts declarations before the first statement that is no import. */
	declare(declarations) {
		const last = this.program.body.findLast(({ type }) => type === "ImportDeclaration");
		this.text.appendRight(last?.end ?? 0, declarations.map((declaration) => `\n${declaration}\n`).join(""));
	}
}

/**
 * A plugin that rewrites bundles.
 * @param {string} name
 * @param {(code: Code) => void} rewrite
 */
export function rewriting(name, rewrite) {
	return {
		name,
		renderChunk(text) {
			const code = new Code(text, this.parse(text));
			rewrite(code);
			return { code: code.text.toString(), map: code.text.generateMap() };
		}
	};
}
