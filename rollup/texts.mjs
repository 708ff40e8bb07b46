import { walk } from "estree-walker";
import { rewriting } from "./code.mjs";

// docs/decisions/0007-texts-as-constants.md
/** Texts that each request evaluates, and each `put`. One that is missing costs it 12 bytes or more (bench/budgets.json). */
const ofRequests = new Set(["", "GET", "POST", "PUT", "PATCH", "DELETE", "application/json", "string", "number", "null", ".", "/", "?", "&", "=", "%0", "%1", "%7F", "{", "}", "{}", "[", "\r\n", "\r\n\r\n", "a", "b"]);
const ofPuts = new Set(["", "string", "null", "+", "-\"", "{", "}", "[", "\"", "{\"", "\"id\":", "{\"id\":\""]);

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

/** Whether a text takes less bytecode as a constant, which is 13 bytes and 4 more wherever it is read, than as often as it stands. */
function isRepeated(text, count) {
	return text.length * (count - 1) > 13 + 4 * count;
}

/**
 * Puts the texts of hot code, where functions evaluate them, into constants of the bundle. XS copies a literal of a preloaded
 * module to the heap each time it is evaluated, 12 bytes at least; a constant stays in flash. It costs each function that
 * reads it bytecode and a step, so that other texts stay, unless they are long and stand in several places.
 */
const textsOf = (hot) => rewriting("texts", (code) => {
	const found = new Map();
	let functions = 0;
	walk(code.program, {
		enter(node, parent) {
			if (isFunction(node))
				functions++;
			if (functions > 0 && node.type === "Literal" && typeof node.value === "string" && !isSyntax(node, parent))
				found.set(node.value, [...found.get(node.value) ?? [], node]);
		},
		leave(node) {
			if (isFunction(node))
				functions--;
		}
	});
	const constants = [...found].filter(([text, { length }]) => hot.has(text) || isRepeated(text, length)).map(([text, nodes]) => ({ name: code.freeName(nameOf(text)), nodes, text }));
	code.declare(constants.map(({ name, text }) => `const ${name} = ${JSON.stringify(text)};`));
	for (const { name, nodes } of constants) {
		// A keyword may stand before or behind without a space.
		for (const { end, start } of nodes)
			code.text.overwrite(start, end, ` ${name} `);
	}
});

export const texts = textsOf(ofRequests);
/** For a bundle that sends few requests with many readings. */
export const putTexts = textsOf(ofPuts);
/** For one of which nothing runs once a request or a `put`. */
export const coldTexts = textsOf(new Set());
