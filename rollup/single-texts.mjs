import { walk } from "estree-walker";
import MagicString from "magic-string";

/** Texts of several words are of faults: nobody evaluates them as long as all goes well. A head's lines are no such. */
const isOfFaults = (text) => / /.test(text) && !/\r/.test(text);

/** The texts of a module's own constants by their names, with the statement of each. Those that others import stay. */
function constantsOf(program, isCold) {
	const exported = program.body.flatMap(({ specifiers, type }) => type === "ExportNamedDeclaration" ? specifiers.map(({ local }) => local.name) : []);
	const found = new Map();
	for (const statement of program.body) {
		if (statement.type !== "VariableDeclaration" || statement.kind !== "const" || statement.declarations.length !== 1)
			continue;
		const [{ id, init }] = statement.declarations;
		if (/^[A-Z][A-Z0-9_]*(?:\$\d+)?$/.test(id.name) && init?.type === "Literal" && typeof init.value === "string" && isCold(init.value) && !exported.includes(id.name))
			found.set(id.name, { raw: init.raw, statement, readers: [] });
	}
	return found;
}

/**
 * Puts a text in the place of its constant where one place alone reads it: to XS the constant is bytecode of its own, and of
 * the function that reads it. For bundles that are cold, and for what is cold in others: XS copies a text to the heap each time
 * that a function evaluates it.
 * @param isCold whether a text is to be put in its place
 */
const singleTextsOf = (isCold) => ({
	name: "single-texts",
	renderChunk(code) {
		const program = this.parse(code);
		const constants = constantsOf(program, isCold);
		walk(program, {
			enter(node, parent) {
				const constant = node.type === "Identifier" ? constants.get(node.name) : undefined;
				if (constant !== undefined && !(parent.type === "VariableDeclarator" && parent.id === node))
					constant.readers.push({ node, parent });
			}
		});
		const text = new MagicString(code);
		for (const { raw, readers, statement } of constants.values()) {
			const [{ node, parent } = {}] = readers;
			// A name that is no variable counts as a reader, too; the second of two leaves the constant where it is.
			if (readers.length !== 1 || parent.type === "Property" || parent.type === "MemberExpression" && parent.property === node && !parent.computed)
				continue;
			text.overwrite(node.start, node.end, raw);
			text.remove(statement.start, statement.end);
		}
		return { code: text.toString(), map: text.generateMap() };
	}
});

export const singleTexts = singleTextsOf(() => true);
export const faultTexts = singleTextsOf(isOfFaults);
