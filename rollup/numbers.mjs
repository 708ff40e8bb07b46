import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

const operators = {
	"+": (left, right) => left + right, "-": (left, right) => left - right, "*": (left, right) => left * right,
	"<<": (left, right) => left << right, "|": (left, right) => left | right, "&": (left, right) => left & right
};

/** The whole number that an expression is, by the constants that are known; undefined for any other. */
function valueOf(node, constants) {
	if (node.type === "Identifier")
		return constants.get(node.name)?.value;
	if (node.type === "Literal")
		return Number.isSafeInteger(node.value) ? node.value : undefined;
	const left = node.type === "BinaryExpression" && node.operator in operators ? valueOf(node.left, constants) : undefined;
	const right = left === undefined ? undefined : valueOf(node.right, constants);
	const value = right === undefined ? undefined : operators[node.operator](left, right);
	return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The numbers of a module's own constants by their names, and where each is declared. Those that others import stay. */
function constantsOf(program) {
	const found = new Map();
	const exported = program.body.flatMap(({ specifiers, type }) => type === "ExportNamedDeclaration" ? specifiers.map(({ local }) => local.name) : []);
	for (const statement of program.body) {
		if (statement.type !== "VariableDeclaration" || statement.kind !== "const" || statement.declarations.length !== 1)
			continue;
		const [{ id, init }] = statement.declarations;
		if (!/^[A-Z][A-Z0-9_]*(?:\$\d+)?$/.test(id.name) || exported.includes(id.name) || init === null)
			continue;
		const isNumber = init.type === "Literal" && typeof init.value === "number";
		const value = isNumber ? init.value : valueOf(init, found);
		if (value !== undefined)
			found.set(id.name, { raw: isNumber ? init.raw : String(value), statement, value });
	}
	return found;
}

/**
 * Puts numbers in the place of the constants that name them. To XS each constant of a module is a closure's variable: each
 * function that reads it takes bytecode and stack for it, and a chunk of memory when the module is not preloaded. What is
 * worked out of such numbers alone is the result, which XS would work out each time.
 */
export const numbers = {
	name: "numbers",
	renderChunk(code) {
		const program = this.parse(code);
		const constants = constantsOf(program);
		const text = new MagicString(code);
		walk(program, {
			enter(node, parent) {
				const value = node.type === "BinaryExpression" ? valueOf(node, constants) : undefined;
				if (value !== undefined) {
					text.overwrite(node.start, node.end, String(value));
					this.skip();
					return;
				}
				const constant = node.type === "Identifier" ? constants.get(node.name) : undefined;
				if (constant === undefined || isName(node, parent) || parent.type === "VariableDeclarator" && parent.id === node)
					return;
				if (parent.type === "Property" && parent.shorthand)
					text.overwrite(node.start, node.end, `${node.name}: ${constant.raw}`);
				else
					text.overwrite(node.start, node.end, constant.raw);
			}
		});
		for (const { statement } of constants.values())
			text.remove(statement.start, statement.end);
		return { code: text.toString(), map: text.generateMap() };
	}
};
