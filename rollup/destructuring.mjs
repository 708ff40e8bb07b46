import { walk } from "estree-walker";
import MagicString from "magic-string";

/** Sources that can be read again without a variable of their own. */
const plain = ["Identifier", "ThisExpression"];
/** Expressions that a property can be read of as they are; others take parentheses. */
const simple = [...plain, "CallExpression", "MemberExpression"];

/** Whether all of a pattern are properties by name without defaults. */
function isPlain(pattern) {
	return pattern.properties.length > 0 && pattern.properties.every(({ computed, key, type, value }) =>
		type === "Property" && !computed && key.type === "Identifier" && (value.type === "Identifier" || value.type === "ObjectPattern" && isPlain(value)));
}

/**
 * Writes destructuring declarations as what they mean, `const a = this.a, b = this.b` for `const { a, b } = this`: to XS
 * each takes half the bytecode.
 */
export const destructuring = {
	name: "destructuring",
	renderChunk(code) {
		const text = new MagicString(code);
		let temporaries = 0;

		/** The declarators that stand for a pattern. @param source expression that it takes apart */
		function declarators(pattern, source, isVariable) {
			const { properties } = pattern;
			const found = [];
			if (!isVariable && properties.length > 1) {
				const name = `$${temporaries++}`;
				found.push(`${name} = ${source}`);
				source = name;
			}
			for (const { key, value } of properties) {
				const property = `${source}.${key.name}`;
				found.push(...value.type === "Identifier" ? [`${value.name} = ${property}`] : declarators(value, property, false));
			}
			return found;
		}

		walk(this.parse(code), {
			enter({ end, id, init, type }) {
				if (type !== "VariableDeclarator" || id.type !== "ObjectPattern" || init === null || !isPlain(id))
					return;
				const source = code.slice(init.start, init.end);
				const found = declarators(id, simple.includes(init.type) ? source : `(${source})`, plain.includes(init.type));
				text.overwrite(id.start, end, found.join(", "));
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
