import { walk } from "estree-walker";
import MagicString from "magic-string";
import { declaredIn, isName } from "./names.mjs";

/** Names from which on a module object is smaller. */
const least = 4;

/**
 * Imports another bundle of the package as one object where it needs several of its names: to XS each imported name takes 26
 * bytes, with the other module's name again, and a name of that object three bytes where it is used. Functions read a constant:
 * to the SDK's linker, what is imported as an object may change.
 */
export const namespaces = {
	name: "namespaces",
	renderChunk(code) {
		const program = this.parse(code);
		const text = new MagicString(code);
		const owners = new Map();
		const last = program.body.findLast(({ type }) => type === "ImportDeclaration");
		for (const { end, source, specifiers, start, type } of program.body) {
			if (type !== "ImportDeclaration" || !source.value.startsWith("records-client") || specifiers.length < least || specifiers.some((specifier) => specifier.type !== "ImportSpecifier"))
				continue;
			const object = `$${source.value.replace(/\W/g, "$")}`;
			text.overwrite(start, end, `import * as ${object}$ from ${JSON.stringify(source.value)};`);
			text.appendLeft(last.end, `\nconst ${object} = ${object}$;`);
			for (const { imported, local } of specifiers)
				owners.set(local.name, `${object}.${imported.name}`);
		}
		const skipped = new Set(["ImportDeclaration", "ExportNamedDeclaration"]);
		const exported = program.body.flatMap(({ specifiers, type }) => type === "ExportNamedDeclaration" ? specifiers.map(({ local }) => local.name) : []);
		if (owners.size === 0 || exported.some((name) => owners.has(name)))
			return null;
		const scopes = [];
		walk(program, {
			enter(node, parent) {
				if (skipped.has(node.type)) {
					this.skip();
					return;
				}
				scopes.push(node.type === "Program" ? [] : declaredIn(node));
				const value = node.type === "Identifier" && !isName(node, parent) && !scopes.some((names) => names.includes(node.name)) ? owners.get(node.name) : undefined;
				if (value !== undefined)
					text.overwrite(node.start, node.end, parent.type === "Property" && parent.shorthand ? `${node.name}: ${value}` : value);
			},
			leave() {
				scopes.pop();
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
