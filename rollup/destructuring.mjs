import { walk } from "estree-walker";
import MagicString from "magic-string";

/** Sources that can be read again without a variable of their own. */
const plain = ["Identifier", "ThisExpression"];
/** Expressions that a property can be read of as they are; others take parentheses. */
const simple = [...plain, "CallExpression", "MemberExpression"];

/** Whether a pattern is a list of names, some with a literal as default. The library takes no other iterable apart than lists. */
function isList(pattern) {
	return pattern.type === "ArrayPattern" && pattern.elements.some((element) => element !== null)
		&& pattern.elements.every((element) => element === null || element.type === "Identifier"
			|| element.type === "AssignmentPattern" && element.left.type === "Identifier" && element.right.type === "Literal");
}

/** Whether all of a pattern are properties by name without defaults. */
function isPlain(pattern) {
	return pattern.type === "ObjectPattern" && pattern.properties.length > 0 && pattern.properties.every(({ computed, key, type, value }) =>
		type === "Property" && !computed && key.type === "Identifier" && (value.type === "Identifier" || value.type === "ObjectPattern" && isPlain(value)));
}

/** A variable for what a pattern takes apart: named for the first that it declares, so that code has it whatever stands before it. */
function variableOf(pattern) {
	const first = (pattern.properties ?? pattern.elements).find((element) => element !== null);
	const declared = first.value ?? first.left ?? first;
	return declared.type === "ObjectPattern" ? variableOf(declared) + "$" : "$of$" + declared.name;
}

/**
 * Writes destructuring declarations and parameters as what they mean, `const a = this.a, b = this.b` for `const { a, b } = this`: to XS
 * each takes half the bytecode, and those of a list, which XS iterates, a quarter.
 */
export const destructuring = {
	name: "destructuring",
	renderChunk(code) {
		const text = new MagicString(code);
		/** The declarators that stand for a pattern. @param source expression that it takes apart */
		function declarators(pattern, source, isVariable) {
			const { properties } = pattern;
			const found = [];
			if (!isVariable && properties.length > 1) {
				const name = variableOf(pattern);
				found.push(`${name} = ${source}`);
				source = name;
			}
			for (const { key, value } of properties) {
				const property = `${source}.${key.name}`;
				found.push(...value.type === "Identifier" ? [`${value.name} = ${property}`] : declarators(value, property, false));
			}
			return found;
		}

		/** The declarators that stand for a pattern of a list. */
		function elements(pattern, source, isVariable) {
			const found = [];
			if (!isVariable) {
				const name = variableOf(pattern);
				found.push(`${name} = ${source}`);
				source = name;
			}
			pattern.elements.forEach((element, index) => {
				if (element?.type === "Identifier")
					found.push(`${element.name} = ${source}[${index}]`);
				else if (element !== null)
					found.push(`${element.left.name} = ${source}[${index}] === undefined ? ${element.right.raw} : ${source}[${index}]`);
			});
			return found;
		}

		walk(this.parse(code), {
			enter({ body, end, id, init, params, type }) {
				if (body?.type === "BlockStatement" && params?.some(isPlain)) {
					const found = params.filter(isPlain).flatMap((pattern) => {
						const name = variableOf(pattern);
						text.overwrite(pattern.start, pattern.end, name);
						return declarators(pattern, name, true);
					});
					text.appendLeft(body.start + 1, ` let ${found.join(", ")};`);
				}
				if (type !== "VariableDeclarator" || !init || !isPlain(id) && !isList(id))
					return;
				const source = code.slice(init.start, init.end);
				const found = (isList(id) ? elements : declarators)(id, simple.includes(init.type) ? source : `(${source})`, plain.includes(init.type));
				text.overwrite(id.start, end, found.join(", "));
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
