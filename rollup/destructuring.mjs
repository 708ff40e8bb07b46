import { walk } from "estree-walker";
import { rewriting } from "./code.mjs";

/** Expressions that a property can be read of as they are; others take parentheses. */
const simple = ["Identifier", "ThisExpression", "CallExpression", "MemberExpression"];

/** Whether all of a pattern are properties by name without defaults. */
function isPlain(pattern) {
	return pattern.type === "ObjectPattern" && pattern.properties.length > 0 && pattern.properties.every(({ computed, key, type, value }) =>
		type === "Property" && !computed && key.type === "Identifier" && (value.type === "Identifier" || isPlain(value)));
}

/**
 * The patterns among the parameters of a function that can be written as declarations at the beginning of its body: where all
 * other parameters are names, nothing is evaluated between them. A generator's body does not run when it is called. A variable that
 * the body declares again can't be declared by `let`.
 */
function patternsOf(node, code) {
	const isWhole = node.body?.type === "BlockStatement" && !node.generator && node.params?.every((one) => one.type === "Identifier" || isPlain(one))
		&& code.declaredBy(node).every(({ defs }) => defs.length === 1);
	return isWhole ? node.params.filter(isPlain) : [];
}

/**
 * Writes what takes an object apart as what it means, `const a = this.a, b = this.b` for `const { a, b } = this`: to XS each
 * takes half the bytecode. Patterns with defaults, rests or computed names stay, and those of lists, which iterate.
 */
export const destructuring = rewriting("destructuring", (code) => {
	/** A variable for what a pattern takes apart: named for the first that it declares, so that code has it whatever stands before it. It is read in its own declaration alone. */
	function variableOf({ properties: [{ value }] }) {
		return value.type === "Identifier" ? code.freeName(`$${value.name}`) : code.freeName(`${variableOf(value)}$`);
	}

	/** What a pattern reads of a source, which can be read for each property: pairs of a variable and its value. */
	function readsOf({ properties }, source) {
		return properties.flatMap(({ key, value }) => {
			const property = `${source}.${key.name}`;
			if (value.type === "Identifier")
				return [[value.name, property]];
			if (value.properties.length === 1)
				return readsOf(value, property);
			const name = variableOf(value);
			return [[name, property], ...readsOf(value, name)];
		});
	}

	function written(reads) {
		return reads.map(([name, value]) => `${name} = ${value}`).join(", ");
	}

	/** The source stays where it is: there may be patterns in it. */
	function writeDeclarator({ end, id, init }) {
		if (init.type === "ThisExpression" || init.type === "Identifier" && code.isConstant(init)) {
			code.text.overwrite(id.start, end, written(readsOf(id, init.name ?? "this")));
			return;
		}
		const variable = id.properties.length === 1 ? "" : variableOf(id);
		const [[name, path], ...others] = [...variable === "" ? [] : [[variable, ""]], ...readsOf(id, variable)];
		code.text.overwrite(id.start, id.end, name);
		if (path !== "" && !simple.includes(init.type)) {
			code.text.prependRight(init.start, "(");
			code.text.appendLeft(init.end, ")");
		}
		code.text.appendLeft(end, path + others.map((read) => `, ${written([read])}`).join(""));
	}

	walk(code.program, {
		enter(node) {
			const found = patternsOf(node, code).flatMap((pattern) => {
				const name = variableOf(pattern);
				code.text.overwrite(pattern.start, pattern.end, name);
				return readsOf(pattern, name);
			});
			if (found.length > 0)
				code.text.appendLeft(node.body.start + 1, ` let ${written(found)};`);
			if (node.type === "VariableDeclaration" && node.kind !== "var")
				node.declarations.filter(({ id, init }) => init !== null && isPlain(id)).forEach(writeDeclarator);
		}
	});
});
