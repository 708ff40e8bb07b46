import { isUnchanged, rewriting } from "./code.mjs";

/** Whether something runs while the class is being made: it could read the class's name, which the constant does not have yet. */
function runs({ static: isStatic, type }) {
	return type === "StaticBlock" || type === "PropertyDefinition" && isStatic;
}

/** Writes the classes of a module as constants, `const A = class {};` for `class A {}`: to XS a declaration has a second variable for its name. */
export const classes = rewriting("classes", (code) => {
	for (const node of code.program.body) {
		if (node.type !== "ClassDeclaration" || node.body.body.some(runs) || !code.declaredBy(node).every(isUnchanged))
			continue;
		code.text.overwrite(node.start, node.id.end, `const ${node.id.name} = class`);
		code.text.appendLeft(node.end, ";");
	}
});
