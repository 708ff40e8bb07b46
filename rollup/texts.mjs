import { walk } from "estree-walker";
import { Code } from "./code.mjs";

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

function isFunction({ type }) {
	return /Function/.test(type) || type === "PropertyDefinition";
}

/**
 * Puts the texts of hot code, where functions evaluate them, into constants of the bundle. XS copies a literal of a preloaded
 * module to the heap each time it is evaluated, 12 bytes at least; a constant stays in flash. It costs each function that
 * reads it bytecode and a step, so that other texts stay.
 */
const textsOf = (hot) => ({
	name: "texts",
	renderChunk(text) {
		const code = new Code(text, this);
		const names = new Map();
		let functions = 0;
		walk(code.program, {
			enter(node, parent) {
				if (isFunction(node))
					functions++;
				if (functions === 0 || node.type !== "Literal" || !hot.has(node.value) || isSyntax(node, parent))
					return;
				if (!names.has(node.value))
					names.set(node.value, code.newName(nameOf(node.value)));
				// A keyword may stand before or behind without a space.
				code.text.overwrite(node.start, node.end, ` ${names.get(node.value)} `);
			},
			leave(node) {
				if (isFunction(node))
					functions--;
			}
		});
		const last = code.program.body.findLast(({ type }) => type === "ImportDeclaration");
		code.text.appendLeft(last?.end ?? 0, Array.from(names, ([value, name]) => `\nconst ${name} = ${JSON.stringify(value)};`).join(""));
		return code.result;
	}
});

export const texts = textsOf(ofRequests);
/** For a bundle that sends few requests with many readings. */
export const putTexts = textsOf(ofPuts);
