import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

/**
 * Writes `undefined` as `void 0`. To XS the first is a variable of the global object: twice the bytecode, and a look-up.
 * `return undefined` is written as `return`, which evaluates nothing.
 */
export const voids = {
	name: "voids",
	renderChunk(code) {
		const text = new MagicString(code);
		walk(this.parse(code), {
			enter(node, parent) {
				if (node.type === "ReturnStatement" && node.argument?.type === "Identifier" && node.argument.name === "undefined") {
					text.overwrite(node.start, node.argument.end, "return");
					this.skip();
				}
				else if (node.type === "Identifier" && node.name === "undefined" && !isName(node, parent))
					text.overwrite(node.start, node.end, parent.type === "MemberExpression" && parent.object === node ? "(void 0)" : "void 0");
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
