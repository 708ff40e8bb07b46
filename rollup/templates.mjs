import { walk } from "estree-walker";
import MagicString from "magic-string";

/**
 * Writes a template of three pieces or more as one call, `"a".concat(b, "c")` for `a${b}c`: XS makes a text for each piece
 * that is added, and one for the call. A template without a text before its first value begins with "".
 */
export const templates = {
	name: "templates",
	renderChunk(code) {
		const text = new MagicString(code);
		const literal = ({ value }) => JSON.stringify(value.cooked);
		walk(this.parse(code), {
			enter({ end, expressions, quasis, start, type }, parent) {
				if (type !== "TemplateLiteral" || parent.type === "TaggedTemplateExpression" || expressions.length === 0
					|| expressions.length + quasis.filter(({ value }) => value.cooked !== "").length < 3 || expressions.some((value) => value.type === "SequenceExpression"))
					return;
				text.overwrite(start, expressions[0].start, `${literal(quasis[0])}.concat(`);
				expressions.forEach((value, index) => {
					const after = quasis[index + 1];
					const isLast = index === expressions.length - 1;
					const piece = after.value.cooked === "" ? "" : `, ${literal(after)}`;
					text.overwrite(value.end, isLast ? end : expressions[index + 1].start, isLast ? `${piece})` : `${piece}, `);
				});
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
