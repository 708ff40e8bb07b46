import { walk } from "estree-walker";
import MagicString from "magic-string";

/** The operands of `a && b && c`, from left to right; any other expression by itself. */
function operandsOf(node) {
	return node.type === "LogicalExpression" && node.operator === "&&" ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node];
}

/**
 * Writes `if (a && b)` without `else` as `if (a) if (b)`, and `return a ? b : c` as `if (a) return b; return c`: XS keeps the
 * value of each `&&` for what follows, which takes two bytes and two steps, and jumps over what follows a `?`.
 */
export const conditions = {
	name: "conditions",
	renderChunk(code) {
		const text = new MagicString(code);

		/** @param from where what stands for `if (` begins @param last where the statement ends */
		function writeReturn({ alternate, consequent, test }, from, last) {
			text.overwrite(from, test.start, "if (");
			text.overwrite(test.end, consequent.start, ") return (");
			if (alternate.type === "ConditionalExpression") {
				text.appendLeft(consequent.end, "); ");
				writeReturn(alternate, consequent.end, last);
				return;
			}
			text.overwrite(consequent.end, alternate.start, "); return (");
			if (alternate.end < last)
				text.remove(alternate.end, last);
			text.appendLeft(last, "); }");
		}

		walk(this.parse(code), {
			enter({ alternate, argument, end, start, test, type }) {
				if (type === "IfStatement" && alternate === null) {
					const operands = operandsOf(test);
					if (operands.length === 1)
						return;
					if (test.start < operands[0].start)
						text.remove(test.start, operands[0].start);
					operands.slice(1).forEach((operand, index) => text.overwrite(operands[index].end, operand.start, ") if ("));
					if (operands.at(-1).end < test.end)
						text.remove(operands.at(-1).end, test.end);
				}
				else if (type === "ReturnStatement" && argument?.type === "ConditionalExpression") {
					text.appendLeft(start, "{ ");
					writeReturn(argument, start, end);
				}
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
