import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

function isFunction({ type }) {
	return /Function/.test(type);
}

/** Names that a `for` declares by `let`, if none is a pattern. */
function namesOf({ init, type }) {
	const isPlain = type === "ForStatement" && init?.type === "VariableDeclaration" && init.kind === "let" && init.declarations.every(({ id }) => id.type === "Identifier");
	return isPlain ? init.declarations.map(({ id }) => id.name) : [];
}

/** Whether a name is a variable in a node. @param isInner whether only functions in it count */
function uses(name, root, isInner) {
	let functions = 0;
	let isUsed = false;
	walk(root, {
		enter(node, parent) {
			if (isFunction(node))
				functions++;
			if (node.type === "Identifier" && node.name === name && !(parent && isName(node, parent)))
				isUsed ||= functions > 0 || !isInner;
		},
		leave(node) {
			if (isFunction(node))
				functions--;
		}
	});
	return isUsed;
}

/**
 * Declares the variables of a `for` before it, once for all such loops of a block: XS makes the variables of a loop anew for each
 * iteration, which takes a step each time, 4 bytes, and 2 to end their scope. Not where the block has another use for the
 * name, or a function keeps the variable of an iteration.
 */
export const loops = {
	name: "loops",
	renderChunk(code) {
		const text = new MagicString(code);
		walk(this.parse(code), {
			enter({ body: statements, type }) {
				if (type !== "BlockStatement")
					return;
				const declared = new Set();
				for (const loop of statements) {
					const names = namesOf(loop);
					const isAlone = (name) => statements.every((statement) => uses(name, statement, namesOf(statement).includes(name)) === false);
					if (names.length === 0 || !names.every(isAlone))
						continue;
					const { declarations, end, start } = loop.init;
					const isAgain = names.every((name) => declared.has(name));
					if (!isAgain && names.some((name) => declared.has(name)))
						continue;
					if (isAgain)
						text.remove(start, declarations[0].start);
					else {
						text.move(start, end, loop.start);
						text.appendLeft(end, ";\n");
						names.forEach((name) => declared.add(name));
					}
				}
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
