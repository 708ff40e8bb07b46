import { walk } from "estree-walker";
import MagicString from "magic-string";

// docs/decisions/0007-texts-as-constants.md
/** Texts that each request evaluates, and each `put`. One that is missing costs it 12 bytes or more (bench/budgets.json). */
const ofRequests = new Set(["", "GET", "POST", "PUT", "PATCH", "DELETE", "application/json", "string", "number", "null", ".", "/", "?", "&", "=", "%0", "%1", "%7F", "{", "}", "["]);
const ofPuts = new Set(["", "string", "null", "{", "}", "[", "\"", "{\"", "\"id\":", "{\"id\":\""]);

/** Where a text is a part of the syntax and no value. */
function isSyntax(node, parent) {
	return parent.type === "Property" && parent.key === node || parent.type === "ExpressionStatement" || /^(?:Import|Export)/.test(parent.type)
		|| (parent.type === "PropertyDefinition" || parent.type === "MethodDefinition") && parent.key === node && !parent.computed;
}

/** The same in each bundle: "$GET", and "$7b" for a brace. */
function nameOf(text) {
	return `$${text.replace(/\W/g, (character) => `$${character.charCodeAt(0).toString(16)}`)}`;
}

/**
 * Puts the texts of hot code, where functions evaluate them, into constants of the bundle. XS copies a literal of a preloaded
 * module to the heap each time it is evaluated, 12 bytes at least; a constant stays in flash. It costs each function that
 * reads it bytecode and a step, so that other texts stay.
 */
const textsOf = (hot) => ({
	name: "texts",
	renderChunk(code) {
		const text = new MagicString(code);
		const found = new Map();
		let functions = 0;
		const isFunction = ({ type }) => /Function/.test(type) || type === "PropertyDefinition";
		walk(this.parse(code), {
			enter(node, parent) {
				if (isFunction(node))
					functions++;
				if (functions > 0 && node.type === "Literal" && hot.has(node.value) && !isSyntax(node, parent))
					found.set(node.value, [...found.get(node.value) ?? [], node]);
			},
			leave(node) {
				if (isFunction(node))
					functions--;
			}
		});
		const declarations = [];
		for (const [value, nodes] of found) {
			const name = nameOf(value);
			declarations.push(`const ${name} = ${JSON.stringify(value)};\n`);
			for (const { end, start } of nodes)
				text.overwrite(start, end, /\w/.test(code[start - 1]) ? ` ${name}` : name);
		}
		if (declarations.length > 0) {
			const last = this.parse(code).body.findLast(({ type }) => type === "ImportDeclaration");
			text.appendLeft(last === undefined ? 0 : last.end, `${last === undefined ? "" : "\n"}${declarations.join("")}`);
		}
		return { code: text.toString(), map: text.generateMap() };
	}
});

export const texts = textsOf(ofRequests);
/** For a bundle that sends few requests with many readings. */
export const putTexts = textsOf(ofPuts);
