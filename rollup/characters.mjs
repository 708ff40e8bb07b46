import { walk } from "estree-walker";
import MagicString from "magic-string";

/** Writes `"}".charCodeAt(0)` as the number that it is. */
export const characters = {
	name: "characters",
	renderChunk(code) {
		const text = new MagicString(code);
		walk(this.parse(code), {
			enter({ arguments: [index] = [], callee, end, start, type }) {
				if (type === "CallExpression" && callee.type === "MemberExpression" && !callee.computed && callee.property.name === "charCodeAt"
					&& callee.object.type === "Literal" && typeof callee.object.value === "string" && index?.value === 0 && callee.object.value !== "")
					text.overwrite(start, end, String(callee.object.value.charCodeAt(0)));
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
