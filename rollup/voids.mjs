import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

/** Writes `undefined` as `void 0`. To XS the first is a variable of the global object: twice the bytecode, and a look-up. */
export const voids = {
	name: "voids",
	renderChunk(code) {
		const text = new MagicString(code);
		walk(this.parse(code), {
			enter(node, parent) {
				if (node.type === "Identifier" && node.name === "undefined" && !isName(node, parent))
					text.overwrite(node.start, node.end, parent.type === "MemberExpression" && parent.object === node ? "(void 0)" : "void 0");
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
