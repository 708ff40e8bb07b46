import { rewriting } from "./code.mjs";

/** Names from which on a module object is smaller. */
const least = 3;

/** Whether a node calls another, which would hand it the object that it is read of as `this`. */
function calls(node, callee) {
	return node.type === "CallExpression" && node.callee === callee || node.type === "TaggedTemplateExpression" && node.tag === callee;
}

/**
 * Imports another bundle of the package as one object where it needs several of its names: to XS each imported name takes 26
 * bytes, with the other module's name again, and a name of that object a few where it is used. Functions read a constant: to
 * the SDK's linker, what is imported as an object may change.
 */
export const namespaces = rewriting("namespaces", (code) => {
	for (const node of code.program.body) {
		if (node.type !== "ImportDeclaration" || !node.source.value.startsWith("records-client") || node.specifiers.length < least || node.specifiers.some(({ type }) => type !== "ImportSpecifier"))
			continue;
		const found = code.declaredBy(node).flatMap(({ defs: [definition], references }) => references.map(({ identifier }) => ({ identifier, imported: definition.node.imported.name, parent: code.parentOf(identifier) })));
		if (found.some(({ parent }) => parent.type.startsWith("Export")))
			continue;
		const object = code.freeName(`$${node.source.value.replace(/\W/g, "$")}`), module = code.freeName(`${object}$`);
		code.text.overwrite(node.start, node.end, `import * as ${module} from ${JSON.stringify(node.source.value)};`);
		code.declare([`const ${object} = ${module};`]);
		for (const { identifier, imported, parent } of found) {
			const value = calls(parent, identifier) ? `(0, ${object}.${imported})` : `${object}.${imported}`;
			code.text.overwrite(identifier.start, identifier.end, parent.type === "Property" && parent.shorthand ? `${identifier.name}: ${value}` : value);
		}
	}
});
