import { walk } from "estree-walker";
import MagicString from "magic-string";

/** Statements that an exported function may keep out of the block. */
const few = 3;

function namesOf({ declarations, id }) {
	return declarations === undefined ? [id.name] : declarations.map((declarator) => declarator.id.name);
}

/**
 * What a statement needs: itself, the statements of the names in it, and theirs. A name that is no variable counts, too.
 * @param owners the statements by the names that they declare
 * @param found what needs nothing more
 */
function needsOf(statement, owners, found) {
	const needs = new Set();
	function add(next) {
		if (needs.has(next) || found.has(next))
			return;
		needs.add(next);
		walk(next, {
			enter({ name, type }) {
				if (type === "Identifier" && owners.has(name))
					add(owners.get(name));
			}
		});
	}
	add(statement);
	return needs;
}

/**
 * Writes what a module does not export within a block, and its classes as constants, `const A = class {};` for `class A {}`. To XS
 * a variable of a module is a row of the module's table (8 bytes), one of a block is not (3 bytes), and a class that is a
 * statement has a second variable for its name (7 bytes). What is exported stays before the block with what it needs. A class, or a function that
 * needs more, is in the block, which assigns it to the variable that is exported: the SDK's linker takes a variable with a
 * function for a constant; any other would take RAM.
 */
export const scopes = {
	name: "scopes",
	renderChunk(code) {
		const { body } = this.parse(code);
		const text = new MagicString(code);
		const isModules = ({ type }) => /^(?:Import|Export)/.test(type);
		const declarations = body.filter(({ type }) => ["ClassDeclaration", "FunctionDeclaration", "VariableDeclaration"].includes(type));
		const owners = new Map(declarations.flatMap((statement) => namesOf(statement).map((name) => [name, statement])));
		const specifiers = body.flatMap(({ source, specifiers: all, type }) => type === "ExportNamedDeclaration" && source === null ? all : []);
		const exported = [...new Set(specifiers.map(({ local }) => owners.get(local.name)).filter((statement) => statement !== undefined))];
		const before = new Set();
		for (const type of ["VariableDeclaration", "FunctionDeclaration"]) {
			for (const statement of exported.filter((one) => one.type === type)) {
				const needs = needsOf(statement, owners, before);
				if (type === "VariableDeclaration" || [...needs].filter((need) => !exported.includes(need)).length <= few)
					needs.forEach((need) => before.add(need));
			}
		}
		const within = body.filter((statement) => !before.has(statement) && !isModules(statement));
		const assigned = within.filter((statement) => exported.includes(statement));
		const isBlock = within.length - assigned.length > few;
		for (const statement of declarations) {
			if (statement.type !== "ClassDeclaration")
				continue;
			const { end, id, start } = statement;
			text.overwrite(start, id.end, `${isBlock && assigned.includes(statement) ? "" : "const "}${id.name} = class`);
			text.appendLeft(end, ";");
		}
		if (isBlock) {
			const [first] = within;
			const last = within.at(-1);
			const startOf = (statement) => body[body.indexOf(statement) - 1]?.end ?? 0;
			for (const statement of body.slice(body.indexOf(first), body.indexOf(last))) {
				if (!within.includes(statement))
					text.move(startOf(statement), statement.end, startOf(first));
			}
			const functions = assigned.filter(({ type }) => type === "FunctionDeclaration").map(({ id }) => id.name);
			const classes = assigned.filter(({ type }) => type === "ClassDeclaration").map(({ id }) => id.name);
			const variables = [...classes, ...functions.map((name) => `${name}$`)];
			text.prependRight(startOf(first), `${variables.length > 0 ? `\nlet ${variables.join(", ")};` : ""}\n{`);
			text.appendLeft(last.end, `${functions.map((name) => `\n${name}$ = ${name};`).join("")}\n}`);
			for (const { end, exported: { name }, local, start } of specifiers.filter((specifier) => functions.includes(specifier.local.name)))
				text.overwrite(start, end, `${local.name}$ as ${name}`);
		}
		return { code: text.toString(), map: text.generateMap() };
	}
};
